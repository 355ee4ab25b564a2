import { AppError } from '#contract/errors.ts'
import type { PaymentUnit } from '#contract/orders.ts'
import { QUOTE_MINUTES } from '#contract/rentals.ts'
import type { CreditBucket } from '#contract/wallet-buckets.ts'
import type { Clock } from '#server/kit/clock.ts'
import { newId } from '#server/kit/ids.ts'
import { type Access, type AccessDecision, decideAccess, viewerFacts } from '../access/index.ts'
import { type Ledger, lockWallet, lotsOf, planBuckets, type Spendable, spendFirst, totalOf } from '../ledger/index.ts'
import type { MemberViewer } from '../viewer.ts'
import { priceOf } from './prices.rules.ts'
import type { RentableTitle, RentableTitles } from './ports.ts'
import { type Quote, readQuote, signQuote } from './quotes.rules.ts'
import { findPurchaseFacts, rentalInserts } from './rentals.repo.ts'
import { rentalEnd, rentalFacts } from './rentals.rules.ts'

export type PurchasesDeps = {
  clock: Clock
  /** Signs quotes. */
  key: Uint8Array
  ledger: Ledger
  titles: RentableTitles
  access: Pick<Access, 'accountFactsColumn' | 'accountFactsOf'>
}

/** What a title costs an account, until when the rental would last, and what would be taken from where. */
export type RentalQuote = {
  resourceId: string
  payment: number
  rentedUntil: Temporal.Instant
  quoteExpiresAt: Temporal.Instant
  /** Of the unit. */
  owned: number
} & (
  | { unit: 'credits'; from: { bucket: CreditBucket; credits: number }[] }
  /** `expiresAt`: when the voucher that would be used expires. */
  | { unit: 'vouchers'; expiresAt: Temporal.Instant }
)

/** What a purchase came to. `rentedUntil` is null for a title that plays without a rental. */
export type Purchase = { charged: number; unit: PaymentUnit; rentedUntil: Temporal.Instant | null }

/** A title with what it costs. */
type Priced = { programId: string; windowEndsAt: Temporal.Instant | null; payment: number; unit: PaymentUnit }

/** What pays in a unit. */
const COMMODITY_OF_UNIT = { credits: 'CREDIT', vouchers: 'VOUCHER' } as const

/** Quotes, and the purchases by them. */
export function createPurchases({ clock, key, ledger, titles, access }: PurchasesDeps) {
  return { quote, purchase }

  /**
   * What a title costs this member now. Writes nothing: the quote is signed.
   * @throws INSUFFICIENT_CREDITS, INSUFFICIENT_TICKETS, PURCHASES_BLOCKED
   */
  async function quote({ accountId }: MemberViewer, priced: Priced): Promise<RentalQuote> {
    const { programId, payment, unit, windowEndsAt } = priced
    const { spendable, isBlocked } = await ledger.balance(accountId)
    if (isBlocked) throw new AppError('PURCHASES_BLOCKED')
    const source = unit === 'credits' ? creditsFor(spendable, payment) : voucherOf(spendable)
    const now = clock.now()
    const terms = { programId, payment, unit, rentedUntil: rentalEnd(now, windowEndsAt), expiresAt: quoteEnd(now) }
    return {
      resourceId: signQuote(key, accountId, { ...terms, nonce: newId() }),
      payment,
      rentedUntil: terms.rentedUntil,
      quoteExpiresAt: terms.expiresAt,
      ...source,
    }
  }

  /**
   * Buys what a quote offers, in one transaction that decides access again. A title whose rental is running is not charged again, by
   * whatever quote.
   * @throws QUOTE_EXPIRED, INSUFFICIENT_CREDITS, INSUFFICIENT_TICKETS, PURCHASES_BLOCKED, NOT_FOUND, SELLING_FAST, and the reasons of an order
   */
  async function purchase(
    viewer: MemberViewer,
    request: { programId: string; programGuid?: string | undefined; payment: number; resourceId: string },
  ): Promise<Purchase> {
    const { accountId } = viewer
    const { programId, programGuid, payment, resourceId } = request
    const offered = readQuote(key, accountId, resourceId)
    if (offered?.programId !== programId || offered.payment !== payment) throw new AppError('QUOTE_EXPIRED')
    const { unit, nonce } = offered
    const commodity = COMMODITY_OF_UNIT[unit]
    const bought = ledger.transaction(async (tx) => {
      const wallet = await lockWallet(tx, { accountId })
      const now = clock.now()
      const { lots, isConsumed, ...found } = await findPurchaseFacts(tx, {
        title: titles.rentableColumn({ programId, programGuid }, { region: viewer.region, now }),
        facts: access.accountFactsColumn(accountId, now),
        accountId,
        nonce,
        commodity,
      })
      const title = titles.rentableOf(found.title)
      if (!title) throw new AppError('NOT_FOUND')
      const account = access.accountFactsOf(found.facts)
      const decision = decideAccess(viewerFacts(viewer, account), rentalFacts(title), now)
      if (decision.access === 'play')
        return { charged: 0, unit, rentedUntil: decision.by === 'rental' ? decision.until : null }
      requireOffer(decision, offered)
      const endsAt = requireTerms(offered, title, now)
      if (isConsumed) throw new AppError('QUOTE_EXPIRED')
      if (!wallet) throw new AppError('INSUFFICIENT_CREDITS', { needed: payment, owned: 0 })
      const rental = { rentalId: newId(), ...wallet, programId, startsAt: now, endsAt, nonce }
      const paid = { credits: unit === 'credits' ? payment : 0, isByVoucher: unit === 'vouchers' }
      await spendFirst(
        tx,
        { ...wallet, lots: lotsOf(lots) },
        {
          amount: payment,
          commodity,
          kind: 'rent',
          idempotencyKey: `rent:${nonce}`,
          actor: 'member',
          subject: programId,
          at: now,
          purchase: rentalInserts({ ...rental, ...paid, quoteExpiresAt: offered.expiresAt }),
        },
      )
      return { charged: payment, unit, rentedUntil: endsAt }
    })
    return bought.catch(refuseSellingFast)
  }
}

/** A lock was not had within two seconds (SPEC section 8): the purchase can be tried again at once. */
function refuseSellingFast(error: unknown): never {
  const isLocked = error instanceof AppError && error.code === 'UNAVAILABLE'
  throw isLocked ? new AppError('SELLING_FAST', { retryAfter: 1 }) : error
}

/** From which buckets the price is taken. @throws INSUFFICIENT_CREDITS */
function creditsFor(spendable: readonly Spendable[], payment: number) {
  const own = spendable.filter(({ bucket }) => bucket === 'monthly' || bucket === 'recharged')
  const owned = totalOf(own)
  const from = planBuckets(own, payment)
  if (!from) throw new AppError('INSUFFICIENT_CREDITS', { needed: payment, owned })
  const parts = from.map(({ bucket, amount }) => ({ bucket: bucket as CreditBucket, credits: amount }))
  return { unit: 'credits' as const, owned, from: parts }
}

/** The voucher that expires first. @throws INSUFFICIENT_TICKETS */
function voucherOf(spendable: readonly Spendable[]) {
  const vouchers = spendable.filter(({ bucket }) => bucket === 'voucher')
  const [first] = vouchers
  if (!first) throw new AppError('INSUFFICIENT_TICKETS')
  return { unit: 'vouchers' as const, owned: totalOf(vouchers), expiresAt: first.expiresAt }
}

const quoteEnd = (now: Temporal.Instant): Temporal.Instant => now.add({ minutes: QUOTE_MINUTES })

/** @throws why this viewer cannot buy the title at this price */
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
