import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { PaymentUnit } from '#contract/playback.ts'
import { QUOTE_MINUTES } from '#contract/rentals.ts'
import type { CreditBucket } from '#contract/wallet.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, type Db, inTransaction } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { deriveKey } from '#server/kit/keys.ts'
import type { Log } from '#server/kit/log.ts'
import { accountFactsOf, type AccessDecision, decideAccess, viewerFacts } from '../access/index.ts'
import type { Catalogue, ListViewer, TitleCard } from '../catalogue/index.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import {
  bucketsOf,
  type Ledger,
  lockWallet,
  lotsOf,
  planBuckets,
  restore,
  reverseChargedBack,
  type Spendable,
  spendLocked,
  totalOf,
} from '../ledger/index.ts'
import type { MemberViewer } from '../viewer.ts'
import type { RentableTitle, RentableTitles } from './ports.ts'
import { type Quote, readQuote, signQuote } from './quotes.rules.ts'
import {
  compilePurchaseFacts,
  deleteQuotes,
  type ExtendedRental,
  extendRentals,
  type Extension,
  findDifferences,
  findPaidFrom,
  findRentals,
  findUnplayable,
  insertRental,
  type Rental,
  rentedScope,
  updateVoided,
} from './rentals.repo.ts'
import { priceOf, remainingMinutes, rentalEnd, rentalFacts } from './rentals.rules.ts'

/**
 * Rentals: quotes, purchases and their refunds. Owns the tables rental and consumed_quote. Books through the ledger and decides through
 * access; never issues a grant (playback).
 */
export { priceOf, remainingMinutes } from './rentals.rules.ts'

type RentalsDeps = {
  db: Kysely<Database>
  clock: Clock
  masterKey: Buffer
  ledger: Ledger
  titles: RentableTitles
  catalogue: Pick<Catalogue, 'list'>
}

export type Rentals = ReturnType<typeof createRentals>

export type RentalQuote = {
  resourceId: string
  payment: number
  rentedUntil: Temporal.Instant
  quoteExpiresAt: Temporal.Instant
  owned: number
} & (
  | { unit: 'credits'; from: { bucket: CreditBucket; credits: number }[] }
  /** `expiresAt`: when the voucher that would be used expires. */
  | { unit: 'vouchers'; expiresAt: Temporal.Instant }
)

/** `rentedUntil` is null for a title that plays without a rental. */
type Purchase = { charged: number; unit: PaymentUnit; rentedUntil: Temporal.Instant | null }

type RentedTitle = {
  title: TitleCard
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  remainingMinutes: number
}

type Priced = { programId: string; windowEndsAt: Temporal.Instant | null; payment: number; unit: PaymentUnit }

const COMMODITY_OF_UNIT = { credits: 'CREDIT', vouchers: 'VOUCHER' } as const

const DUE_EVERY_MS = 60_000

