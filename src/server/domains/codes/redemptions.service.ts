import { createHmac } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { type Db, dryRun, inTransaction } from '#server/kit/db.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { normalizeCode } from './code-format.rules.ts'
import type { CodesDeps, CodeVisitor } from './ports.ts'
import type { Code, Redeemed, Batch, GivenReward, CodeReward } from './codes-model.ts'
import { findUse, insertUse, isUsedBy, hasUses, findCode, lockCode, lockRedeemer, takeUse } from './codes.repo.ts'
import {
  type CodeRefusal,
  codeRefusal,
  type Entrance,
  isKnownHere,
  redeemerRefusal,
  isForNewMembers,
  isNewMember,
  type Redeemer,
} from './codes.rules.ts'
import { creditLot, post, walletOf } from '../ledger/index.ts'
import { closeCard } from './gift-cards.repo.ts'
import { endOfHongKongDay, hongKongDay } from '#server/kit/instants.ts'

export interface Entry {
  readonly accountId: string
  readonly code: string
  /** Entered with this partner, which it binds to; ordinary codes are wrong there. */
  readonly partner?: string | undefined
}

export type Redemptions = ReturnType<typeof createRedemptions>

export function createRedemptions(deps: CodesDeps) {
  const { db, clock, masterKey, accounts } = deps
  const key = deriveKey(masterKey, 'codes')
  const hashOf = (code: string): Buffer => createHmac('sha256', key).update(code).digest()
  const { redeemerOf, isNewNumber } = createRedeemers({ ...deps, key })
  return { hashOf, look, check, checkForNewMember, redeem, preview, redeemIn }

  type Visit = CodeVisitor & { code: string; entrance: Entrance }

  /** @throws WRONG_CODE, TOO_MANY_TRIES */
  async function look({ code: typed, entrance, ...visitor }: Visit): Promise<Code> {
    const normal = normalizeCode(typed)
    const found = await accounts.lookUp(visitor, async (tx) => {
      const code = normal === undefined ? undefined : await findCode(tx, hashOf(normal))
      return code && isKnownHere(code, entrance, clock.now()) ? code : undefined
    })
    if (!found) throw new AppError('WRONG_CODE', { of: 'redeem' })
    return found
  }

  /** Before `redeemIn`, outside of its transaction: counts a wrong code. @throws WRONG_CODE, TOO_MANY_TRIES */
  async function check({ partner, ...entry }: Entry & { address: string }): Promise<void> {
    await look({ ...entry, entrance: entranceOf(partner) })
  }

  type NewMember = { address: string; code: string; number: string; partner: string; isTelecomPartner: boolean }

  /** @throws WRONG_CODE, CODE_EXPIRED, CODE_USED, NEW_USERS_ONLY, NOT_ALLOWED, TOO_MANY_TRIES */
  async function checkForNewMember({ address, code: typed, number, ...redeemer }: NewMember): Promise<void> {
    const entrance = entranceOf(undefined)
    const code = await look({ address, number, code: typed, entrance })
    refuse(codeRefusal(code, clock.now()))
    refuse(redeemerRefusal(code.batch, { ...redeemer, isNew: await isNewNumber(number) }, entrance))
  }

  async function redeem(entry: Entry & { address: string }): Promise<Redeemed> {
    await check(entry)
    return inTransaction(db, (tx) => redeemIn(tx, entry))
  }

  /** It is done and undone. @throws as `redeem` */
  async function preview(entry: Entry & { address: string }): Promise<Redeemed> {
    await check(entry)
    return dryRun(db, (tx) => redeemIn(tx, entry))
  }

  /**
   * An account that repeats it gets the same answer. Locks: the account's codes, the code, then what is given.
   * @throws WRONG_CODE, CODE_EXPIRED, CODE_USED, NEW_USERS_ONLY, NOT_ALLOWED, CONFLICT, UNAVAILABLE
   */
  async function redeemIn(tx: Db, { accountId, code: typed, partner }: Entry): Promise<Redeemed> {
    const entrance = entranceOf(partner)
    const normal = normalizeCode(typed)
    await lockRedeemer(tx, accountId)
    const code = normal === undefined ? undefined : await lockCode(tx, { hash: hashOf(normal) })
    // Read after the lock: it may have expired meanwhile.
    const at = clock.now()
    if (!code || !isKnownHere(code, entrance, at)) throw new AppError('WRONG_CODE', { of: 'redeem' })
    const { codeId, batch } = code
    const repeated = await findUse(tx, { codeId, accountId })
    if (repeated) return { kind: batch.kind, grants: repeated.granted, redeemedAt: repeated.usedAt }
    refuse(codeRefusal(code, at))
    const { numberHash, ...redeemer } = await redeemerOf(tx, { accountId, batch, at })
    refuse(redeemerRefusal(batch, redeemer, entrance))
    if (await isUsedBy(tx, { codeId, numberHash })) throw new AppError('CODE_USED', { of: 'redeem' })
    const useId = createHmac('sha256', key).update(`use\0${codeId}\0${accountId}`).digest('hex').slice(0, 32)
    await takeUse(tx, codeId)
    const granted = await giveRewards(deps, tx, { useId, code, accountId, at })
    await insertUse(tx, { useId, codeId, accountId, numberHash, at, granted })
    return { kind: batch.kind, grants: granted }
  }
}

