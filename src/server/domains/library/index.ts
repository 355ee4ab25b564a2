import { AppError } from '#contract/errors.ts'
import type { DomainModule } from '../domain-module.ts'
import type { MemberViewer, Viewer } from '../viewer.ts'
import type {
  Memory,
  PlayContext,
  ProfileViewer,
  EpisodeRef,
  ProgressReport,
  WatchProgress,
  NewBookmark,
  TitleRef,
  DeviceTime,
  WatchedFacts,
  WatchedNote,
} from './library-model.ts'
import {
  deleteKept,
  findKept,
  findBookmark,
  findBookmarks,
  type StoredProgress,
  upsertBookmarks,
  deleteBookmarks,
  countFavorites,
  deleteFavorites,
  insertFavorite,
  lockProfile,
  favoriteScope,
  continueScope,
  historyScope,
  lastScope,
  deleteRemovals,
  insertRemoval,
  lockReports,
} from './library.repo.ts'
import { isFinished } from '#contract/watch-progress.ts'
import type { Generated, Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import { createDecisionCache } from '#server/kit/decision-cache.ts'
import { type Database, inTransaction } from '#server/kit/db.ts'
import type {
  Catalogue,
  WatchableTitle,
  ListRequest,
  ListViewer,
  TitlePage,
  TitleCard,
  TitleScope,
} from '../catalogue/index.ts'
import { timeOf, newestOfEach, videoKey, mayAdd, continuationOf, historySince, lastOf } from './library.rules.ts'
import { GroupCommit } from '#server/kit/group-commit.ts'
import { FAVORITES_MAX } from '#contract/library.ts'

/**
 * Library: favourites, watch progress and history of a profile. Owns favorite, bookmark, history_removal.
 * Never decides who may see a title (catalogue).
 */
export type { EpisodeProgress, NewBookmark, PlayContext, WatchedFacts, WatchedNote } from './library-model.ts'
export { bookmarkWrites } from './library.repo.ts'
export { continuationOf } from './library.rules.ts'
export { coWatchedTitles, recentTitles } from './library.repo.ts'
export { favoritesColumn, progressColumn } from './library.repo.ts'
export { genreTaste, knownTitles, lastWatchedTitle } from './library.repo.ts'

type Instant = Temporal.Instant

interface BookmarkTable {
  profile_id: string
  program_id: string
  program_guid: string
  season: number
  episode: number
  position: number
  duration: number
  finished: boolean
  at: Instant
  /** The day in Hong Kong of the last report, what was watched of the video on it, and how much of that the last report added. */
  watched_on: Temporal.PlainDate | null
  watched_seconds: Generated<number>
  added_seconds: Generated<number>
}

declare module '#server/kit/db.ts' {
  interface Database {
    favorite: { profile_id: string; program_id: string; added_at: Instant }
    bookmark: BookmarkTable
    history_removal: {
      profile_id: string
      program_id: string
      removed_at: Instant
      removed_on: Temporal.PlainDate | null
    }
  }
}

type LibraryDeps = { db: Kysely<Database>; clock: Clock; catalogue: Catalogue; rights: PlayRights }

const DUE_EVERY_MS = 60 * 60_000

export type Library = ReturnType<typeof createLibrary>

export function createLibrary(deps: LibraryDeps) {
  const { db, clock } = deps
  const favorites = createFavorites(deps)
  const bookmarks = createBookmarks(deps)
  const history = createHistory(deps)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'history removals', everyMs: DUE_EVERY_MS, run: history.runDue }],
    caches: [{ clear: bookmarks.clearVideos }],
    personalData: {
      name: 'library',
      collect: ({ accountId }, language) => findKept(db, { accountId, language }),
      erase: (tx, { accountId }) => deleteKept(tx, accountId),
    },
  }

  return {
    favorites,
    bookmarks,
    history,

    async remember(profile: ProfileViewer, { favorites: kept, progress }: Memory): Promise<void> {
      const now = clock.now()
      for (const [n, programId] of kept.entries())
        await favorites.add(profile, { programId }, now.subtract({ minutes: n + 1 }))
      for (const report of progress) await bookmarks.store(profile, report)
    },

    domainModule,
  }
}

/** @throws NOT_ALLOWED without a profile */
export function inProfile(viewer: Viewer): MemberViewer & ProfileViewer {
  if (viewer.kind !== 'member' || viewer.profileId === undefined) throw new AppError('NOT_ALLOWED')
  return { ...viewer, profileId: viewer.profileId }
}

