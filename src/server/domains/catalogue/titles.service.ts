import { AppError } from '#contract/errors.ts'
import { type Db, NO_REPLICA } from '#server/kit/db.ts'
import type { Viewer } from '../viewer.ts'
import { titlesByIds, countPublic, findPublic, type PublicTitle } from './cards.repo.ts'
import {
  findDetail,
  findNames,
  findPlayable,
  findPublicPreview,
  type LicenceContext,
  type PlayableRef,
  findWatchable,
  rentableColumn,
  rentableOf,
} from './detail.repo.ts'
import { type CardViewer, createLists, type ListViewer } from './lists.service.ts'
import type {
  AssetRole,
  ViewerScope,
  ListRequest,
  LocalizedText,
  PlayableTitle,
  TitleCard,
  TitleDetail,
  TitlePage,
  WatchableTitle,
  AssetAttachment,
  EpisodeDraft,
  PublishedWriting,
  TitleChange,
  TitleWriting,
} from './titles-model.ts'
import {
  type At,
  findAttached,
  findNextEdge,
  hasNoTitle,
  updateRating,
  changeTitle,
  fillEpisodeImage,
  findAttachedAsset,
  findTitleKind,
  insertTitle,
  lockTitleOfGuid,
  notifyChanged,
  findNarrowed,
  publishTitle,
  replaceLicences,
  replacePeople,
  type TitleOfGuid,
  upsertAsset,
  upsertEpisode,
  upsertTags,
} from './titles.repo.ts'
import type { TitleDraft } from '#contract/ingest.ts'
import type { RankedScope, TitleScope } from './titles.query.ts'
import { newId } from '#server/kit/ids.ts'
import type { CatalogueDeps } from './ports.ts'
import { createTitlePreviews } from './title-previews.service.ts'
import { isDraft, keepVersions, writeDraftAsset } from './title-content.repo.ts'
import {
  assertDraft,
  episodeGuid,
  programIdOfGuid,
  episodeOfDraft,
  localeOf,
  openLicences,
  writingOf,
} from './drafts.rules.ts'

type ListArguments = [scope: TitleScope | RankedScope, request: ListRequest]

export type Catalogue = ReturnType<typeof createCatalogue>

/** Every read takes at most two sequential statements. */
export function createCatalogue(deps: CatalogueDeps) {
  const { db, reads = db, fixedPlanDb = db, replica = NO_REPLICA, clock } = deps
  const viewerScopeOf = ({ region, kids, now }: Pick<Viewer, 'region' | 'kids' | 'now'>): ViewerScope => ({
    region,
    kids,
    now: now ?? clock.now(),
    ...(now && { isPreview: true }),
  })

  const lists = createLists({ db, reads, fixedPlanDb, replica, viewerScopeOf })
  const previews = createTitlePreviews(db, viewerScopeOf)
  const writes = createTitleWrites(deps)

  return {
    createTitle: writes.createTitle,
    addMissing: writes.addMissing,
    updateTitle: writes.updateTitle,
    addEpisode: writes.addEpisode,
    publish: writes.publish,
    titleWriter: writes.titleWriter,
    viewerScopeOf,
    list: async (viewer: ListViewer, ...asked: ListArguments): Promise<TitlePage> =>
      previews.replaceIn(viewer, await lists.list(viewer, ...asked)),
    first: async (viewer: CardViewer, scope: TitleScope | RankedScope, limit: number): Promise<TitleCard[]> =>
      previews.replace(viewer, await lists.first(viewer, scope, limit)),
    domainModule: lists.domainModule,

    /** In the given order, without those that the viewer may not see. */
    async cards(viewer: CardViewer, programIds: readonly string[]): Promise<TitleCard[]> {
      if (programIds.length === 0) return []
      const titles = await titlesByIds(db, { viewerScope: viewerScopeOf(viewer), programIds })
      return previews.arrange(viewer, programIds, titles)
    },

    /** @throws NOT_FOUND */
    async watchable(viewer: Pick<Viewer, 'region' | 'kids'>, ref: PlayableRef): Promise<WatchableTitle> {
      const found = await findWatchable(db, viewerScopeOf(viewer), ref)
      if (!found) throw new AppError('NOT_FOUND')
      return found
    },

    /** Also titles that this viewer may not see (`access`). @throws NOT_FOUND */
    async detail(viewer: Pick<Viewer, 'region' | 'now' | 'preview'>, programId: string): Promise<TitleDetail> {
      const { region, now = clock.now() } = viewer
      const detail = (await previews.detail(viewer, programId)) ?? (await findDetail(db, programId, { region, now }))
      if (!detail) throw new AppError('NOT_FOUND')
      return detail
    },

    /** Undefined for an unknown title, a draft, or another title's guid. */
    playable: (ref: PlayableRef, context: LicenceContext, tx: Db = db): Promise<PlayableTitle | undefined> =>
      findPlayable(tx, ref, context),

    /** As a column of a purchase's statement. */
    rentableColumn,
    rentableOf,

    /** Joins the vote's transaction. Cached lists follow within a minute. */
    setRating: updateRating,

    names: async (programIds: readonly string[]): Promise<ReadonlyMap<string, LocalizedText>> =>
      programIds.length === 0 ? new Map() : findNames(db, programIds),

    /** Store key; undefined without a preview, an open licence, or for class III. */
    /** Titles that fewer may watch than when grants, which still live, were given. */
    narrowed: (): Promise<string[]> => findNarrowed(db),

    publicPreview: (assetId: string): Promise<string | undefined> =>
      findPublicPreview(db, { assetId, now: clock.now() }),

    /** For search engines. */
    publicTitles: (region: string) => {
      const viewer = { region, kids: false }
      return {
        count: (): Promise<number> => countPublic(db, viewerScopeOf(viewer)),
        page: (range: { offset: number; limit: number }): Promise<PublicTitle[]> =>
          findPublic(db, viewerScopeOf(viewer), range),
      }
    },

    /** Next start or end of a licence: bounds cache lifetimes. */
    nextEdge: (now: Temporal.Instant, region?: string): Promise<Temporal.Instant | undefined> =>
      findNextEdge(db, { now, region }),

    attached: (): Promise<{ programGuid: string; role: AssetRole }[]> => findAttached(db),

    /** Including drafts. */
    isEmpty: (): Promise<boolean> => hasNoTitle(db),
  }
}

