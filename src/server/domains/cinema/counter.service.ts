import { inTransaction } from '#server/kit/db.ts'
import { AppError } from '#contract/errors.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import type { CinemaDeps } from './cinema-deps.ts'
import { findByCode, findOfShowtime, findTaken, type TakenSeats } from './counter.repo.ts'
import { normalizeTicketCode, type createTicketCodes } from './ticket-codes.ts'

/** What a cinema's counter needs of the tickets, by the operator. No member is named. */
export function createCounter(
  { db, clock }: Pick<CinemaDeps, 'db' | 'clock'>,
  codes: ReturnType<typeof createTicketCodes>,
) {
  return {
    /** The showtimes that have tickets and have not begun, the next first. */
    taken: (): Promise<TakenSeats[]> => findTaken(db, clock.now()),

    /** The codes of a showtime, for the cinema's counter. Written to the audit log. @throws NOT_FOUND */
    codesOf: (showtimeId: string, { actor, reason }: OperatorAction): Promise<string[]> =>
      inTransaction(db, async (tx) => {
        const ticketIds = await findOfShowtime(tx, showtimeId)
        if (!ticketIds) throw new AppError('NOT_FOUND')
        const entry = {
          actor,
          reason,
          action: 'list ticket codes',
          subject: showtimeId,
          details: { tickets: ticketIds.length },
        }
        await recordAudit(tx, { ...entry, at: clock.now() })
        return ticketIds.map(codes.codeOf).toSorted()
      }),

    /** The showtime that a code is for. @throws NOT_FOUND for a code that is none, or was returned */
    async check(code: string): Promise<TakenSeats> {
      const found = await findByCode(db, codes.hashOf(normalizeTicketCode(code)))
      if (!found) throw new AppError('NOT_FOUND')
      return found
    },
  }
}
