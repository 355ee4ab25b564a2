import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/kit/db.ts'
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
import { type CardViewer, createLists } from './lists.service.ts'
import type {
  AssetRole,
  ViewerScope,
  LocalizedText,
  PlayableTitle,
  TitleCard,
  TitleDetail,
  WatchableTitle,
} from './titles-model.ts'
import { findAttached, findNextEdge, hasNoTitle } from './titles.repo.ts'
import { type CatalogueDeps, createTitleWrites } from './title-writes.service.ts'
import { updateRating } from './titles.repo.ts'

/** The public API of the catalogue; `index.ts` says what it owns. */
export type Catalogue = ReturnType<typeof createCatalogue>

/** Builds the catalogue. Every read takes at most two statements after one another. */
export function createCatalogue(deps: CatalogueDeps) {
  const { db, reads = db, fixedPlanDb = db, clock } = deps
  const viewerScopeOf = ({ region, kids }: Pick<Viewer, 'region' | 'kids'>): ViewerScope => ({
    region,
    kids,
    now: clock.now(),
  })

  const lists = createLists({ db, reads, fixedPlanDb, viewerScopeOf })
  const writes = createTitleWrites(deps)

  return {
    createTitle: writes.createTitle,
    addMissing: writes.addMissing,
    updateTitle: writes.updateTitle,
    addEpisode: writes.addEpisode,
    publish: writes.publish,
    titleWriter: writes.titleWriter,

    viewerScopeOf,

    list: lists.list,
    first: lists.first,

    domainModule: lists.domainModule,

    /** These titles, in this order, without those that the viewer may not see. */
    async cards(viewer: CardViewer, programIds: readonly string[]): Promise<TitleCard[]> {
      if (programIds.length === 0) return []
      return titlesByIds(db, { viewerScope: viewerScopeOf(viewer), programIds })
    },

    /** A film or an episode that this viewer may see; the first episode when a series is named by its own id. @throws NOT_FOUND */
    async watchable(viewer: Pick<Viewer, 'region' | 'kids'>, ref: PlayableRef): Promise<WatchableTitle> {
      const found = await findWatchable(db, viewerScopeOf(viewer), ref)
      if (!found) throw new AppError('NOT_FOUND')
      return found
    },

    /** A published title in full, also where this viewer may not see it: `access` decides what is shown of it. @throws NOT_FOUND */
    async detail(viewer: Pick<Viewer, 'region'>, programId: string): Promise<TitleDetail> {
      const detail = await findDetail(db, programId, { region: viewer.region, now: clock.now() })
      if (!detail) throw new AppError('NOT_FOUND')
      return detail
    },

    /** What an order needs of a guid; undefined for an unknown title, a draft, or a guid of another title. */
    playable: (ref: PlayableRef, context: LicenceContext, tx: Db = db): Promise<PlayableTitle | undefined> =>
      findPlayable(tx, ref, context),

    /** What a purchase needs of a title, as a column of its own statement, and the reading of it; undefined as in `playable`. */
    rentableColumn,
    rentableOf,

    /** Sets what the votes for a title make; joins the transaction of the vote. Cached lists show it within a minute. */
    setRating: updateRating,

    /** The names of titles, whoever may see them. */
    names: async (programIds: readonly string[]): Promise<ReadonlyMap<string, LocalizedText>> =>
      programIds.length === 0 ? new Map() : findNames(db, programIds),

    /** The store key of the preview of a published title's asset; undefined when it has none, its class forbids one, or no licence is open. */
    publicPreview: (assetId: string): Promise<string | undefined> =>
      findPublicPreview(db, { assetId, now: clock.now() }),

    /** What visitors of a region may see, for search engines: how many, and page by page. */
    publicTitles: (region: string) => {
      const viewer = { region, kids: false }
      return {
        count: (): Promise<number> => countPublic(db, viewerScopeOf(viewer)),
        page: (range: { offset: number; limit: number }): Promise<PublicTitle[]> =>
          findPublic(db, viewerScopeOf(viewer), range),
      }
    },

    /** The first instant after `now` at which a licence begins or ends, in one region or anywhere: no cached list outlives it. */
    nextEdge: (now: Temporal.Instant, region?: string): Promise<Temporal.Instant | undefined> =>
      findNextEdge(db, { now, region }),

    /** Which roles of which guids have an asset. */
    attached: (): Promise<{ programGuid: string; role: AssetRole }[]> => findAttached(db),

    /** No title at all, drafts included. */
    isEmpty: (): Promise<boolean> => hasNoTitle(db),
  }
}
