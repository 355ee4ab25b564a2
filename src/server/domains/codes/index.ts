import type { Language } from '#contract/languages.ts'
import { type Db, inTransaction, type Tx } from '#server/kit/db.ts'
import type { DomainModule, Person } from '../domain-module.ts'
import type { CodesDeps } from './codes-deps.ts'
import { findUses, unlinkUses } from './code-uses.repo.ts'
import { createGiftCardSecrets, type GiftCardSecrets } from './gift-card-secrets.ts'
import { findAllSealed, unlinkCards, type CardRow, findByCode, findCards, findSealed } from './gift-cards.repo.ts'
import { createGiftCards } from './gift-cards.service.ts'
import { createGrants } from './grants.service.ts'
import { findInvoiceRows } from './invoices.query.ts'
import { createLapses } from './lapses.service.ts'
import { createRedemptions, type Redemptions } from './redemptions.service.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import { formatCode, newCode, normalizeCode } from './code-format.rules.ts'
import type { BatchRow, NewBatch, Granted, GrantSpec } from './codes-model.ts'
import { findBatches, findCode, insertBatch, insertCodes, lockCode, voidBatch, voidCode } from './codes.repo.ts'
import { batchProblem, type CodeState, stateOf } from './codes.rules.ts'
import { AppError } from '#contract/errors.ts'
import { GIFT_CARD_DESIGNS, type GiftCardDesign } from '#contract/gift-card-designs.ts'
import type { PurchaseDetails } from '../payments/index.ts'
import type { PlanVersion } from '../plans/index.ts'
import { GIVEN_PLAN, type GiftCardValue, maskRecipient, valuesOf } from './gift-cards.rules.ts'
import type { CodeVisitor } from './ports.ts'

/**
 * Codes: batches of codes that are redeemed for months of a plan, credits, vouchers and tickets, and gift cards, which are codes that were
 * bought. Owns the tables code_batch, code, code_use, gift_card. What a code gives is booked by ledger and subscriptions, in the
 * transaction of its use.
 */
export type { InvoiceRow } from './invoices.query.ts'
export type { CodesDeps } from './codes-deps.ts'
export type { BatchRow, GrantSpec, Granted, NewBatch, Redeemed } from './codes-model.ts'
export type { GiftCardValue } from './gift-cards.rules.ts'

export type Codes = ReturnType<typeof createCodes>

const DUE_EVERY_MS = 60_000
const ERASE_EVERY_MS = 3_600_000
/** Gift cards in an export; above what any account has. */
const EXPORT_MAX = 10_000

export function createCodes(deps: CodesDeps) {
  const secrets = createGiftCardSecrets(deps.masterKey)
  const redemptions = createRedemptions({ ...deps, grants: createGrants(deps) })
  const { hashOf, check, checkForNewMember, redeem, preview, redeemIn } = redemptions
  const giftCards = createGiftCardViews({ ...deps, secrets, redemptions })
  const { product } = createGiftCards({ ...deps, secrets, hashOf, find: giftCards.find })
  const { lapseDue, eraseOldRecipients } = createLapses(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'gift cards', everyMs: DUE_EVERY_MS, run: lapseDue },
      { name: 'gift recipients', everyMs: ERASE_EVERY_MS, run: eraseOldRecipients },
    ],
    personalData: { name: 'codes', collect, erase },
  }
  return {
    check,
    checkForNewMember,
    redeem,
    preview,
    redeemIn,
    batches: createBatches({ ...deps, hashOf }),
    giftCards,
    /** What the codes of partners gave in a period, by partner and kind. */
    invoices: (period: { from: Temporal.Instant; until: Temporal.Instant }) => findInvoiceRows(deps.db, period),
    /** What money is taken for here; for payments. */
    product,
    domainModule,
  }

  /** The codes that an account has redeemed, and the gift cards that it bought. */
  async function collect({ accountId }: Person, language: Language): Promise<unknown> {
    const [uses, cards] = await Promise.all([
      findUses(deps.db, accountId),
      giftCards.list({ accountId, page: 1, pageSize: EXPORT_MAX }),
    ])
    const named = ({ kind, amount, expiresAt, name }: (typeof uses)[number]['granted'][number]) => ({
      kind,
      amount,
      expiresAt,
      ...(name && { name: name[language] }),
    })
    return {
      redeemed: uses.map(({ usedAt, kind, granted }) => ({ usedAt, kind, grants: granted.map(named) })),
      giftCards: await Promise.all(
        cards.list.map(async ({ orderId, state, boughtAt, expiresAt, grants }) => {
          const card = { orderId, state, boughtAt, expiresAt, grants: grants.map(named) }
          return { ...card, ...(await giftCards.details(orderId)) }
        }),
      ),
    }
  }

  /** Also what was sent to those who were given cards. A message that waits is still sent: its card is paid. */
  async function erase(tx: Db, { accountId }: Person): Promise<void> {
    const cards = await findAllSealed(tx, accountId)
    const recipients = cards.flatMap(({ orderId, sealed }) => secrets.open(orderId, sealed).recipient ?? [])
    await deps.messages.forgetSent(tx, { template: 'giftCard', recipients })
    await unlinkUses(tx, accountId)
    await unlinkCards(tx, accountId)
  }
}