const entranceOf = (partner: string | undefined): Entrance =>
  partner === undefined ? { kinds: 'ordinary' } : { kinds: 'partner', partner }

function refuse(refusal: CodeRefusal | undefined): void {
  if (refusal) throw new AppError(refusal.code, { of: refusal.of })
}

/** Their number is known by its keyed hash, also from before an erasure. */
function createRedeemers({ db, accounts, subscriptions, payments, key }: CodesDeps & { key: Buffer }) {
  return { redeemerOf, isNewNumber }

  type Redeeming = { accountId: string; batch: Batch; at: Temporal.Instant }

  async function redeemerOf(
    tx: Db,
    { accountId, batch, at }: Redeeming,
  ): Promise<Redeemer & { readonly numberHash: Buffer }> {
    const account = await accounts.read(tx, accountId)
    if (!account) throw new AppError('SESSION_ENDED')
    const { number, partner, isTelecomPartner, createdAt } = account
    const numberHash = hashOf(number)
    if (!isForNewMembers(batch)) return { partner, isTelecomPartner, isNew: false, numberHash }
    // A payment at this moment may go unseen: harmless, a second earlier the code would have been theirs.
    const history = {
      createdAt,
      hasRedeemed: await hasUses(tx, { accountId, numberHash }),
      hasPaid: await payments.hasPaid(accountId, tx),
      hadPlan: await subscriptions.starts.hasHeldPlan(accountId, tx),
    }
    return { partner, isTelecomPartner, isNew: isNewMember(history, at), numberHash }
  }

  async function isNewNumber(number: string): Promise<boolean> {
    return !(await hasUses(db, { numberHash: hashOf(number) }))
  }

  function hashOf(number: string): Buffer {
    return createHmac('sha256', key).update(`number\0${number}`).digest()
  }
}

const BUCKETS = { credits: 'recharged', voucher: 'voucher', ticket: 'ticket' } as const

interface Giving {
  readonly useId: string
  readonly code: Code
  readonly accountId: string
  readonly at: Temporal.Instant
}

/** Plans before the wallet: subscriptions lock it after their own rows. */
async function giveRewards(
  { subscriptions }: Pick<CodesDeps, 'subscriptions'>,
  tx: Db,
  { useId, code, accountId, at }: Giving,
): Promise<GivenReward[]> {
  const { batch, codeId } = code
  const paid = batch.kind === 'giftcard' ? await closeCard(tx, { codeId, at }) : undefined
  if (batch.kind === 'giftcard' && !paid) throw new AppError('CODE_EXPIRED', { of: 'redeem' })
  const granted = new Map<CodeReward, GivenReward>()
  for (const spec of batch.grants) {
    if (spec.kind === 'plan') granted.set(spec, await givePlan(subscriptions, tx, { accountId, spec }))
  }
  if (paid && granted.size > 0) await bookPlanRevenue(tx, { ...paid, at })
  for (const [n, spec] of batch.grants.entries()) {
    if (spec.kind === 'plan') continue
    // At the end of a day: a preview and the redemption after it tell one instant.
    const expiresAt = endOfHongKongDay(hongKongDay(at).add({ days: spec.expiresInDays }))
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

type PlanGift = { accountId: string; spec: Extract<CodeReward, { kind: 'plan' }> }

async function givePlan(
  subscriptions: CodesDeps['subscriptions'],
  tx: Db,
  { accountId, spec }: PlanGift,
): Promise<GivenReward> {
  const { planId, amount } = spec
  const { name, creditsPerCycle, endsAt } = await subscriptions.give(tx, { accountId, planId, months: amount })
  return { kind: 'plan', amount, expiresAt: endsAt, name, creditsPerCycle }
}

/** The price of a gift card of months is revenue once an account holds the plan. */
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
