import { AppError } from '#contract/errors.ts'
import { TICKETS_PER_SHOWTIME } from '#contract/showtimes.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { lockWallet, spend } from '../ledger/index.ts'
import type { CinemaDeps } from './cinema-deps.ts'
import type { ShownTicket, Ticket } from './cinema-model.ts'
import { ticketState } from './showtimes.rules.ts'
import { createCounter } from './counter.service.ts'
import { createTicketCodes } from './ticket-codes.ts'
import { findOwn, findTickets, insertTicket, lockShowtime, moveSeat } from './tickets.repo.ts'

type Redeeming = { showtimeId: string; submissionId?: string | undefined }

/** Seats for cinema tickets. */
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
    await moveSeat(tx, showtimeId, 1)
    const codeHash = codes.hashOf(codes.codeOf(ticketId))
    await insertTicket(tx, { ticketId, accountId, showtimeId, submission, codeHash, transferId, at })
    return ticketId
  }

  /** The tickets of a member, the latest redeemed first. */
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