export function createRentals({ db, clock, masterKey, ledger, titles, catalogue }: RentalsDeps) {
  const key = deriveKey(masterKey, 'rental quote')
  const findPurchaseFacts = compilePurchaseFacts(titles)
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'rental quotes', everyMs: DUE_EVERY_MS, run: () => deleteQuotes(db, clock.now()) },
      { name: 'rental refunds', everyMs: DUE_EVERY_MS, run: refundUnplayable },
    ],
    personalData: { name: 'rentals', collect, erase: async () => undefined },
  }
  return { domainModule, quote, purchase, list, refundUnplayable, voidPaidFrom, extend, differences }

  /**
   * The price of a title for this member now. Writes nothing: the quote is signed.
   * @throws INSUFFICIENT_CREDITS, INSUFFICIENT_TICKETS, PURCHASES_BLOCKED
   */
  async function quote({ accountId }: MemberViewer, priced: Priced): Promise<RentalQuote> {
    const { programId, payment, unit, windowEndsAt } = priced
    const { spendable, isBlocked } = await ledger.balance(accountId)
    if (isBlocked) throw new AppError('PURCHASES_BLOCKED')
    const source = unit === 'credits' ? creditsFor(spendable, payment) : voucherOf(spendable)
    const now = clock.now()
    const quoteExpiresAt = now.add({ minutes: QUOTE_MINUTES })
    const terms = { programId, payment, unit, rentedUntil: rentalEnd(now, windowEndsAt), expiresAt: quoteExpiresAt }
    return {
      resourceId: signQuote(key, accountId, { ...terms, nonce: newId() }),
      payment,
      rentedUntil: terms.rentedUntil,
      quoteExpiresAt,
      ...source,
    }
  }

  /**
   * Buys what a quote offers. A title whose rental is running is not charged again, by whatever quote.
   * @throws QUOTE_EXPIRED, INSUFFICIENT_CREDITS, INSUFFICIENT_TICKETS, PURCHASES_BLOCKED, NOT_FOUND, SELLING_FAST, and the reasons of an order
   */
  async function purchase(
    viewer: MemberViewer,
    request: { programId: string; programGuid?: string | undefined; payment: number; resourceId: string },
  ): Promise<Purchase> {
    const offered = readQuote(key, viewer.accountId, request.resourceId)
    if (offered?.programId !== request.programId || offered.payment !== request.payment)
      throw new AppError('QUOTE_EXPIRED')
    try {
      return await inTransaction(db, (tx) => rent(tx, viewer, { programGuid: request.programGuid, offered }))
    } catch (error) {
      // A lock was not had within two seconds (SPEC section 8): the purchase can be tried again at once.
      const isLocked = error instanceof AppError && error.code === 'UNAVAILABLE'
      throw isLocked ? new AppError('SELLING_FAST', { retryAfter: 1 }) : error
    }
  }

  /** The purchase, in four steps of one transaction: lock the wallet, decide access again, charge, record the rental. */
  async function rent(
    tx: Db,
    viewer: MemberViewer,
    { programGuid, offered }: { programGuid: string | undefined; offered: Quote },
  ): Promise<Purchase> {
    const { accountId, region } = viewer
    const { programId, payment, unit, nonce } = offered
    const commodity = COMMODITY_OF_UNIT[unit]
    const wallet = await lockWallet(tx, { accountId })
    const now = clock.now()

    const buckets = bucketsOf(commodity)
    const wanted = { programId, programGuid: programGuid ?? null, region, accountId, nonce, buckets, now }
    const found = (await findPurchaseFacts(tx, wanted))[0]!
    const title = titles.rentableOf(found.title)
    if (!title) throw new AppError('NOT_FOUND')
    const decision = decideAccess(viewerFacts(viewer, accountFactsOf(found.facts)), rentalFacts(title), now)
    if (decision.access === 'play')
      return { charged: 0, unit, rentedUntil: decision.by === 'rental' ? decision.until : null }
    requireOffer(decision, offered)
    const endsAt = requireTerms(offered, title, now)
    if (found.isConsumed) throw new AppError('QUOTE_EXPIRED')
    if (!wallet) throw new AppError('INSUFFICIENT_CREDITS', { needed: payment, owned: 0 })

    const charge = { amount: payment, commodity, kind: 'rent', subject: programId, at: now }
    const { transferId, lots } = await spendLocked(
      tx,
      { ...wallet, lots: lotsOf(found.lots) },
      { ...charge, idempotencyKey: `rent:${nonce}`, actor: 'member' },
    )

    await insertRental(tx, {
      rentalId: newId(),
      walletId: wallet.walletId,
      programId,
      transferId,
      credits: unit === 'credits' ? payment : 0,
      voucherLotId: unit === 'vouchers' ? lots[0]!.lotId : null,
      startsAt: now,
      endsAt,
      region,
      nonce,
      quoteExpiresAt: offered.expiresAt,
    })
    return { charged: payment, unit, rentedUntil: endsAt }
  }

  async function list(
    viewer: MemberViewer & ListViewer,
    request: { page: number; pageSize: number },
  ): Promise<{ titles: RentedTitle[]; total: number }> {
    const now = clock.now()
    const found = await catalogue.list(viewer, rentedScope({ accountId: viewer.accountId, now }), request)
    const rented = found.titles.map((title) => {
      const { startsAt, endsAt } = title.note as { startsAt: string; endsAt: string }
      const end = Temporal.Instant.from(endsAt)
      return {
        title,
        startsAt: Temporal.Instant.from(startsAt),
        endsAt: end,
        remainingMinutes: remainingMinutes(now, end),
      }
    })
    return { titles: rented, total: found.total }
  }

  /** One that fails is left for the next run. */
  async function refundUnplayable({ log }: { log: Log }): Promise<void> {
    for (const rental of await findUnplayable(db, { now: clock.now() })) {
      try {
        await inTransaction(db, (tx) => refund(tx, rental))
      } catch (error) {
        log.error({ err: error, rentalId: rental.rentalId }, 'rental refund failed')
      }
    }
  }

  async function refund(tx: Db, { rentalId, walletId, transferId: spendTransferId, programId }: Rental): Promise<void> {
    await lockWallet(tx, { walletId })
    const at = clock.now()
    // Another node may have returned it, or the title may be back.
    if ((await findUnplayable(tx, { now: at, rentalId })).length === 0) return
    const booking = { idempotencyKey: `void:${rentalId}`, actor: 'system', subject: programId, at }
    const { transferId } = await restore(tx, { ...booking, spendTransferId, reason: 'the title cannot be played' })
    await updateVoided(tx, { rentalId, at, transferId })
  }

  /**
   * Takes back the running rentals that were paid from a lot whose money was charged back. Amounts from other lots are restored.
   * Joins the transaction of the chargeback.
   */
  async function voidPaidFrom(tx: Db, { lotId, reason }: { lotId: number; reason: string }): Promise<void> {
    const at = clock.now()
    for (const { rentalId, programId, transferId: spendTransferId } of await findPaidFrom(tx, { lotId, now: at })) {
      const booking = { idempotencyKey: `void:${rentalId}`, actor: 'system', subject: programId, reason, at }
      const { transferId } = await reverseChargedBack(tx, { ...booking, spendTransferId, lostLotId: lotId })
      await updateVoided(tx, { rentalId, at, transferId })
    }
  }

  /**
   * Lengthens an account's rentals that ran between two instants, as far as licences and later rentals allow. One that has ended is
   * opened again.
   */
  async function extend(
    tx: Db,
    { accountId, ...extension }: Omit<Extension, 'walletId' | 'now'> & { accountId: string },
  ): Promise<ExtendedRental[]> {
    const wallet = await lockWallet(tx, { accountId })
    return wallet ? extendRentals(tx, { ...extension, walletId: wallet.walletId, now: clock.now() }) : []
  }

  async function differences(): Promise<string[]> {
    return findDifferences(db)
  }

  async function collect({ accountId }: Person): Promise<unknown> {
    const rentals = await findRentals(db, accountId)
    return rentals.map(({ programId, credits, voucherLotId, startsAt, endsAt, voidedAt }) => ({
      programId,
      credits,
      vouchers: voucherLotId === null ? 0 : 1,
      startsAt,
      endsAt,
      voidedAt,
    }))
  }
}