/** Cache time of a video's facts for progress reports; a change of the catalogue ends it. */
const VIDEO_SECONDS = 60
const VIDEOS_MAX = 20_000

function createBookmarks({ db, clock, catalogue, rights }: LibraryDeps) {
  const writes = groupBookmarks(db)
  const videos = createDecisionCache<WatchableTitle>(clock, { seconds: VIDEO_SECONDS, max: VIDEOS_MAX })
  return { progress, save, store, prepare, clearVideos: videos.clear }

  /** Seconds; 0 if not started or finished. @throws NOT_FOUND */
  async function progress(viewer: ProfileViewer, ref: EpisodeRef): Promise<WatchProgress> {
    const { profileId } = viewer
    const { programId, programGuid } = await videoOf(viewer, ref)
    const found = await findBookmark(db, { profileId, programId, programGuid })
    const finished = found?.finished ?? false
    return { position: found && !finished ? found.position : 0, finished }
  }

  /** The latest report by corrected player time wins. @returns the stored position @throws NOT_FOUND also for a wrong episode; NOT_ALLOWED without the right to play */
  async function save(viewer: MemberViewer & ProfileViewer, report: ProgressReport): Promise<number> {
    const { programId, programGuid } = report
    const [video, access] = await Promise.all([
      videoOf(viewer, report),
      rights.entitlement(viewer, { programId, programGuid }),
    ])
    if (!access) throw new AppError('NOT_ALLOWED')
    const play = { region: viewer.region, access, device: report.device ?? 'unknown' }
    return write(viewer.profileId, video, { ...report, play })
  }

  /** Without the check of the right to play, and not counted as a play. */
  async function store(viewer: ProfileViewer, report: ProgressReport): Promise<number> {
    return write(viewer.profileId, await videoOf(viewer, report), report)
  }

  /** What a statement with `bookmarkWrites` stores, which checks who reports. @throws NOT_FOUND */
  async function prepare(viewer: ProfileViewer, report: ReportToPrepare): Promise<NewBookmark> {
    return toBookmark(viewer.profileId, await videoOf(viewer, report), report)
  }

  async function write(
    profileId: string,
    video: WatchableTitle,
    report: ProgressReport & { play?: PlayContext },
  ): Promise<number> {
    const storedPosition = await writes.add(toBookmark(profileId, video, report))
    if (storedPosition === undefined) throw new AppError('NOT_ALLOWED')
    return storedPosition
  }

  function toBookmark(
    profileId: string,
    { endPosition, duration: length, ...film }: WatchableTitle,
    { position, duration, play, ...time }: ReportToPrepare,
  ): NewBookmark {
    const own = lengthOf(duration ?? length ?? position, length)
    const reported = { position: Math.min(position, own), duration: own }
    const now = clock.now()
    const at = timeOf(time, now)
    return {
      ...film,
      profileId,
      ...reported,
      finished: isFinished({ ...reported, endPosition }),
      at,
      play: isRecent(at, now) ? play : undefined,
    }
  }

  /** @throws NOT_FOUND also when it is not the named episode */
  async function videoOf(viewer: ProfileViewer, { episode, ...ref }: EpisodeRef): Promise<WatchableTitle> {
    const { region, kids } = viewer
    const key = JSON.stringify([region, kids, ref.programId, ref.programGuid])
    const video = await videos.get(key, () => catalogue.watchable(viewer, ref))
    if (episode !== undefined && episode !== video.episode) throw new AppError('NOT_FOUND')
    return video
  }
}

/** Without a duration the asset's is meant. */
type ReportToPrepare = Omit<ProgressReport, 'duration'> & {
  duration?: number | undefined
  play?: PlayContext | undefined
}

/** Seconds by which a player's duration may differ from the asset's. */
const ROUNDING_SECONDS = 1

const lengthOf = (reported: number, own: number | null): number =>
  own === null || Math.abs(own - reported) <= ROUNDING_SECONDS ? reported : own

/** What is reported later, of an offline player, is progress but no play: its time is only what the device says. */
const RECENT_MINUTES = 10

const isRecent = (at: Temporal.Instant, now: Temporal.Instant): boolean =>
  Temporal.Instant.compare(at, now.subtract({ minutes: RECENT_MINUTES })) > 0

/** Groups commits of concurrent reports; players report every ten seconds. */
const COMMIT_EVERY_MS = 90
const COMMIT_MAX = 500

