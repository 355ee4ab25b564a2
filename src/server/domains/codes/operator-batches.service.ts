import { FILE_HOURS } from '#contract/admin/codes.ts'
import type { BatchFile, BatchState } from '#contract/code-batches.ts'
import { inTransaction, type Tx } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { deriveKey } from '#server/kit/keys.ts'
import type { KeysetPage } from '#server/kit/keyset.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { openBytes, sealBytes } from '#server/kit/sealed-bytes.ts'
import { requirePossible } from './batches.service.ts'
import { formatCode, newCode, normalizeCode } from './code-format.rules.ts'
import type { Batch, NewBatch } from './codes-model.ts'
import { findCode, insertBatch, insertCodes } from './codes.repo.ts'
import { type CodeState, stateOf } from './codes.rules.ts'
import { findByCode } from './gift-cards.repo.ts'
import {
  addPart,
  type BatchQuery,
  type CardQuery,
  type CodeUse,
  deleteParts,
  findCodeUses,
  findListedCards,
  findOperatorBatch,
  findOperatorBatches,
  findParts,
  type ListedCard,
  lockBatch,
  lockOperatorBatches,
  lockUnmade,
  type OperatorBatch,
  readCodeUses,
  recordFetch,
  sumUnapproved,
  type UseQuery,
  voidUnfetched as voidUnfetchedBatches,
  wakeMakers,
} from './operator-batches.repo.ts'
import type { CodesDeps } from './ports.ts'
import type { Redemptions } from './redemptions.service.ts'

/** Codes of one transaction: a second of work at most. */
const CODES_AT_ONCE = 5_000
/** The limits of what an operator makes alone. */
const UNAPPROVED_HOURS = 24
/** In which the same request gets the codes again, whose answer was lost. */
const REPEATED_MINUTES = 10
const USES_SHOWN = 20

export interface BatchOrder extends NewBatch {
  readonly count: number
  readonly operatorId: string
  readonly actor: string
  /** The second person. */
  readonly approvedBy?: string | undefined
  /** The worth that they saw. */
  readonly approvedCents?: number | undefined
}

export type ShownBatch = Omit<OperatorBatch, 'fetchKey' | 'hasFile'> & {
  readonly state: BatchState
  readonly file: BatchFile
}

type Paged<Q> = Omit<Q, 'now'> & { after?: string | undefined; limit: number }

export type OperatorBatches = ReturnType<typeof createOperatorBatches>

