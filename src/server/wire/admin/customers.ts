import * as endpoints from '#contract/admin/customers.ts'
import type { AccessDecision } from '#server/domains/access/index.ts'
import { type Customers, isOwn, subjectOf } from '#server/domains/customers/index.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

type Instant = Temporal.Instant

const at = (instant: Instant | null | undefined): string | null => (instant ? wireInstant(instant) : null)

/** What a plan shows: its terms, its cycle and how it is paid. */
type Shown = Awaited<ReturnType<Customers['reads']['show']>>

function planOf({ plan, isBeingCancelled }: Shown) {
  if (!plan) return null
  const { subscription, version, nextChargeAt, canCancel } = plan
  const { state, agreement, startedAt, cycleStartsAt, cycleEndsAt, paidUntil, chargeAttempts } = subscription
  return {
    name: version.name,
    state,
    amountCents: version.amountCents,
    kind: agreement?.kind ?? null,
    startedAt: wireInstant(startedAt),
    cycleStartsAt: wireInstant(cycleStartsAt),
    cycleEndsAt: wireInstant(cycleEndsAt),
    paidUntil: wireInstant(paidUntil),
    nextChargeAt: at(nextChargeAt),
    chargeAttempts,
    canCancel: canCancel && !isBeingCancelled,
    isBeingCancelled,
  }
}

function creditsOf({ balance: { spendable } }: Shown) {
  const credits = spendable.filter(({ bucket }) => bucket === 'monthly' || bucket === 'recharged')
  return {
    credits: credits.reduce((sum, { amount }) => sum + amount, 0),
    lapses: spendable.map(({ expiresAt, ...lot }) => ({ ...lot, expiresAt: wireInstant(expiresAt) })),
  }
}

function outcomeOf(decision: AccessDecision | undefined) {
  const none = { by: null, until: null, offers: [], reason: null }
  if (!decision) return { ...none, access: 'hidden' as const }
  const { access } = decision
  if (access === 'play')
    return { ...none, access, by: decision.by, until: decision.by === 'free' ? null : at(decision.until) }
  if (access === 'deny') return { ...none, access, reason: decision.reason }
  const offers = access === 'buy' ? decision.offers : decision.offer ? [decision.offer] : []
  return {
    ...none,
    access,
    offers: offers.map((offer) => ({ kind: offer.kind, credits: offer.kind === 'rental' ? offer.credits : null })),
  }
}

export const customers = bindAdmin(endpoints, ({ customers: { reads }, operators }) => ({
  find: async ({ text }, call) => {
    const found = await reads.find(call.tx, call.operator.operatorId, text)
    const [only] = found
    const subject = found.length === 1 ? subjectOf(only!.accountId) : 'customers:found'
    const accountIds = found.map(({ accountId }) => accountId)
    await call.record({ subject, details: { found: found.length, by: only?.foundBy ?? 'none', accountIds } })
    return { list: found.map(({ number: _number, since, ...row }) => ({ ...row, since: wireInstant(since) })) }
  },

  show: async ({ accountId }, { operator }) => {
    const shown = await reads.show(accountId)
    const { account, balance, lockedUntil, heldUntil, notes, ...rest } = shown
    const { email: _email, since, closesAt, ...own } = account
    return {
      ...own,
      maskedNumber: rest.maskedNumber,
      maskedEmail: rest.maskedEmail,
      isEmailProven: rest.isEmailProven,
      isEmailRefused: rest.isEmailRefused,
      isParentalOn: rest.isParentalOn,
      devices: rest.devices,
      since: wireInstant(since),
      closesAt: at(closesAt),
      heldUntil: at(heldUntil),
      newNumber: rest.newNumber
        ? { maskedNumber: rest.newNumber.maskedNumber, dueAt: wireInstant(rest.newNumber.dueAt) }
        : null,
      isBlocked: balance.isBlocked,
      signInLockedUntil: at(lockedUntil),
      plan: planOf(shown),
      ...creditsOf(shown),
      notes: notes.map(({ at: writtenAt, ...note }) => ({ ...note, at: wireInstant(writtenAt) })),
      isOwn: isOwn(operator, account),
    }
  },

  reveal: async ({ accountId, field }, call) => {
    const hasSteppedUp = operators.credentials.hasSteppedUp(call.session)
    const { operatorId } = call.operator
    const value = await reads.reveal(call.tx, { operatorId, hasSteppedUp, accountId, field })
    await call.record({ subject: subjectOf(accountId), details: { field } })
    return { value }
  },

  related: ({ accountId }) => reads.related(accountId),

  why: async (question) => outcomeOf(await reads.why(question)),
}))