/** Reports of a moment share a transaction. `add` resolves after the commit. */
export const groupBookmarks = (db: Kysely<Database>): GroupCommit<NewBookmark, number | undefined> =>
  new GroupCommit((reports) => writeBookmarks(db, reports), { everyMs: COMMIT_EVERY_MS, max: COMMIT_MAX })

/** @returns the stored position of each; undefined for a deleted profile */
async function writeBookmarks(db: Kysely<Database>, reports: readonly NewBookmark[]): Promise<(number | undefined)[]> {
  const newest = newestOfEach(reports)
  const written = positionsOf(await upsertBookmarks(db, newest))
  // Not written: newer progress exists, the title was removed, or the profile is gone.
  const others = newest.filter((one) => !written.has(videoKey(one)))
  const stored = others.length > 0 ? positionsOf(await findBookmarks(db, others)) : written
  return reports.map((one) => written.get(videoKey(one)) ?? stored.get(videoKey(one)))
}

const positionsOf = (stored: readonly StoredProgress[]): Map<string, number> =>
  new Map(stored.map((one) => [videoKey(one), one.position]))

function createFavorites({ db, clock, catalogue }: LibraryDeps) {
  return { add, remove, list }

  /** Idempotent. @throws NOT_FOUND; CONFLICT when the list is full */
  async function add(viewer: ProfileViewer, ref: TitleRef, at = clock.now()): Promise<void> {
    const { profileId } = viewer
    const { programId } = await catalogue.watchable(viewer, ref)
    await inTransaction(db, async (tx) => {
      if (!(await lockProfile(tx, profileId))) throw new AppError('NOT_ALLOWED')
      const { count, has } = await countFavorites(tx, { profileId, programId })
      if (has) return
      if (!mayAdd(count)) throw new AppError('CONFLICT', { max: FAVORITES_MAX })
      await insertFavorite(tx, { profileId, programId, at })
    })
  }

  /** All titles if none is given, including those no longer visible. */
  function remove({ profileId }: ProfileViewer, programId?: string): Promise<void> {
    return deleteFavorites(db, { profileId, programId })
  }

  function list(viewer: ProfileViewer & ListViewer, request: ListRequest): Promise<TitlePage> {
    return catalogue.list(viewer, favoriteScope(viewer.profileId), request)
  }
}

type WatchedTitle = { title: TitleCard; watched: WatchedFacts }

type Removed = Partial<DeviceTime> & { programId?: string | undefined }

function createHistory({ db, clock, catalogue }: LibraryDeps) {
  return { last, list, remove, hasContinuation, continueScope: continuations, runDue }

  async function last(viewer: ProfileViewer, programId: string): Promise<WatchedFacts | undefined> {
    const [title] = await catalogue.first(viewer, lastScope({ profileId: viewer.profileId, programId }), 1)
    return title && lastOf(title.note as WatchedNote)
  }

  type HistoryRequest = ListRequest & { continuing: boolean }

  async function list(
    viewer: ProfileViewer & ListViewer,
    { continuing, ...request }: HistoryRequest,
  ): Promise<{ list: WatchedTitle[]; total: number }> {
    const scope = continuing ? continuations(viewer) : historyScope({ ...viewer, since: historySince(clock.now()) })
    const { titles, total } = await catalogue.list(viewer, scope, request)
    const factsOf = continuing ? continuationOf : lastOf
    return { list: titles.map((title) => ({ title, watched: factsOf(title.note as WatchedNote) })), total }
  }

  /** Also deletes watch progress; later reports of playback before `at` are ignored. */
  async function remove({ profileId }: ProfileViewer, { programId, at, sentAt }: Removed = {}): Promise<void> {
    const now = clock.now()
    // Committed first, so that new reports see it; running ones are waited for.
    await insertRemoval(db, { profileId, programId, at: at ? timeOf({ at, sentAt }, now) : now, now })
    await inTransaction(db, async (tx) => {
      await lockReports(tx, profileId)
      await deleteBookmarks(tx, { profileId, programId })
    })
  }

  async function hasContinuation(viewer: ProfileViewer): Promise<boolean> {
    return (await catalogue.first(viewer, continuations(viewer), 1)).length > 0
  }

  async function runDue(): Promise<void> {
    await deleteRemovals(db, historySince(clock.now()))
  }

  function continuations({ profileId }: Pick<ProfileViewer, 'profileId'>): TitleScope {
    return continueScope({ profileId, since: historySince(clock.now()) })
  }
}

interface PlayRights {
  /** What opens the title, also if only the parental code is missing. */
  entitlement(viewer: MemberViewer, ref: TitleRef): Promise<string | undefined>
}
