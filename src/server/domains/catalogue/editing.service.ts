import { AppError } from '#contract/errors.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import type { Db, Tx } from '#server/kit/db.ts'
import { revisionOf, type SeenRevision } from '#server/kit/drafts.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { DomainModule } from '../domain-module.ts'
import { createBulkChanges } from './bulk.service.ts'
import { changedFields } from './content.rules.ts'
import { findHeldPlans, type HandOver, handPlans, takePlan } from './plans.repo.ts'
import { createPlans, planHealth, PLANS_EVERY_MS, type PlansDeps } from './plans.service.ts'
import {
  countRentals,
  findAssets,
  findDraftsOf,
  findStored,
  findSummary,
  findTags,
  findVersion,
  findVersions,
  isDraft,
  keepVersion,
  takeDraftAssets,
  titleDrafts,
  type TitleVersion,
} from './title-content.repo.ts'
import { findLicensors, findTitleNames, findTitleRows, readTitleRows } from './title-rows.repo.ts'
import { programIdOfGuid } from './drafts.rules.ts'
import { createTitlePublication, type PublicationDeps, type TitlePublication } from './title-publication.service.ts'
import type { Editor } from './titles-model.ts'

interface NewDraft {
  readonly programId?: string | undefined
  readonly content: TitleContent
  readonly baseVersion: number
  readonly seen?: SeenRevision
}

interface DroppedDraft {
  readonly programId: string
  readonly operatorId: string
  readonly content?: TitleContent
  readonly seen?: SeenRevision
}

export type TitleEditing = ReturnType<typeof createTitleEditing>

const HISTORY_PAGE = 50
const LICENSORS_MAX = 500
const HELD_PLANS_MAX = 50

/** Titles as operators edit them: drafts and versions, and what changes the title itself. No statement for viewers reads drafts or versions. */
export function createTitleEditing(deps: PublicationDeps & PlansDeps) {
  const { db, clock } = deps
  const publication = createTitlePublication(deps)
  const plans = createTitlePlans({ ...deps, publication })
  const bulk = createBulkChanges({ db, clock, publication })
  const domainModule: DomainModule = {
    scheduledTasks: [
      { name: 'planned publications', everyMs: PLANS_EVERY_MS, run: plans.carryOutDue },
      { name: 'bulk changes', everyMs: BULK_EVERY_MS, run: bulk.carryOutDue },
    ],
    health: () => planHealth(deps),
  }
  return {
    list: (query: Parameters<typeof findTitleRows>[1]) => findTitleRows(db, query, clock.now()),
    rows: (tx: Tx, query: Parameters<typeof readTitleRows>[1]) => readTitleRows(tx, query, clock.now()),
    find,
    saveDraft,
    dropDraft,
    publication,
    plans,
    bulk,
    history: (programId: string, after?: number) => historyOf(db, programId, after),
    version: (programId: string, wanted: number) => versionOf(db, programId, wanted),
    restore,
    tags: (text: string) => findTags(db, text),
    licensors: () => findLicensors(db, LICENSORS_MAX),
    names: (programIds: readonly string[]) => findTitleNames(db, programIds),
    ownDrafts,
    heldPlans: () => findHeldPlans(db, HELD_PLANS_MAX),
    continuePlan,
    handOver: async (tx: Tx, work: HandOver) => (await handPlans(tx, work)) + (await titleDrafts.handOver(tx, work)),
    editable,
    /** The asset of the film of a guid, also of a draft. */
    filmOf,
    domainModule,
  }

  /** In the name of this operator. @returns what it publishes, and whose it was @throws AppError CONFLICT for one that is not held */
  async function continuePlan(tx: Tx, { operatorId, actor }: Editor, plannedId: string) {
    const taken = await takePlan(tx, { plannedId, operatorId, actor })
    if (!taken) throw operatorRefusal({ is: 'workNotHeld' })
    return taken
  }

  /** @throws AppError NOT_FOUND */
  async function find(programId: string, { operatorId }: { operatorId: string }) {
    const [summary, drafts, assets, rentals, planned] = await Promise.all([
      findSummary(db, programId, clock.now()),
      titleDrafts.list(db, programId),
      findAssets(db, programId),
      countRentals(db, { programId, now: clock.now() }),
      plans.of(programId),
    ])
    if (!summary && drafts.length === 0) throw new AppError('NOT_FOUND')
    const others = drafts.filter((draft) => draft.operatorId !== operatorId)
    const own = drafts.find((one) => one.operatorId === operatorId)
    const draft = own && { ...own, revision: revisionOf(own.savedAt) }
    return { programId, summary, draft, others, assets, rentals, ...planned }
  }

  async function filmOf(programGuid: string): Promise<string | undefined> {
    const assets = await findAssets(db, programIdOfGuid(programGuid))
    return assets.find((asset) => asset.programGuid === programGuid && asset.role === 'film')?.assetId
  }

  /** `seen`: the draft that it was made on. @throws AppError VERSION_CONFLICT where another window has saved since */
  async function saveDraft(
    tx: Tx,
    { operatorId }: Pick<Editor, 'operatorId'>,
    { programId = newId(), content, baseVersion, seen }: NewDraft,
  ): Promise<{ programId: string; savedAt: Temporal.Instant; revision: string }> {
    const at = clock.now()
    // What it was begun from is the base of the merge.
    if (baseVersion > 0) await keepVersion(tx, { programId, actor: 'system', kind: 'import', at })
    const savedAt = await titleDrafts.write(tx, { id: programId, operatorId, content, baseVersion, seen, at })
    if (!savedAt) throw await titleDrafts.conflict(tx, { id: programId, operatorId })
    return { programId, savedAt, revision: revisionOf(savedAt) }
  }

  /**
   * `content`: only a draft that says this. `seen`: only that one.
   * @throws AppError CONFLICT for the draft of a planned title that was never published: it would be published unseen; VERSION_CONFLICT as
   * `saveDraft`
   */
  async function dropDraft(tx: Tx, { programId, operatorId, content, seen }: DroppedDraft): Promise<void> {
    const isPublished = (await findSummary(tx, programId, clock.now())) !== undefined
    if (!isPublished) await plans.requireNone(tx, programId)
    await titleDrafts.remove(tx, { id: programId, operatorId, content, seen })
    if (seen !== undefined && (await titleDrafts.list(tx, programId)).some((draft) => draft.operatorId === operatorId))
      throw await titleDrafts.conflict(tx, { id: programId, operatorId })
    if (isPublished || (await isDraft(tx, programId))) return
    const waiting = await takeDraftAssets(tx, programId)
    await deps.releaseAssets(
      tx,
      waiting.map(({ attachment }) => attachment.assetId),
    )
  }

  /** On top of what is there now, so that it can be published. @throws AppError NOT_FOUND */
  async function restore(
    tx: Tx,
    editor: Pick<Editor, 'operatorId'>,
    { programId, version: wanted, seen }: { programId: string; version: number; seen?: SeenRevision },
  ): ReturnType<typeof saveDraft> {
    const [old, stored] = [await findVersion(tx, programId, wanted), await findStored(tx, programId)]
    if (!old || !stored) throw new AppError('NOT_FOUND')
    return saveDraft(tx, editor, { programId, content: old.content, baseVersion: stored.version, seen })
  }
}

