import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
import { creditLot, post, walletOf } from '../ledger/index.ts'
import type { CodesDeps } from './codes-deps.ts'
import type { Code, Granted, GrantSpec } from './codes-model.ts'
import { closeCard } from './gift-cards.repo.ts'

const TIME_ZONE = 'Asia/Hong_Kong'
const BUCKETS = { credits: 'recharged', voucher: 'voucher', ticket: 'ticket' } as const

interface Giving {
  readonly useId: string
  readonly code: Code
  readonly accountId: string
  readonly at: Temporal.Instant
}

/** Plans before the wallet: subscriptions lock it after their own rows. */
export async function giveRewards(
  { subscriptions }: Pick<CodesDeps, 'subscriptions'>,
  tx: Db,
  { useId, code, accountId, at }: Giving,
): Promise<Granted[]> {
  const { batch, codeId } = code
  const paid = batch.kind === 'giftcard' ? await closeCard(tx, { codeId, at }) : undefined
  if (batch.kind === 'giftcard' && !paid) throw new AppError('CODE_EXPIRED', { of: 'redeem' })
  const granted = new Map<GrantSpec, Granted>()
  for (const spec of batch.grants) {
    if (spec.kind === 'plan') granted.set(spec, await givePlan(subscriptions, tx, { accountId, spec }))
  }
  if (paid && granted.size > 0) await bookPlanRevenue(tx, { ...paid, at })
  for (const [n, spec] of batch.grants.entries()) {
    if (spec.kind === 'plan') continue
    const expiresAt = at.toZonedDateTimeISO(TIME_ZONE).add({ days: spec.expiresInDays }).toInstant()
    const backing = paid ? { backingCents: paid.paidCents, paidInto: 'deferred_gift_cards' as const } : {}
    const { lotId } = await creditLot(tx, {
      walletId: await walletOf(tx, accountId, at),
      bucket: BUCKETS[spec.kind],
      amount: spec.amount,
      expiresAt,
      kind: 'code',
      ...backing,
      idempotencyKey: `code:${useId}:${n}`,
      actor: 'member',
      subject: useId,
      at,
    })
    granted.set(spec, { kind: spec.kind, amount: spec.amount, expiresAt, lotId })
  }
  return batch.grants.map((spec) => granted.get(spec)!)
}

type PlanGift = { accountId: string; spec: Extract<GrantSpec, { kind: 'plan' }> }

async function givePlan(
  subscriptions: CodesDeps['subscriptions'],
  tx: Db,
  { accountId, spec }: PlanGift,
): Promise<Granted> {
  const { planId, amount } = spec
  const { name, endsAt } = await subscriptions.give(tx, { accountId, planId, months: amount })
  return { kind: 'plan', amount, expiresAt: endsAt, name }
}

/** What was paid for a gift card of months is revenue once somebody holds the plan. */
async function bookPlanRevenue(
  tx: Db,
  { orderId, paidCents, at }: { orderId: string; paidCents: number; at: Temporal.Instant },
): Promise<void> {
  await post(tx, {
    kind: 'gift_card_redeemed',
    entries: [
      { account: 'deferred_gift_cards', commodity: 'HKD_CENT', amount: paidCents },
      { account: 'subscription_revenue', commodity: 'HKD_CENT', amount: -paidCents },
    ],
    idempotencyKey: `gift card redeemed:${orderId}`,
    actor: 'member',
    subject: orderId,
    at,
  })
}
