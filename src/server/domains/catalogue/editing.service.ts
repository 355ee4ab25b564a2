import { AppError } from '#contract/errors.ts'
import type { MailTemplates } from '#contract/messages.ts'
import type { TitleIssue } from '#contract/admin/title-issues.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import type { Db, Tx } from '#server/kit/db.ts'
import { revisionOf, type SeenRevision } from '#server/kit/drafts.ts'
import { newId } from '#server/kit/ids.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import type { DomainModule } from '../domain-module.ts'
import { createBulkChanges } from './bulk.service.ts'
import {
  advisoryIssues,
  blockingIssues,
  changedFields,
  changeOf,
  episodesOf,
  hashOfImage,
  imagesOf,
  isNarrower,
  type Surroundings,
} from './content.rules.ts'
import { type HandOver, handPlans } from './plans.repo.ts'
import { planHealth, PLANS_EVERY_MS } from './plans.service.ts'
import { createTitlePlans } from './title-plans.service.ts'
import { createTakeDowns, type ImageRefusals } from './take-down.service.ts'
import type { CatalogueDeps } from './ports.ts'
import {
  addTags,
  findAssets,
  findDraftsOf,
  findStored,
  findSummary,
  findTags,
  findVersion,
  findVersions,
  isDraft,
  keepVersion,
  knownImages,
  knownPeople,
  linkPeople,
  removeOtherEpisodes,
  type StoredTitle,
  type TitleVersion,
  type VersionKind,
  takeDraftAssets,
  titleDrafts,
} from './title-content.repo.ts'
import { countRentals, findLicensors, findTitleNames, findTitleRows, readTitleRows } from './title-rows.repo.ts'
import { episodeGuid, programIdOfGuid } from './drafts.rules.ts'
import type { AssetAttachment, Editor, Publication } from './titles-model.ts'
import {
  changeTitle,
  insertTitle,
  lockTitleOfGuid,
  noteNarrowing,
  notifyChanged,
  publishTitle,
  replaceLicences,
  setState,
  upsertEpisode,
} from './titles.repo.ts'

export type EditingDeps = Pick<CatalogueDeps, 'db' | 'clock' | 'titleFonts' | 'onTitlesChanged'> & {
  /** Of the title's writer. */
  readonly attachAsset: (tx: Db, attachment: AssetAttachment) => Promise<unknown>
  /** Whether an operator may still publish: neither disabled nor without the role. */
  readonly mayPublish: (tx: Tx, operatorId: string) => Promise<boolean>
  readonly images: ImageRefusals
  /** By mail. */
  readonly tellOfFailedPlan: (tx: Tx, operatorId: string, plan: MailTemplates['planFailed']) => Promise<void>
  /** What nothing plays any more. */
  readonly releaseAssets: (tx: Db, assetIds: readonly string[]) => Promise<void>
}

type TitleRef = { readonly programId: string; readonly version?: number | undefined }

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

