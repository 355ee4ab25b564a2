import type { Kysely } from 'kysely'
import { type BulkChange, BULK_MAX, SKIPPED_SHOWN, type SkipReason } from '#contract/admin/bulk.ts'
import type { TitleContent, TitlesFilter } from '#contract/admin/titles.ts'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Database, type Db, inTransaction, type Tx } from '#server/kit/db.ts'
import { isDiskFull } from '#server/kit/disk-full.ts'
import { newId } from '#server/kit/ids.ts'
import type { Log } from '#server/kit/log.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { outageOf } from '#server/kit/outage.ts'
import { recordAudit } from '../audit/index.ts'
import {
  type BulkJob,
  continueJob,
  countPriced,
  findHeld,
  findJob,
  findMade,
  findWaiting,
  finishJobs,
  type HeldJob,
  insertJob,
  type OpenRow,
  type SeenTitle,
  type Skipped,
  takeRow,
  writeOutcome,
} from './bulk.repo.ts'
import { contentAfter } from './bulk.rules.ts'
import { blockingIssues, changedFields, hashOfImage, imagesOf } from './content.rules.ts'
import { countRentals, findStored, findStoredTitles, findVersion, type StoredTitle } from './title-content.repo.ts'
import { findSeenTitles } from './title-rows.repo.ts'
import type { TitlePublication } from './title-publication.service.ts'
import type { Editor } from './titles-model.ts'

interface BulkDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly publication: Pick<TitlePublication, 'write' | 'writeState'>
}

/** Titles as they were seen, or all of a filter with their number. */
export interface Selection {
  readonly titles?: readonly SeenTitle[] | undefined
  readonly filter?: TitlesFilter | undefined
  readonly expected?: number | undefined
}

type Decision = { skip: SkipReason } | { content: TitleContent } | { state: 'published' | 'withdrawn' }

const BATCH = 200
const HELD_SHOWN = 50