type Writing = Pick<CatalogueDeps, 'clock' | 'titleFonts' | 'onTitlesChanged'>

/** Each is one transaction and notifies all nodes on commit; no limit of its locks: imports and ingests wait for each other. */
function createTitleWrites(deps: CatalogueDeps) {
  const { db, clock } = deps
  const inOne = <T>(work: (tx: Db) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (tx) => {
      const result = await work(tx)
      await notifyChanged(tx)
      return result
    })

  return {
    /** @throws CONFLICT when the id is taken */
    createTitle: (writing: TitleWriting): Promise<void> =>
      inOne(async (tx) => {
        if (!(await addTitle(tx, writing, clock.now()))) throw new AppError('CONFLICT')
      }),

    /** Existing titles stay unchanged. @returns the ids of those added */
    async addMissing(tx: Db, titles: readonly PublishedWriting[]): Promise<string[]> {
      const added: string[] = []
      for (const { publishedAt, ...writing } of titles) {
        if (!(await addTitle(tx, writing, publishedAt))) continue
        await publishTitle(tx, { programId: writing.programId, at: publishedAt })
        await deps.titleFonts.register([writing.title.zh, writing.title.en], tx)
        added.push(writing.programId)
      }
      await deps.onTitlesChanged?.(tx, added)
      await notifyChanged(tx)
      return added
    },

    /** @throws NOT_FOUND */
    updateTitle: (programId: string, change: TitleChange): Promise<void> =>
      inOne(async (tx) => {
        await upsertTags(tx, change.tags ?? [])
        await withVersions(tx, { programId, at: clock.now() }, async () => {
          if (!(await changeTitle(tx, { programId, change, at: clock.now() }))) throw new AppError('NOT_FOUND')
          await writeParts(tx, programId, change)
        })
        if (change.title) await deps.titleFonts.register([change.title.zh, change.title.en], tx)
        await deps.onTitlesChanged?.(tx, [programId])
      }),

    /** Replaces the episode of this number. @throws NOT_FOUND; INVALID_INPUT for a film */
    addEpisode: (programId: string, draft: EpisodeDraft): Promise<{ programGuid: string }> =>
      inOne((tx) => addEpisodeTo(tx, programId, { draft, at: clock.now() })),

    /** @throws NOT_FOUND */
    publish: (programId: string): Promise<void> => inOne((tx) => publishNow(deps, tx, programId)),

    /** For media, inside the transaction in which assets become ready. */
    titleWriter: createTitleWriter(deps),
  }
}

async function publishNow({ clock, titleFonts, onTitlesChanged }: Writing, tx: Db, programId: string): Promise<void> {
  const title = await publishTitle(tx, { programId, at: clock.now() })
  if (!title) throw new AppError('NOT_FOUND')
  await titleFonts.register([title.zh, title.en], tx)
  await onTitlesChanged?.(tx, [programId])
}

