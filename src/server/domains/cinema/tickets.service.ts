import { type Db, inTransaction } from '#server/kit/db.ts'
import type { Worker } from '../domain-module.ts'
import type { CinemaDeps } from './ports.ts'
import {
  findCancelled,
  lockCancelled,
  moveCinemaSeat,
  setReturned,
  findOwn,
  findTickets,
  insertTicket,
  lockShowtime,
  findByCode,
  findOfShowtime,
  findTaken,
  type TakenSeats,
} from './cinema.repo.ts'
import { lockWallet, restore, spend } from '../ledger/index.ts'
import { ticketState } from './showtimes.rules.ts'
import { AppError } from '#contract/errors.ts'
import { TICKETS_PER_SHOWTIME, TICKET_CODE_LENGTH } from '#contract/cinema.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { ShownTicket, Ticket } from './cinema-model.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import { createHash, createHmac } from 'node:crypto'
import { deriveKey } from '#server/kit/keys.ts'
import { HONG_KONG, hongKongDay } from '#server/kit/instants.ts'

type Redeeming = { showtimeId: string; submissionId?: string | undefined }

export function createTickets(deps: CinemaDeps) {
  const { db, clock, isTelecomPartner } = deps
  const codes = createTicketCodes(deps.masterKey)
  return { redeem, ticketsOf, counter: createCounter({ db, clock }, codes) }

  /**
   * Uses one cinema ticket for a seat, in one transaction. The same submission again is the ticket that is there.
   * @throws NOT_FOUND, also for a showtime that has begun; NOT_ALLOWED for members without cinema tickets; INSUFFICIENT_TICKETS,
   * PURCHASES_BLOCKED; SELLING_FAST when no seat is left; CONFLICT beyond the tickets of one showtime
   */
  async function redeem(accountId: string, { showtimeId, submissionId = '' }: Redeeming): Promise<ShownTicket> {
    if (!(await isTelecomPartner(accountId))) throw new AppError('NOT_ALLOWED')
    const ticketId = await inTransaction(db, (tx) => book(tx, { accountId, showtimeId, submission: submissionId }))
    const { list } = await findTickets(db, { accountId, ticketId })
    return toShown(list[0]!)
  }

  type Booking = { accountId: string; showtimeId: string; submission: string }

  /** Wallet, then showtime: every booking locks in this order. */
  async function book(tx: Db, { accountId, showtimeId, submission }: Booking): Promise<string> {
    const wallet = await lockWallet(tx, { accountId })
    if (!wallet) throw new AppError('INSUFFICIENT_TICKETS')
    // The wallet's lock makes the account's requests one after the other.
    const own = await findOwn(tx, { accountId, showtimeId })
    const same = own.find((one) => one.submission === submission)
    if (same) return same.ticketId
    const at = clock.now()
    const showtime = await lockShowtime(tx, showtimeId)
    if (!showtime || Temporal.Instant.compare(showtime.startsAt, at) <= 0) throw new AppError('NOT_FOUND')
    if (own.length >= TICKETS_PER_SHOWTIME) throw new AppError('CONFLICT', { max: TICKETS_PER_SHOWTIME })
    if (showtime.isFull) throw new AppError('SELLING_FAST')
    const ticketId = newId()
    const { transferId } = await spend(tx, {
      walletId: wallet.walletId,
      amount: 1,
      commodity: 'TICKET',
      kind: 'cinema',
      idempotencyKey: `cinema:${ticketId}`,
      actor: 'member',
      subject: showtimeId,
      at,
    })
    await moveCinemaSeat(tx, showtimeId, 1)
    const codeHash = codes.hashOf(codes.codeOf(ticketId))
    await insertTicket(tx, { ticketId, accountId, showtimeId, submission, codeHash, transferId, at })
    return ticketId
  }

  async function ticketsOf(request: { accountId: string; page: number; pageSize: number }) {
    const { list, total } = await findTickets(db, request)
    return { list: list.map(toShown), page: request.page, pageSize: request.pageSize, total }
  }

  function toShown(ticket: Ticket): ShownTicket {
    const { startsAt } = ticket.showtime
    const state = ticketState({ startsAt, returnedAt: ticket.returnedAt }, clock.now())
    return { ...ticket, code: codes.codeOf(ticket.ticketId), state }
  }
}