/** One change of many titles: a job whose rows a worker carries out, each in a transaction of its own. */
export function createBulkChanges({ db, clock, publication }: BulkDeps) {
  return {
    select,
    tryChange,
    start,
    job,
    undo,
    requireUndoable,
    held,
    /** The titles that a held job has not changed yet. */
    waiting: findWaiting,
    continueHeld,
    carryOutDue,
    /** Titles whose prices an operator has changed since without a second person. */
    countPriced,
  }

  /** @throws AppError CONFLICT where the filter finds another number than was seen; INVALID_INPUT for none or too many */
  async function select(tx: Db, { titles, filter, expected }: Selection): Promise<readonly SeenTitle[]> {
    const seen = titles ?? (await findSeenTitles(tx, { filter: filter ?? {}, now: clock.now(), limit: BULK_MAX + 1 }))
    if (seen.length === 0) throw operatorRefusal({ is: 'bulkEmpty' })
    if (seen.length > BULK_MAX) throw operatorRefusal({ is: 'bulkTooMany', max: BULK_MAX })
    if (titles === undefined && seen.length !== expected)
      throw operatorRefusal({ is: 'bulkCount', expected: expected ?? 0, found: seen.length })
    return seen
  }

  async function tryChange(selection: Selection, change: BulkChange) {
    const seen = await select(db, selection)
    const skip: Skipped[] = []
    let [changed, rentals] = [0, 0]
    for (let from = 0; from < seen.length; from += BATCH) {
      const part = seen.slice(from, from + BATCH)
      const stored = await findStoredTitles(
        db,
        part.map(({ programId }) => programId),
      )
      for (const { programId, version } of part) {
        const title = stored.get(programId)
        const decision = decide(title, { version, change })
        if ('skip' in decision) {
          skip.push({ programId, title: title?.content.title ?? { zh_HK: '', en_US: '' }, reason: decision.skip })
          continue
        }
        changed++
        if ('state' in decision && decision.state === 'withdrawn')
          rentals += await countRentals(db, { programId, now: clock.now() })
      }
    }
    return { found: seen.length, changed, rentals, skipped: skip.length, skip: skip.slice(0, SKIPPED_SHOWN) }
  }

  /** @throws AppError as `select` */
  async function start(
    tx: Tx,
    { operatorId, actor }: Editor,
    { selection, change, approvedBy }: { selection: Selection; change: BulkChange; approvedBy?: string | undefined },
  ) {
    const seen = await select(tx, selection)
    const jobId = newId()
    await insertJob(tx, { jobId, operatorId, actor, change, undoOf: null, approvedBy, at: clock.now() }, seen)
    return { jobId, titles: seen.length }
  }

  /** @throws AppError NOT_FOUND */
  async function job(jobId: string): Promise<BulkJob> {
    const found = await findJob(db, jobId, { shown: SKIPPED_SHOWN })
    if (!found) throw new AppError('NOT_FOUND')
    return found
  }

  /** @throws AppError NOT_FOUND; CONFLICT while it runs, when it was taken back already, and for a job that takes back */
  async function undo(
    tx: Tx,
    { operatorId, actor }: Editor,
    { undoOf, approvedBy }: { undoOf: string; approvedBy?: string | undefined },
  ): Promise<{ jobId: string; titles: number }> {
    const { change, made } = await requireUndoable(tx, undoOf)
    const jobId = newId()
    const undoing = { jobId, operatorId, actor, change, undoOf, approvedBy, at: clock.now() }
    if (!(await insertJob(tx, undoing, made))) throw operatorRefusal({ is: 'bulkUndone' })
    return { jobId, titles: made.length }
  }

  /** With the titles that it changed. @throws AppError as `undo` */
  async function requireUndoable(tx: Tx, jobId: string): Promise<BulkJob & { made: readonly SeenTitle[] }> {
    const found = await findJob(tx, jobId, { shown: 0 })
    if (!found) throw new AppError('NOT_FOUND')
    if (found.finishedAt === null) throw operatorRefusal({ is: 'bulkRuns' })
    const made = await findMade(tx, jobId)
    if (made.length === 0 || found.undoneBy !== null) throw operatorRefusal({ is: 'bulkUndone' })
    return { ...found, made }
  }

  /** Jobs of operators who may not change titles any more. `jobId`: this one. */
  function held(on: Db = db, jobId?: string): Promise<HeldJob[]> {
    return findHeld(on, { jobId: jobId ?? null, limit: HELD_SHOWN })
  }

  /** In the name of this operator. @throws AppError CONFLICT for one that is not held */
  async function continueHeld(
    tx: Tx,
    { operatorId, actor }: Editor,
    { jobId, approvedBy }: { jobId: string; approvedBy?: string | undefined },
  ): Promise<void> {
    const at = clock.now()
    if (!(await continueJob(tx, { jobId, operatorId, actor, approvedBy, at })))
      throw operatorRefusal({ is: 'workNotHeld' })
  }

  async function carryOutDue({ log }: { log: Log }): Promise<void> {
    for (;;) {
      let row: OpenRow | undefined
      try {
        row = await inTransaction(db, async (tx) => {
          const taken = await takeRow(tx)
          row = taken
          if (taken) await carryOut(tx, taken)
          return taken
        })
      } catch (error) {
        // Another transaction is at the title: the next run tries again.
        if (error instanceof AppError && error.code === 'UNAVAILABLE') return
        if (isDiskFull(error) || outageOf(error)) throw error
        log.error({ err: error, jobId: row?.jobId, programId: row?.programId }, 'a title of a bulk change failed')
        if (row) await skip(row)
      }
      if (!row) break
    }
    await finishJobs(db, clock.now())
  }

  function skip({ jobId, position }: OpenRow): Promise<void> {
    return inTransaction(db, (tx) => writeOutcome(tx, { jobId, position, outcome: 'skipped', reason: 'REFUSED' }))
  }

  async function carryOut(tx: Tx, row: OpenRow): Promise<void> {
    const { jobId, position, programId, version, change, undoOf, actor, operatorId } = row
    const stored = await findStored(tx, programId, { lock: true })
    const decision = undoOf === null ? decide(stored, row) : await decideUndo(tx, stored, row)
    if ('skip' in decision || !stored) {
      const reason = 'skip' in decision ? decision.skip : 'NEVER_PUBLISHED'
      return writeOutcome(tx, { jobId, position, outcome: 'skipped', reason })
    }
    const kind = undoOf === null ? 'bulk' : 'undo'
    const madeVersion =
      'state' in decision
        ? await publication.writeState(tx, { programId, actor, kind, state: decision.state })
        : await publication.write(tx, { programId, actor, kind, stored, content: decision.content })
    await writeOutcome(tx, { jobId, position, outcome: 'changed', madeVersion })
    const fields = 'state' in decision ? ['state'] : changedFields(stored.content, decision.content)
    const entry = { at: clock.now(), actor, operatorId, bulkId: jobId, subject: `title:${programId}` }
    const action = undoOf === null ? 'change title' : 'undo change of title'
    const versions = { before: { version }, after: { version: madeVersion }, details: { fields, field: change.field } }
    await recordAudit(tx, { ...entry, action, ...versions })
  }
}

function decide(
  stored: StoredTitle | undefined,
  { version, change }: { version: number; change: BulkChange },
): Decision {
  if (!stored || stored.state === 'draft') return { skip: 'NEVER_PUBLISHED' }
  if (stored.version !== version) return { skip: 'CHANGED' }
  if (change.field === 'state') return decideState(stored, change.state)
  const content = contentAfter(stored.content, change)
  if (!content) return { skip: 'SAME' }
  return isPublishable(content) ? { content } : { skip: 'REFUSED' }
}

function decideState({ state, takenDownAt }: StoredTitle, wanted: 'published' | 'withdrawn'): Decision {
  if (state === wanted) return { skip: 'SAME' }
  return wanted === 'published' && takenDownAt ? { skip: 'REFUSED' } : { state: wanted }
}

/** What it names it named before. */
const isPublishable = (content: TitleContent): boolean =>
  blockingIssues(content, {
    people: new Set([...content.directors, ...content.actors].map(({ personId }) => personId)),
    images: new Set(imagesOf(content).map(hashOfImage)),
    programType: content.programType,
  }).length === 0

async function decideUndo(
  tx: Tx,
  stored: StoredTitle | undefined,
  { programId, version, change }: OpenRow,
): Promise<Decision> {
  if (stored?.version !== version) return { skip: 'CHANGED' }
  if (change.field === 'state') return decideState(stored, change.state === 'withdrawn' ? 'published' : 'withdrawn')
  const predecessor = await findVersion(tx, programId, version - 1)
  return predecessor ? { content: predecessor.content } : { skip: 'CHANGED' }
}