function creditsFor(spendable: readonly Spendable[], payment: number) {
  const own = spendable.filter(({ bucket }) => bucket === 'monthly' || bucket === 'recharged')
  const owned = totalOf(own)
  const from = planBuckets(own, payment)
  if (!from) throw new AppError('INSUFFICIENT_CREDITS', { needed: payment, owned })
  const parts = from.map(({ bucket, amount }) => ({ bucket: bucket as CreditBucket, credits: amount }))
  return { unit: 'credits' as const, owned, from: parts }
}

function voucherOf(spendable: readonly Spendable[]) {
  const vouchers = spendable.filter(({ bucket }) => bucket === 'voucher')
  const [first] = vouchers
  if (!first) throw new AppError('INSUFFICIENT_TICKETS')
  return { unit: 'vouchers' as const, owned: totalOf(vouchers), expiresAt: first.expiresAt }
}

function requireOffer(decision: Exclude<AccessDecision, { access: 'play' }>, { payment, unit }: Quote): void {
  if (decision.access === 'login') throw new AppError('LOGIN_REQUIRED')
  if (decision.access === 'parental') throw new AppError('PARENTAL_CODE_REQUIRED')
  if (decision.access === 'deny') throw new AppError(decision.reason)
  const isOffered = decision.offers.map(priceOf).some((price) => price?.unit === unit && price.payment === payment)
  if (!isOffered) throw new AppError('QUOTE_EXPIRED')
}

/** When the rental ends. @throws QUOTE_EXPIRED when the quote has expired, or promised a later end */
function requireTerms(quote: Quote, { windowEndsAt }: RentableTitle, now: Temporal.Instant): Temporal.Instant {
  const endsAt = rentalEnd(now, windowEndsAt)
  const isOver = Temporal.Instant.compare(quote.expiresAt, now) <= 0
  if (isOver || Temporal.Instant.compare(endsAt, quote.rentedUntil) < 0) throw new AppError('QUOTE_EXPIRED')
  return endsAt
}