function createTitleWriter(deps: CatalogueDeps) {
  return {
    /** @throws INVALID_INPUT naming every field; NOT_FOUND for an unknown series */
    async checkDraft(draft: TitleDraft): Promise<{ restriction: string }> {
      assertDraft(draft, deps.clock.now())
      return draft.series === undefined ? draft : assertSeries(deps.db, draft.series)
    },

    /** Creates and publishes the title, or adds the episode of `draft.series`. */
    async createTitle(
      tx: Db,
      draft: TitleDraft,
      audioLanguage?: string,
    ): Promise<{ programId: string; programGuid: string }> {
      const at = deps.clock.now()
      assertDraft(draft, at)
      await notifyChanged(tx)
      if (draft.series !== undefined) {
        return {
          programId: draft.series,
          ...(await addEpisodeTo(tx, draft.series, { draft: episodeOfDraft(draft), at })),
        }
      }
      const locale = localeOf(audioLanguage)
      const writing = { ...writingOf(draft, newId(), at), ...(locale !== undefined && { locale }) }
      const { programId } = writing
      await addTitle(tx, writing, at)
      await publishNow(deps, tx, programId)
      const first = writing.episodes?.[0]
      return { programId, programGuid: first ? episodeGuid(programId, first.season, first.episode) : programId }
    },

    /** A title that is a draft gets it when it is published. @returns the asset that it replaces @throws NOT_FOUND */
    async attachAsset(tx: Db, attachment: AssetAttachment): Promise<{ replaced: string | undefined }> {
      const title = await lockTitleOfGuid(tx, attachment.programGuid)
      if (!title) return { replaced: await keepForDraft(tx, attachment, deps.clock.now()) }
      const attached = await findAttachedAsset(tx, attachment)
      await upsertAsset(tx, { programId: title.programId, attachment, at: deps.clock.now() })
      if (attachment.role === 'film') await takeFrame(deps, tx, { ...title, attachment })
      await notifyChanged(tx)
      return { replaced: attached === attachment.assetId ? undefined : attached }
    },
  }
}

async function keepForDraft(tx: Db, attachment: AssetAttachment, at: Temporal.Instant): Promise<string | undefined> {
  const programId = programIdOfGuid(attachment.programGuid)
  if (!(await isDraft(tx, programId))) throw new AppError('NOT_FOUND')
  const replaced = await writeDraftAsset(tx, { programId, attachment, at })
  return replaced === attachment.assetId ? undefined : replaced
}

type Attached = TitleOfGuid & { attachment: AssetAttachment }

/** A title or episode without an image takes a frame of its film. */
async function takeFrame({ clock, images }: CatalogueDeps, tx: Db, title: Attached): Promise<void> {
  const { programId, hasImages, isEpisode, hasEpisodeImage, attachment } = title
  const [key] = attachment.facts.frameKeys
  if (key === undefined || (hasImages && (!isEpisode || hasEpisodeImage))) return
  const image = await images.register({ key }, { name: 'frame.jpg' }, tx)
  if (isEpisode) await fillEpisodeImage(tx, { programGuid: attachment.programGuid, image })
  if (hasImages) return
  const ofTitle = { keyart: image, landscape: image, art: image, hero: image }
  const at = clock.now()
  await withVersions(tx, { programId, at }, () => changeTitle(tx, { programId, change: { images: ofTitle }, at }))
}

async function addTitle(tx: Db, writing: TitleWriting, at: Temporal.Instant): Promise<boolean> {
  await upsertTags(tx, writing.tags ?? [])
  if (!(await insertTitle(tx, { writing, at }))) return false
  await writeParts(tx, writing.programId, { ...writing, licences: writing.licences ?? openLicences(at) })
  for (const draft of writing.episodes ?? []) await putEpisode(tx, writing.programId, draft)
  return true
}

async function writeParts(tx: Db, programId: string, { directors, actors, licences }: TitleChange): Promise<void> {
  if (directors) await replacePeople(tx, { programId, part: 'director', people: directors })
  if (actors) await replacePeople(tx, { programId, part: 'actor', people: actors })
  if (licences) await replaceLicences(tx, { programId, licences })
}

/** A new version of the series. */
async function addEpisodeTo(
  tx: Db,
  programId: string,
  { draft, at }: { draft: EpisodeDraft } & At,
): Promise<{ programGuid: string }> {
  return withVersions(tx, { programId, at }, async () => {
    const added = await putEpisode(tx, programId, draft)
    await changeTitle(tx, { programId, change: {}, at })
    return added
  })
}

/** An import changes a title that operators may be editing: what it was is the base of their merge. */
async function withVersions<T>(
  tx: Db,
  { programId, at }: { programId: string } & At,
  work: () => Promise<T>,
): Promise<T> {
  const kept = { programIds: [programId], actor: 'system', kind: 'import', at } as const
  await keepVersions(tx, kept)
  const result = await work()
  await keepVersions(tx, kept)
  return result
}

async function putEpisode(tx: Db, programId: string, draft: EpisodeDraft): Promise<{ programGuid: string }> {
  await assertSeries(tx, programId)
  const programGuid = episodeGuid(programId, draft.season, draft.episode)
  await upsertEpisode(tx, { programId, programGuid, draft })
  return { programGuid }
}

async function assertSeries(db: Db, programId: string): Promise<{ restriction: string }> {
  const title = await findTitleKind(db, programId)
  if (!title) throw new AppError('NOT_FOUND', { fields: { series: `SERIES_UNKNOWN ${programId}` } })
  if (title.programType !== 'drama')
    throw new AppError('INVALID_INPUT', { fields: { series: `SERIES_IS_FILM ${programId}` } })
  return title
}