/** Batches as operators order, fetch, list and look up them. A job makes the codes, which are read once, by their one download. */
export function createOperatorBatches(deps: CodesDeps & Pick<Redemptions, 'hashOf'>) {
  const { db, clock, plans, hashOf, batchLimits } = deps
  const key = deriveKey(deps.masterKey, 'code files')
  return { approvalNeed, order, makeDue, deleteFiles, fetch, voidUnfetched, list, show, uses, allUses, look, giftCards }

  /**
   * What a batch would be worth, and whether this operator may make it alone: counted under the lock of all operators' batches, which the
   * transaction keeps.
   * @throws AppError INVALID_INPUT, NOT_FOUND for an impossible batch
   */
  async function approvalNeed(
    tx: Tx,
    { operatorId, ...draft }: BatchOrder,
  ): Promise<{ worthCents: number; needsApproval: boolean }> {
    await lockOperatorBatches(tx)
    const worthCents = await requirePossible(plans, tx, { ...draft, startsAt: draft.startsAt ?? clock.now() })
    const since = clock.now().subtract({ hours: UNAPPROVED_HOURS })
    const before = await sumUnapproved(tx, { operatorId, since })
    const limits = batchLimits?.() ?? NOTHING_UNAPPROVED
    const needsApproval = before.codes + draft.count > limits.codes || before.cents + worthCents > limits.cents
    return { worthCents, needsApproval }
  }

  /** A job makes the codes. @throws AppError INVALID_INPUT, NOT_FOUND, CONFLICT where its worth is another than was approved */
  async function order(tx: Tx, { count, actor, approvedBy, approvedCents, ...draft }: BatchOrder): Promise<string> {
    const { worthCents } = await approvalNeed(tx, { ...draft, count, actor })
    if (approvedCents !== undefined && approvedCents !== worthCents) throw operatorRefusal({ is: 'approvalChanged' })
    const batchId = newId()
    const at = clock.now()
    const { operatorId, ...batch } = draft
    await insertBatch(tx, {
      ...batch,
      batchId,
      startsAt: batch.startsAt ?? at,
      madeAt: at,
      madeBy: actor,
      wanted: count,
      order: { operatorId, approvedBy, worthCents },
    })
    await wakeMakers(tx)
    return batchId
  }

  /** Several workers may run it concurrently. A killed one leaves the part as it was. */
  async function makeDue(): Promise<void> {
    while (await inTransaction(db, makeSome));
  }

  /** @returns false when nothing is left to make */
  async function makeSome(tx: Tx): Promise<boolean> {
    const batch = await lockUnmade(tx)
    if (!batch) return false
    const { batchId, wanted, made, usesPerCode } = batch
    const codes = Array.from({ length: Math.min(CODES_AT_ONCE, wanted - made) }, newCode)
    const added = await insertCodes(tx, { batchId, hashes: codes.map(hashOf), uses: usesPerCode })
    // Of 75 random bits: the next run makes others.
    if (added.length < codes.length) throw new Error(`a new code of the batch ${batchId} exists already`)
    const part = Math.floor(made / CODES_AT_ONCE)
    const sealed = sealBytes(Buffer.from(codes.join('\n')), { key, rowId: `${batchId} ${part}` })
    const after = made + codes.length
    await addPart(tx, { batchId, made: after, readyAt: after === wanted ? clock.now() : null, part, sealed })
    return true
  }

  function deleteFiles(): Promise<void> {
    const now = clock.now()
    const fetchedBefore = now.subtract({ minutes: REPEATED_MINUTES })
    return deleteParts(db, { fetchedBefore, readyBefore: now.subtract({ hours: FILE_HOURS }) })
  }

  /**
   * The codes, to their maker, once. The same request is answered again for some minutes: its answer may have been lost.
   * @throws AppError NOT_FOUND, NOT_ALLOWED for another operator, CONFLICT
   */
  async function fetch(
    tx: Tx,
    { batchId, operatorId, requestKey }: { batchId: string; operatorId: string; requestKey: string },
  ): Promise<{ codes: string[]; batch: OperatorBatch; isRepeated: boolean }> {
    const batch = await lockBatch(tx, batchId)
    if (!batch) throw operatorRefusal({ is: 'batchUnknown', batchId })
    if (batch.operatorId !== operatorId) throw operatorRefusal({ is: 'batchOfAnother' })
    const file = fileOf(batch, clock.now())
    const isRepeated = file === 'fetched' && batch.fetchKey === requestKey && batch.hasFile
    if (batch.voidedAt || (file !== 'ready' && !isRepeated)) throw operatorRefusal({ is: 'batchFileGone', file })
    const parts = await findParts(tx, batchId)
    const codes = parts.flatMap(({ part, sealed }) =>
      openBytes(sealed, { key, rowId: `${batchId} ${part}` })
        .toString()
        .split('\n'),
    )
    if (!isRepeated) await recordFetch(tx, { batchId, key: requestKey, at: clock.now() })
    return { codes: codes.map(formatCode), batch, isRepeated }
  }

  /** Batches that an operator who is disabled has not fetched. @returns their ids */
  function voidUnfetched(tx: Tx, operatorId: string): Promise<string[]> {
    const at = clock.now()
    return voidUnfetchedBatches(tx, { operatorId, readyAfter: at.subtract({ hours: FILE_HOURS }), at })
  }

  async function list(query: Paged<BatchQuery>): Promise<KeysetPage<ShownBatch>> {
    const now = clock.now()
    const page = await findOperatorBatches(db, { ...query, now })
    return { ...page, list: page.list.map((batch) => shown(batch, now)) }
  }

  /** @throws AppError NOT_FOUND */
  async function show(batchId: string): Promise<ShownBatch> {
    const batch = await findOperatorBatch(db, batchId)
    if (!batch) throw operatorRefusal({ is: 'batchUnknown', batchId })
    return shown(batch, clock.now())
  }

  function uses(query: Paged<UseQuery>): Promise<KeysetPage<CodeUse>> {
    return findCodeUses(db, query)
  }

  function allUses(tx: Tx, query: UseQuery): AsyncGenerator<CodeUse[]> {
    return readCodeUses(tx, query)
  }

  /** What became of one code. @throws AppError NOT_FOUND */
  async function look(tx: Tx, typed: string): Promise<LookedUpCode> {
    const normal = normalizeCode(typed)
    const hash = normal === undefined ? undefined : hashOf(normal)
    const code = hash && (await findCode(tx, hash))
    if (!hash || !code) throw operatorRefusal({ is: 'codeUnknown' })
    const { batch, codeId, usesLeft, expiresAt } = code
    const card = batch.kind === 'giftcard' ? await findByCode(tx, hash) : undefined
    const filter = { batchId: batch.batchId, codeId }
    const { list: used } = await findCodeUses(tx, { filter, sort: '-usedAt', limit: USES_SHOWN })
    const now = clock.now()
    const state = stateOf(code, now)
    const isPlanned = state === 'unused' && Temporal.Instant.compare(now, batch.startsAt) < 0
    return {
      batch,
      codeId,
      usesLeft,
      expiresAt,
      state: isPlanned ? 'planned' : state,
      orderId: card?.orderId,
      uses: used,
    }
  }

  async function giftCards(query: Paged<CardQuery>): Promise<KeysetPage<ListedCard & { state: CodeState }>> {
    const now = clock.now()
    const page = await findListedCards(db, { ...query, now })
    const stated = page.list.map((card) => ({ ...card, state: stateOf({ ...card, batch: { voidedAt: null } }, now) }))
    return { ...page, list: stated }
  }
}

