import type { TicketVerdict } from '#contract/ticket-verdicts.ts'
import type { Tx } from '#server/kit/db.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { mayUndo, verdictOn } from './check-in.rules.ts'
import {
  type CountedShowtime,
  type CounterTicket,
  deleteCheckIn,
  findCheckIns,
  findCounted,
  findCounterTicket,
  findTakenPage,
  insertCheckIn,
  lockCounterTicket,
  type TakenQuery,
} from './check-ins.repo.ts'
import type { CinemaDeps } from './ports.ts'
import { createTicketCodes, normalizeTicketCode } from './tickets.service.ts'

/** Showtimes that began so long ago are still at the counter. */
const RUNNING_HOURS = 4

interface CheckedCode {
  readonly code: string
  /** That the counter lets in to; undefined: any. */
  readonly showtimeId?: string | undefined
}

/** Of a ticket in the audit log. */
export const ticketSubject = (ticketId: string): string => `ticket:${ticketId}`

/** Tickets at the cinema's counter, before an operator. Names no member. A change joins the caller's transaction, which records it. */
export function createOperatorCounter({ db, clock, masterKey }: Pick<CinemaDeps, 'db' | 'clock' | 'masterKey'>) {
  const codes = createTicketCodes(masterKey)
  return { taken, codesOf, check, admit, undo }

  function taken(query: TakenQuery): Promise<KeysetPage<CountedShowtime>> {
    return findTakenPage(db, query, clock.now().subtract({ hours: RUNNING_HOURS }))
  }

  /** @throws NOT_FOUND */
  async function codesOf(
    tx: Tx,
    showtimeId: string,
  ): Promise<CountedShowtime & { list: { code: string; admittedAt: Temporal.Instant | null }[] }> {
    const showtime = await findCounted(tx, showtimeId)
    if (!showtime) throw operatorRefusal({ is: 'showtimeUnknown', showtimeId })
    const found = await findCheckIns(tx, showtimeId)
    const list = found.map(({ ticketId, admittedAt }) => ({ code: codes.codeOf(ticketId), admittedAt }))
    return { ...showtime, list: list.toSorted((a, b) => (a.code < b.code ? -1 : 1)) }
  }

  async function check({
    code,
    showtimeId,
  }: CheckedCode): Promise<{ verdict: TicketVerdict; ticket: CounterTicket | undefined }> {
    const ticket = await findCounterTicket(db, { codeHash: hashOf(code) })
    return { verdict: verdictOn(ticket, { now: clock.now(), showtimeId }), ticket }
  }

  /** Once, also by two counters at the same time. @throws NOT_FOUND, CONFLICT */
  async function admit(tx: Tx, { code, showtimeId, operatorId }: CheckedCode & { operatorId: string }) {
    const ticket = await lockCounterTicket(tx, { codeHash: hashOf(code) })
    const at = clock.now()
    const verdict = verdictOn(ticket, { now: at, showtimeId })
    if (!ticket) throw operatorRefusal({ is: 'ticketCodeUnknown' })
    if (verdict !== 'valid') throw operatorRefusal({ is: 'ticketRefused', verdict })
    const { ticketId } = ticket
    if (!(await insertCheckIn(tx, { ticketId, operatorId, at })))
      throw operatorRefusal({ is: 'ticketRefused', verdict: 'used' })
    return { ...ticket, admittedAt: at, admitted: ticket.admitted + 1 }
  }

  /** @throws NOT_FOUND; NOT_ALLOWED for that of another operator; CONFLICT when it is too late, or taken back already */
  async function undo(
    tx: Tx,
    { ticketId, operatorId }: { ticketId: string; operatorId: string },
  ): Promise<CounterTicket> {
    const ticket = await lockCounterTicket(tx, { ticketId })
    if (!ticket) throw operatorRefusal({ is: 'ticketCodeUnknown' })
    const { admittedAt, admittedBy } = ticket
    if (admittedBy !== null && admittedBy !== operatorId) throw operatorRefusal({ is: 'ticketOfAnotherCounter' })
    if (!admittedAt || !mayUndo(admittedAt, clock.now())) throw operatorRefusal({ is: 'ticketStaysUsed' })
    await deleteCheckIn(tx, ticketId)
    return ticket
  }

  function hashOf(code: string): Buffer {
    return codes.hashOf(normalizeTicketCode(code))
  }
}