/** Newest first. `fields`: against the version before it. */
async function historyOf(db: Db, programId: string, after?: number) {
  const found = await findVersions(db, { programId, before: after, limit: HISTORY_PAGE + 1 })
  const list = found.slice(0, HISTORY_PAGE).map(({ content, ...version }, at) => ({
    ...version,
    fields: changedFields(found[at + 1]?.content, content),
  }))
  return { list, next: found.length > HISTORY_PAGE ? list.at(-1)!.version : null }
}

/** @throws AppError NOT_FOUND */
async function versionOf(
  db: Db,
  programId: string,
  wanted: number,
): Promise<Pick<TitleVersion, 'version' | 'content'>> {
  const found = await findVersion(db, programId, wanted)
  if (found) return found
  // It is kept when it is about to be changed.
  const stored = await findStored(db, programId)
  if (stored?.version !== wanted) throw new AppError('NOT_FOUND')
  return { version: wanted, content: stored.content }
}

const BULK_EVERY_MS = 2_000

/** A title for a change: as it is published, locked, and its drafts, the newest first. */
async function editable(db: Db, programId: string, { lock }: { lock: boolean }) {
  return { stored: await findStored(db, programId, { lock }), drafts: await titleDrafts.list(db, programId) }
}

/** @throws AppError NOT_FOUND for one that is not the operator's own */
async function ownDrafts(
  tx: Tx,
  { operatorId, programIds }: { operatorId: string; programIds: readonly string[] },
): Promise<ReadonlyMap<string, TitleContent>> {
  const drafts = new Map(
    (await findDraftsOf(tx, { operatorId, programIds })).map(({ programId, content }) => [programId, content]),
  )
  if (programIds.some((programId) => !drafts.has(programId))) throw new AppError('NOT_FOUND')
  return drafts
}

interface TitlePlansDeps extends PlansDeps {
  readonly publication: Pick<TitlePublication, 'requirePublishable' | 'publish'>
}

/** Publications of titles at a time. */
function createTitlePlans({ publication, ...deps }: TitlePlansDeps) {
  return createPlans<TitleContent>(deps, {
    kind: 'title',
    planned: 'titlePlanned',
    requirePublishable: (tx, { id: programId, ...planned }) =>
      publication.requirePublishable(tx, { programId, ...planned }),

    publish: async (tx, editor, { id: programId, ...planned }) => {
      const { version, fields } = await publication.publish(tx, editor, { programId, ...planned })
      return { version, details: { fields } }
    },

    keepAsDraft: async (tx, operatorId, { id, ...draft }) => {
      const drafts = await titleDrafts.list(tx, id)
      if (drafts.some((each) => each.operatorId === operatorId)) return false
      return (await titleDrafts.write(tx, { id, operatorId, ...draft, seen: null, at: deps.clock.now() })) !== undefined
    },

    failedMail: async (_tx, { content, cause }) => {
      const { zh_HK: zh, en_US: en } = content.title
      return { template: 'planFailed', params: { title: { zh_HK: zh || en, en_US: en || zh }, cause } }
    },
  })
}