/** Titles as operators edit them: drafts, publication, versions. No statement for viewers reads drafts or versions. */
export function createTitleEditing(deps: EditingDeps) {
  const { db, clock } = deps
  const plans = createTitlePlans({ ...deps, requirePublishable, publish })
  const bulk = createBulkChanges({ db, clock, write, writeState })
  const takeDowns = createTakeDowns({ clock, images: deps.images, writeState })
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
    check,
    publish,
    withdraw,
    bringBack,
    takeDown: takeDowns.takeDown,
    liftTakeDown: takeDowns.lift,
    plan: plans.plan,
    unplan: plans.unplan,
    history: (programId: string, after?: number) => historyOf(db, programId, after),
    version: (programId: string, wanted: number) => versionOf(db, programId, wanted),
    restore,
    bulk,
    tags: (text: string) => findTags(db, text),
    licensors: () => findLicensors(db, LICENSORS_MAX),
    names: (programIds: readonly string[]) => findTitleNames(db, programIds),
    ownDrafts,
    handOver: async (tx: Tx, work: HandOver) => (await handPlans(tx, work)) + (await titleDrafts.handOver(tx, work)),
    editable,
    /** The asset of the film of a guid, also of a draft. */
    filmOf,
    domainModule,
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

  async function check(programId: string | undefined, content: TitleContent): Promise<TitleIssue[]> {
    const surroundings = await surroundingsOf(db, programId, content)
    return [...blockingIssues(content, surroundings), ...advisoryIssues(content, surroundings)]
  }

  async function surroundingsOf(tx: Db, programId: string | undefined, content: TitleContent): Promise<Surroundings> {
    const stored = programId === undefined ? undefined : await findSummary(tx, programId, clock.now())
    const assets = programId === undefined ? [] : await findAssets(tx, programId)
    const films = assets.filter(({ role }) => role === 'film')
    const guids = (list: typeof films) => new Set(list.map(({ programGuid }) => programGuid))
    return {
      people: await knownPeople(
        tx,
        [...content.directors, ...content.actors].map(({ personId }) => personId),
      ),
      images: await knownImages(tx, imagesOf(content).map(hashOfImage)),
      programType: stored?.content.programType,
      films: guids(films),
      subtitled: guids(films.filter(({ subtitleLanguages }) => subtitleLanguages.length > 0)),
      now: clock.now(),
    }
  }

  /** Locks the title. @throws AppError VERSION_CONFLICT; INVALID_INPUT for what may not be published */
  async function requirePublishable(
    tx: Tx,
    { programId, content, version }: Publication,
  ): Promise<StoredTitle | undefined> {
    const stored = await findStored(tx, programId, { lock: true })
    if ((stored?.version ?? 0) !== (version ?? 0)) throw await conflictOf(tx, stored)
    if (stored?.takenDownAt) throw operatorRefusal({ is: 'titleTakenDown' })
    const issues = blockingIssues(content, await surroundingsOf(tx, programId, content))
    if (issues.length > 0) throw operatorRefusal({ is: 'titleIncomplete', count: issues.length })
    return stored
  }

  /** A withdrawn title is shown again. @throws AppError as `requirePublishable` @returns the fields that changed */
  async function publish(tx: Tx, { actor, operatorId }: Editor, publication: Publication) {
    const { programId, content } = publication
    const stored = await requirePublishable(tx, publication)
    await titleDrafts.remove(tx, { id: programId, operatorId, content })
    const version = await write(tx, { stored, programId, content, actor, kind: 'publish' })
    return { version, fields: changedFields(stored?.content, content) }
  }

  type Write = {
    stored: StoredTitle | undefined
    programId: string
    content: TitleContent
    actor: string
    kind: VersionKind
  }

  async function write(tx: Tx, { stored, programId, content, actor, kind }: Write): Promise<number> {
    const at = clock.now()
    if (stored) await keepVersion(tx, { programId, actor: 'system', kind: 'import', at })
    if (stored && isNarrower(stored.content, content)) await noteNarrowing(tx, programId)
    const change = changeOf(content)
    await addTags(tx, change.tags ?? [])
    const { programType, classify, restriction, vodTypes, releaseYear } = content
    const writing = { ...change, programId, programType, classify, restriction, vodTypes, releaseYear }
    if (stored) await changeTitle(tx, { programId, change, at })
    else if (!(await insertTitle(tx, { writing, at }))) throw await conflictOf(tx, await findStored(tx, programId))
    await linkPeople(tx, programId, content)
    await replaceLicences(tx, { programId, licences: change.licences })
    await deps.releaseAssets(tx, await writeEpisodes(tx, programId, { stored, content }))
    if (!stored || (kind === 'publish' && stored.state !== 'published')) await publishTitle(tx, { programId, at })
    if (!stored) await attachDraftAssets(tx, programId)
    await deps.titleFonts.register([change.title.zh, change.title.en], tx)
    return finish(tx, { programId, actor, kind, at })
  }

  /** Of a series those of its episodes; of others that are gone nothing is attached. */
  async function attachDraftAssets(tx: Tx, programId: string): Promise<void> {
    for (const { attachment } of await takeDraftAssets(tx, programId)) {
      if (await lockTitleOfGuid(tx, attachment.programGuid)) await deps.attachAsset(tx, attachment)
    }
  }

  /** @returns the version that was made */
  async function finish(
    tx: Tx,
    { programId, actor, kind, at }: { programId: string; actor: string; kind: VersionKind; at: Temporal.Instant },
  ): Promise<number> {
    const version = await keepVersion(tx, { programId, actor, kind, at })
    if (version === undefined) throw new Error(`${programId} was changed without a new version`)
    await deps.onTitlesChanged?.(tx, [programId])
    await notifyChanged(tx)
    return version
  }

  /** @returns how many running rentals are refunded, which the rentals' own task does @throws AppError NOT_FOUND, VERSION_CONFLICT, CONFLICT */
  async function withdraw(tx: Tx, { actor }: Editor, ref: TitleRef): Promise<{ version: number; rentals: number }> {
    const version = await changeState(tx, { ...ref, actor, from: 'published', to: 'withdrawn' })
    return { version, rentals: await countRentals(tx, { programId: ref.programId, now: clock.now() }) }
  }

  /** @throws AppError as `withdraw` */
  async function bringBack(tx: Tx, { actor }: Editor, ref: TitleRef): Promise<{ version: number }> {
    return { version: await changeState(tx, { ...ref, actor, from: 'withdrawn', to: 'published' }) }
  }

  type StateChange = TitleRef & { actor: string; from: 'published' | 'withdrawn'; to: 'published' | 'withdrawn' }

  async function changeState(tx: Tx, { programId, version, actor, from, to }: StateChange): Promise<number> {
    const stored = await findStored(tx, programId, { lock: true })
    if (!stored) throw new AppError('NOT_FOUND')
    if (version !== undefined && stored.version !== version) throw await conflictOf(tx, stored)
    if (stored.state !== from) throw operatorRefusal({ is: 'titleState', state: stored.state })
    if (to === 'published' && stored.takenDownAt) throw operatorRefusal({ is: 'titleTakenDown' })
    return writeState(tx, { programId, actor, kind: to === 'withdrawn' ? 'withdraw' : 'publish', state: to })
  }

  type StateWrite = Pick<Write, 'programId' | 'actor' | 'kind'> & { state: 'published' | 'withdrawn' }

  async function writeState(tx: Tx, { programId, actor, kind, state }: StateWrite): Promise<number> {
    const at = clock.now()
    await keepVersion(tx, { programId, actor: 'system', kind: 'import', at })
    await setState(tx, { programId, state, at })
    return finish(tx, { programId, actor, kind, at })
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

/** @returns the assets of episodes that there are no more */
async function writeEpisodes(
  tx: Tx,
  programId: string,
  { stored, content }: { stored: StoredTitle | undefined; content: TitleContent },
): Promise<string[]> {
  const removed = await removeOtherEpisodes(tx, programId, content.episodes)
  const before = new Set(stored?.content.episodes.map((episode) => JSON.stringify(episodeKey(episode))))
  const changed = episodesOf({
    ...content,
    episodes: content.episodes.filter((episode) => !before.has(JSON.stringify(episodeKey(episode)))),
  })
  for (const draft of changed)
    await upsertEpisode(tx, { programId, programGuid: episodeGuid(programId, draft.season, draft.episode), draft })
  return removed
}

/** In one order of keys. */
const episodeKey = ({ season, episode, title, description, image, ...at }: TitleContent['episodes'][number]) => [
  season,
  episode,
  [title.zh_HK, title.en_US, description.zh_HK, description.en_US, image],
  [at.startShowPoint, at.startPosition, at.endPosition],
]

async function conflictOf(tx: Tx, stored: StoredTitle | undefined): Promise<AppError> {
  if (!stored) return new AppError('NOT_FOUND')
  const { programId, version, content } = stored
  const kept = await findVersion(tx, programId, version)
  const { actor = 'system', at = Temporal.Instant.fromEpochMilliseconds(0) } = kept ?? {}
  return new AppError('VERSION_CONFLICT', { current: { version, content }, by: actor, at: at.toString() })
}

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