/** Codes in a batch. */
export const CODES_MAX = 100_000
/** Codes of one statement. */
const CODES_AT_ONCE = 10_000

type BatchesDeps = CodesDeps & { hashOf: (code: string) => Buffer }

/** Batches of codes, as operators make and void them. Everything is written to the audit log. */
function createBatches({ db, clock, plans, hashOf }: BatchesDeps) {
  return { make, insert, isKnown, voidOne, voidAll, list: (): Promise<BatchRow[]> => findBatches(db) }

  /** Whether there is such a code, redeemed or not. */
  async function isKnown(code: string): Promise<boolean> {
    const normal = normalizeCode(code)
    return normal !== undefined && (await findCode(db, hashOf(normal))) !== undefined
  }

  type Request = NewBatch & OperatorAction & { count: number }

  /**
   * Makes a batch.
   * @param keep writes the codes down before they are valid
   * @returns its codes, which are readable nowhere else afterwards @throws AppError
   */
  async function make(
    { count, ...request }: Request,
    keep: (codes: readonly string[]) => Promise<void> = async () => {},
  ): Promise<{ batchId: string; codes: string[] }> {
    if (count > CODES_MAX) throw operatorRefusal({ is: 'batchSize', max: CODES_MAX })
    const batchId = newId()
    const codes = Array.from({ length: count }, newCode)
    const shown = codes.map(formatCode)
    await keep(shown)
    await inTransaction(db, (tx) => insert(tx, { ...request, batchId, codes }))
    return { batchId, codes: shown }
  }

  type Insertion = NewBatch & OperatorAction & { batchId: string; codes: readonly string[] }

  /** Makes a batch of given codes, in the caller's transaction. @throws AppError */
  async function insert(tx: Tx, { batchId, codes, actor, reason, ...batch }: Insertion): Promise<void> {
    const at = clock.now()
    const startsAt = batch.startsAt ?? at
    await requirePossible(plans, tx, { ...batch, startsAt, count: codes.length })
    await insertBatch(tx, { ...batch, batchId, startsAt, madeAt: at, madeBy: actor })
    const hashes = codes.map(hashOf)
    for (let from = 0; from < hashes.length; from += CODES_AT_ONCE) {
      const some = hashes.slice(from, from + CODES_AT_ONCE)
      const added = await insertCodes(tx, { batchId, hashes: some, uses: batch.usesPerCode })
      if (added.length < some.length) throw operatorRefusal({ is: 'codeExists' })
    }
    const { kind, grants, name } = batch
    const details = { name, kind, grants, codes: codes.length, usesPerCode: batch.usesPerCode }
    await recordAudit(tx, { at, actor, action: 'codes make', subject: `code batch:${batchId}`, reason, details })
  }

  /** Voids one code: nobody redeems it any more. @throws AppError */
  async function voidOne({ code: typed, actor, reason }: OperatorAction & { code: string }): Promise<void> {
    const normal = normalizeCode(typed)
    await inTransaction(db, async (tx) => {
      const at = clock.now()
      const code = normal === undefined ? undefined : await lockCode(tx, { hash: hashOf(normal) })
      if (!code) throw operatorRefusal({ is: 'codeUnknown' })
      const { codeId, batch } = code
      if (batch.kind === 'giftcard') throw operatorRefusal({ is: 'codeOfGiftCard' })
      if (code.voidedAt) throw operatorRefusal({ is: 'codeVoided' })
      await voidCode(tx, { codeId, at })
      const details = { batchId: batch.batchId, usesLeft: code.usesLeft }
      await recordAudit(tx, { at, actor, action: 'codes void', subject: `code:${codeId}`, reason, details })
    })
  }

  /** Voids every code of a batch. What was redeemed stays. @throws AppError */
  async function voidAll({ batchId, actor, reason }: OperatorAction & { batchId: string }): Promise<void> {
    await inTransaction(db, async (tx) => {
      const at = clock.now()
      if (!(await voidBatch(tx, { batchId, at }))) throw operatorRefusal({ is: 'batchUnknown', batchId })
      const entry = { at, actor, action: 'codes void', subject: `code batch:${batchId}`, reason, details: {} }
      await recordAudit(tx, entry)
    })
  }
}

type Draft = NewBatch & { startsAt: Temporal.Instant; count: number }

/** @throws AppError for a batch that nobody could redeem */
async function requirePossible(
  plans: CodesDeps['plans'],
  tx: Db,
  { count, startsAt, expiresAt, ...batch }: Draft,
): Promise<void> {
  const problem = batchProblem(batch)
  if (problem) throw operatorRefusal(problem)
  if (count < 1 || count > CODES_MAX) throw operatorRefusal({ is: 'batchSize', max: CODES_MAX })
  if (expiresAt && Temporal.Instant.compare(expiresAt, startsAt) <= 0) {
    throw operatorRefusal({ is: 'batchExpiry' })
  }
  for (const grant of batch.grants) {
    if (grant.kind === 'plan' && !(await plans.find(grant.planId, tx)))
      throw operatorRefusal({ is: 'planUnknown', planId: grant.planId })
  }
}

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

/** Gift cards on sale, and those that were bought. */
function createGiftCardViews({
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
