import { AppError } from '#contract/errors.ts'
import { QUOTE_MINUTES } from '#contract/rentals.ts'
import type { Clock } from '#server/kit/clock.ts'
import { newId } from '#server/kit/ids.ts'
import { type Access, type AccessDecision, decideAccess, viewerFacts } from '../access/index.ts'
import { type Ledger, lockWallet, lotsOf, planBuckets, spendFirst, totalOf } from '../ledger/index.ts'
import type { MemberViewer } from '../viewer.ts'
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
  credits: number
  rentedUntil: Temporal.Instant
  quoteExpiresAt: Temporal.Instant
  owned: number
  from: { bucket: 'monthly' | 'recharged'; credits: number }[]
}

/** What a purchase came to. `rentedUntil` is null for a title that plays without a rental. */
export type Purchase = { charged: number; rentedUntil: Temporal.Instant | null }

/** Quotes, and the purchases by them. */
export function createPurchases({ clock, key, ledger, titles, access }: PurchasesDeps) {
  return { quote, purchase }

  /**
   * What a title costs this member now. Writes nothing: the quote is signed.
   * @throws INSUFFICIENT_CREDITS, PURCHASES_BLOCKED
   */
  async function quote(
    { accountId }: MemberViewer,
    offer: { programId: string; credits: number; windowEndsAt: Temporal.Instant | null },
  ): Promise<RentalQuote> {
    const { programId, credits, windowEndsAt } = offer
    const { spendable, isBlocked } = await ledger.balance(accountId)
    if (isBlocked) throw new AppError('PURCHASES_BLOCKED')
    const own = spendable.filter(({ bucket }) => bucket === 'monthly' || bucket === 'recharged')
    const owned = totalOf(own)
    const from = planBuckets(own, credits)
    if (!from) throw new AppError('INSUFFICIENT_CREDITS', { needed: credits, owned })
    const now = clock.now()
    const terms = { programId, credits, rentedUntil: rentalEnd(now, windowEndsAt), expiresAt: quoteEnd(now) }
    return {
      resourceId: signQuote(key, accountId, { ...terms, nonce: newId() }),
      credits,
      rentedUntil: terms.rentedUntil,
      quoteExpiresAt: terms.expiresAt,
      owned,
      from: from.map(({ bucket, amount }) => ({ bucket: bucket as 'monthly' | 'recharged', credits: amount })),
    }
  }

  /**
   * Buys what a quote offers, in one transaction that decides access again. A title whose rental is running is not charged again, by
   * whatever quote.
   * @throws QUOTE_EXPIRED, INSUFFICIENT_CREDITS, PURCHASES_BLOCKED, NOT_FOUND, UNAVAILABLE, and the reasons of an order
   */
  async function purchase(
    viewer: MemberViewer,
    request: { programId: string; programGuid?: string | undefined; payment: number; resourceId: string },
  ): Promise<Purchase> {
    const { accountId } = viewer
    const { programId, programGuid, payment, resourceId } = request
    const offered = readQuote(key, accountId, resourceId)
    if (offered?.programId !== programId || offered.credits !== payment) throw new AppError('QUOTE_EXPIRED')
    return ledger.transaction(async (tx) => {
      const wallet = await lockWallet(tx, { accountId })
      const now = clock.now()
      const { lots, isConsumed, ...found } = await findPurchaseFacts(tx, {
        title: titles.rentableColumn({ programId, programGuid }, { region: viewer.region, now }),
        facts: access.accountFactsColumn(accountId, now),
        accountId,
        nonce: offered.nonce,
      })
      const title = titles.rentableOf(found.title)
      if (!title) throw new AppError('NOT_FOUND')
      const account = access.accountFactsOf(found.facts)
      const decision = decideAccess(viewerFacts(viewer, account), rentalFacts(title), now)
      if (decision.access === 'play')
        return { charged: 0, rentedUntil: decision.by === 'rental' ? decision.until : null }
      requireOffer(decision, offered.credits)
      const endsAt = requireTerms(offered, title, now)
      if (isConsumed) throw new AppError('QUOTE_EXPIRED')
      if (!wallet) throw new AppError('INSUFFICIENT_CREDITS', { needed: payment, owned: 0 })
      const rental = { rentalId: newId(), ...wallet, programId, credits: payment, startsAt: now, endsAt }
      const { nonce, expiresAt: quoteExpiresAt } = offered
      await spendFirst(
        tx,
        { ...wallet, lots: lotsOf(lots) },
        {
          amount: payment,
          kind: 'rent',
          idempotencyKey: `rent:${nonce}`,
          actor: 'member',
          subject: programId,
          at: now,
          purchase: rentalInserts({ ...rental, nonce, quoteExpiresAt }),
        },
      )
      return { charged: payment, rentedUntil: endsAt }
    })
  }
}

const quoteEnd = (now: Temporal.Instant): Temporal.Instant => now.add({ minutes: QUOTE_MINUTES })

/** @throws why this viewer cannot buy the title at this price */
function requireOffer(decision: Exclude<AccessDecision, { access: 'play' }>, credits: number): void {
  if (decision.access === 'login') throw new AppError('LOGIN_REQUIRED')
  if (decision.access === 'parental') throw new AppError('PARENTAL_CODE_REQUIRED')
  if (decision.access === 'deny') throw new AppError(decision.reason)
  const isOffered = decision.offers.some((offer) => offer.kind === 'rental' && offer.credits === credits)
  if (!isOffered) throw new AppError('QUOTE_EXPIRED')
}

/** When the rental ends. @throws QUOTE_EXPIRED when the quote has expired, or promised a later end */
function requireTerms(quote: Quote, { windowEndsAt }: RentableTitle, now: Temporal.Instant): Temporal.Instant {
  const endsAt = rentalEnd(now, windowEndsAt)
  const isOver = Temporal.Instant.compare(quote.expiresAt, now) <= 0
  if (isOver || Temporal.Instant.compare(endsAt, quote.rentedUntil) < 0) throw new AppError('QUOTE_EXPIRED')
  return endsAt
}