/** The tickets for a cinema's counter, by the operator. Names no member. */
function createCounter({ db, clock }: Pick<CinemaDeps, 'db' | 'clock'>, codes: ReturnType<typeof createTicketCodes>) {
  return {
    taken: (): Promise<TakenSeats[]> => findTaken(db, clock.now()),

    /** The codes of a showtime, for the cinema's counter. Written to the audit log. @throws NOT_FOUND */
    codesOf: (showtimeId: string, { actor, reason }: OperatorAction): Promise<string[]> =>
      inTransaction(db, async (tx) => {
        const ticketIds = await findOfShowtime(tx, showtimeId)
        if (!ticketIds) throw operatorRefusal({ is: 'showtimeUnknown', showtimeId })
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
      if (!found) throw operatorRefusal({ is: 'ticketCodeUnknown' })
      return found
    },
  }
}

/** Without letters that are easily taken for digits; 32, so that a byte gives one without bias. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * The codes for the cinema (60 bits), derived from the master key: a member can see them again, and the database has only
 * their hashes.
 */
export function createTicketCodes(masterKey: Buffer) {
  const key = deriveKey(masterKey, 'cinema ticket code')
  const codeOf = (ticketId: string): string =>
    [...createHmac('sha256', key).update(ticketId).digest().subarray(0, TICKET_CODE_LENGTH)]
      .map((byte) => ALPHABET[byte & 31])
      .join('')
  /** Keyed: the hash of so short a code could be guessed. */
  const hashOf = (code: string): Buffer => createHash('sha256').update(key).update(code).digest()
  return { codeOf, hashOf }
}

/** A code as it is read out or typed: without spaces, and with the digits that letters were taken for. */
export const normalizeTicketCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const RETURN_BATCH = 100

/** Gives back the cinema tickets of showtimes that were taken back, and tells their members. One that fails is left for the next run. */
export async function returnCancelled(
  deps: Pick<CinemaDeps, 'db' | 'clock' | 'messages'>,
  { log }: Pick<Worker, 'log'>,
): Promise<void> {
  const { db, clock } = deps
  const failed: string[] = []
  for (;;) {
    const found = await findCancelled(db, { now: clock.now(), limit: RETURN_BATCH, except: failed })
    if (found.length === 0) return
    for (const one of found) {
      try {
        await inTransaction(db, (tx) => giveBack(deps, tx, one))
      } catch (error) {
        failed.push(one.ticketId)
        log.error({ err: error, ticketId: one.ticketId }, 'cinema ticket was not returned')
      }
    }
  }
}

async function giveBack(
  { clock, messages }: Pick<CinemaDeps, 'clock' | 'messages'>,
  tx: Db,
  { ticketId, accountId }: { ticketId: string; accountId: string },
): Promise<void> {
  await lockWallet(tx, { accountId })
  const cancelled = await lockCancelled(tx, ticketId)
  // Another node has returned it, or the showtime is back.
  if (!cancelled) return
  const { showtimeId, title, startsAt } = cancelled
  const at = clock.now()
  const { transferId } = await restore(tx, {
    spendTransferId: cancelled.transferId,
    idempotencyKey: `cinema return:${ticketId}`,
    actor: 'system',
    subject: showtimeId,
    reason: 'the showtime was cancelled',
    at,
  })
  await setReturned(tx, { ticketId, transferId, at })
  await moveCinemaSeat(tx, showtimeId, -1)
  const params = { title, day: hongKongDay(startsAt).toString(), time: timeOf(startsAt) }
  await messages.post(tx, { accountId, template: 'showtimeCancelled', params })
}

const timeOf = (instant: Temporal.Instant): string =>
  instant.toZonedDateTimeISO(HONG_KONG).toPlainTime().toString({ smallestUnit: 'minute' })
