import { CODES_MAX, WORTH_MAX_CENTS } from '#contract/admin/codes.ts'
import { type Db, inTransaction, type Tx } from '#server/kit/db.ts'
import type { CodesDeps } from './ports.ts'
import type { Redemptions } from './redemptions.service.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { type OperatorAction, recordAudit } from '../audit/index.ts'
import { formatCode, newCode, normalizeCode } from './code-format.rules.ts'
import type { BatchRow, NewBatch } from './codes-model.ts'
import { findBatches, findCode, insertBatch, insertCodes, lockCode, voidBatch, voidCode } from './codes.repo.ts'
import { batchProblem, worthOf } from './codes.rules.ts'

const CODES_AT_ONCE = 10_000

export function createBatches({ db, clock, plans, hashOf }: CodesDeps & Pick<Redemptions, 'hashOf'>) {
  return {
    make,
    insert,
    isKnown,
    voidOne,
    voidOneIn,
    voidAll,
    voidAllIn,
    list: (): Promise<BatchRow[]> => findBatches(db),
  }

  async function isKnown(code: string): Promise<boolean> {
    const normal = normalizeCode(code)
    return normal !== undefined && (await findCode(db, hashOf(normal))) !== undefined
  }

  type Request = NewBatch & OperatorAction & { count: number }

  /**
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

  async function insert(tx: Tx, { batchId, codes, actor, reason, ...batch }: Insertion): Promise<void> {
    const at = clock.now()
    const startsAt = batch.startsAt ?? at
    await requirePossible(plans, tx, { ...batch, startsAt, count: codes.length })
    const made = codes.length
    await insertBatch(tx, { ...batch, batchId, startsAt, madeAt: at, madeBy: actor, wanted: made, made })
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

  /** @throws AppError NOT_FOUND, NOT_ALLOWED for a gift card, CONFLICT */
  async function voidOneIn(tx: Tx, typed: string): Promise<VoidedCode> {
    const normal = normalizeCode(typed)
    const code = normal === undefined ? undefined : await lockCode(tx, { hash: hashOf(normal) })
    if (!code) throw operatorRefusal({ is: 'codeUnknown' })
    const { codeId, usesLeft, batch } = code
    if (batch.kind === 'giftcard') throw operatorRefusal({ is: 'codeOfGiftCard' })
    if (code.voidedAt) throw operatorRefusal({ is: 'codeVoided' })
    await voidCode(tx, { codeId, at: clock.now() })
    return { codeId, batchId: batch.batchId, usesLeft }
  }

  /** Redeemed codes stay redeemed. @throws AppError NOT_FOUND */
  async function voidAllIn(tx: Tx, batchId: string): Promise<void> {
    if (!(await voidBatch(tx, { batchId, at: clock.now() }))) throw operatorRefusal({ is: 'batchUnknown', batchId })
  }

  function voidOne({ code, actor, reason }: OperatorAction & { code: string }): Promise<void> {
    return inTransaction(db, async (tx) => {
      const { codeId, ...details } = await voidOneIn(tx, code)
      const entry = { at: clock.now(), actor, action: 'codes void', subject: `code:${codeId}`, reason, details }
      await recordAudit(tx, entry)
    })
  }

  function voidAll({ batchId, actor, reason }: OperatorAction & { batchId: string }): Promise<void> {
    return inTransaction(db, async (tx) => {
      await voidAllIn(tx, batchId)
      const subject = `code batch:${batchId}`
      await recordAudit(tx, { at: clock.now(), actor, action: 'codes void', subject, reason, details: {} })
    })
  }
}

interface VoidedCode {
  readonly codeId: number
  readonly batchId: string
  readonly usesLeft: number
}

type Draft = NewBatch & { startsAt: Temporal.Instant; count: number }

/** @returns what it would be worth @throws AppError INVALID_INPUT, NOT_FOUND */
export async function requirePossible(
  plans: CodesDeps['plans'],
  tx: Db,
  { count, startsAt, expiresAt, ...batch }: Draft,
): Promise<number> {
  const problem = batchProblem(batch)
  if (problem) throw operatorRefusal(problem)
  if (count < 1 || count > CODES_MAX) throw operatorRefusal({ is: 'batchSize', max: CODES_MAX })
  if (expiresAt && Temporal.Instant.compare(expiresAt, startsAt) <= 0) {
    throw operatorRefusal({ is: 'batchExpiry' })
  }
  const prices = new Map<string, number>()
  for (const reward of batch.grants) {
    if (reward.kind !== 'plan') continue
    const plan = await plans.find(reward.planId, tx)
    if (!plan) throw operatorRefusal({ is: 'planUnknown', planId: reward.planId })
    prices.set(reward.planId, plan.amountCents)
  }
  const worthCents = count * batch.usesPerCode * worthOf(batch.grants, prices)
  if (worthCents > WORTH_MAX_CENTS) throw operatorRefusal({ is: 'batchWorth', maxCents: WORTH_MAX_CENTS })
  return worthCents
}
