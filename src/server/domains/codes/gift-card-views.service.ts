import { AppError } from '#contract/errors.ts'
import { GIFT_CARD_DESIGNS, type GiftCardDesign } from '#contract/gift-card-designs.ts'
import type { PurchaseDetails } from '../payments/index.ts'
import type { PlanVersion } from '../plans/index.ts'
import { formatCode, normalizeCode } from './code-format.rules.ts'
import type { CodesDeps } from './codes-deps.ts'
import type { Granted, GrantSpec } from './codes-model.ts'
import { type CodeState, stateOf } from './codes.rules.ts'
import type { GiftCardSecrets } from './gift-card-secrets.ts'
import { type CardRow, findByCode, findCards, findSealed } from './gift-cards.repo.ts'
import { GIVEN_PLAN, type GiftCardValue, maskRecipient, valuesOf } from './gift-cards.rules.ts'
import type { CodeVisitor } from './ports.ts'
import type { Redemptions } from './redemptions.service.ts'

/** A gift card as its buyer sees it. */
export interface GiftCard {
  readonly orderId: string
  readonly grants: readonly Granted[]
  readonly state: CodeState
  /** Until it is redeemed. */
  readonly code: string | undefined
  readonly recipient: string | undefined
  readonly design: GiftCardDesign
  readonly boughtAt: Temporal.Instant
  readonly expiresAt: Temporal.Instant
}

export type GiftCardViews = ReturnType<typeof createGiftCardViews>

/** Gift cards on sale, and those that were bought. */
export function createGiftCardViews({
  db,
  clock,
  plans,
  secrets,
  redemptions,
}: CodesDeps & { secrets: GiftCardSecrets; redemptions: Redemptions }) {
  const designs = { db, secrets, redemptions }
  return { values, find, list, balance, details, designOf: (code: string) => designOf(designs, code) }

  async function values(): Promise<GiftCardValue[]> {
    const given = await plans.onSale('gift')
    if (given.length > 0) return valuesOf(given)
    const standard = await plans.find(GIVEN_PLAN)
    return valuesOf(standard ? [standard] : [])
  }

  async function find(valueId: string): Promise<GiftCardValue | undefined> {
    return (await values()).find((value) => value.valueId === valueId)
  }

  type PageRequest = { accountId: string; page: number; pageSize: number }

  /** A page of the cards that an account bought, the newest first. */
  async function list({ accountId, page, pageSize }: PageRequest) {
    const { rows, total } = await findCards(db, { accountId, page, pageSize })
    return { list: await Promise.all(rows.map(cardOf)), page, pageSize, total }
  }

  async function cardOf({
    orderId,
    sealed,
    boughtAt,
    expiresAt,
    usesLeft,
    voidedAt,
    grants,
  }: CardRow): Promise<GiftCard> {
    const state = stateOf({ usesLeft, voidedAt, expiresAt, batch: { voidedAt: null } }, clock.now())
    const { recipient, design = GIFT_CARD_DESIGNS[0] } = secrets.open(orderId, sealed)
    return {
      orderId,
      grants: await worthOf(grants, expiresAt),
      state,
      code: state === 'unused' ? formatCode(secrets.codeOf(orderId)) : undefined,
      recipient: recipient === undefined ? undefined : maskRecipient(recipient),
      design,
      boughtAt,
      expiresAt,
    }
  }

  /** Whom a card is for, as its buyer wrote it. */
  async function details(orderId: string): Promise<PurchaseDetails> {
    return secrets.open(orderId, await findSealed(db, orderId))
  }

  type Visit = CodeVisitor & { code: string }

  /** What whoever has the code of a gift card may know. @throws WRONG_CODE, TOO_MANY_TRIES */
  async function balance(visit: Visit): Promise<{ state: CodeState; grants: Granted[] }> {
    const code = await redemptions.look({ ...visit, entrance: { kinds: 'giftcard' } })
    return { state: stateOf(code, clock.now()), grants: await worthOf(code.batch.grants, code.expiresAt!) }
  }

  async function worthOf(grants: readonly GrantSpec[], expiresAt: Temporal.Instant): Promise<Granted[]> {
    return Promise.all(
      grants.map(async (spec) => ({
        kind: spec.kind,
        amount: spec.amount,
        expiresAt,
        ...(spec.kind === 'plan' && { name: (await requirePlan(spec.planId)).name }),
      })),
    )
  }

  async function requirePlan(planId: string): Promise<PlanVersion> {
    const plan = await plans.find(planId)
    if (!plan) throw new AppError('NOT_FOUND')
    return plan
  }
}

type DesignDeps = Pick<CodesDeps, 'db'> & { secrets: GiftCardSecrets; redemptions: Redemptions }

/** The picture that its buyer chose for the card with a code; undefined for a code of another kind. */
async function designOf({ db, secrets, redemptions }: DesignDeps, code: string): Promise<GiftCardDesign | undefined> {
  const normal = normalizeCode(code)
  const card = normal === undefined ? undefined : await findByCode(db, redemptions.hashOf(normal))
  return card && (secrets.open(card.orderId, card.sealed).design ?? GIFT_CARD_DESIGNS[0])
}