export interface LookedUpCode {
  readonly batch: Batch
  readonly codeId: number
  readonly usesLeft: number
  readonly expiresAt: Temporal.Instant | null
  readonly state: CodeState | 'planned'
  /** Of a gift card. */
  readonly orderId: string | undefined
  readonly uses: readonly CodeUse[]
}

/** Without settings every batch needs a second person. */
const NOTHING_UNAPPROVED = { codes: 0, cents: 0 }

function shown(batch: OperatorBatch, now: Temporal.Instant): ShownBatch {
  const { fetchKey: _fetchKey, hasFile: _hasFile, ...rest } = batch
  return { ...rest, state: batchState(batch, now), file: fileOf(batch, now) }
}

const isPast = (at: Temporal.Instant | null, now: Temporal.Instant): boolean =>
  at !== null && Temporal.Instant.compare(at, now) <= 0

function batchState(batch: OperatorBatch, now: Temporal.Instant): BatchState {
  if (batch.voidedAt) return 'voided'
  if (batch.made < batch.wanted) return 'making'
  if (!isPast(batch.startsAt, now)) return 'planned'
  return isPast(batch.expiresAt, now) ? 'expired' : 'open'
}

/** `none`: its codes were written to a file by the command. */
function fileOf(batch: OperatorBatch, now: Temporal.Instant): BatchFile {
  if (batch.operatorId === null) return 'none'
  if (batch.fetchedAt) return 'fetched'
  if (batch.readyAt === null) return 'making'
  return isPast(batch.readyAt.add({ hours: FILE_HOURS }), now) ? 'expired' : 'ready'
}
