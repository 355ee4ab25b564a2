import { isFinished } from '#contract/watch-progress.ts'
import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Clock } from '#server/kit/clock.ts'
import { createDecisionCache } from '#server/kit/decision-cache.ts'
import type { Database } from '#server/kit/db.ts'
import type { Catalogue, WatchableTitle } from '../catalogue/index.ts'
import type { MemberViewer } from '../viewer.ts'
import { createBookmarkWrites } from './bookmark-writes.service.ts'
import { findBookmark } from './bookmarks.repo.ts'
import type { EpisodeRef, ProgressReport, ProfileViewer, WatchProgress } from './library-model.ts'
import { timeOf } from './library.rules.ts'
import type { PlayRights } from './ports.ts'

export type BookmarksDeps = { db: Kysely<Database>; clock: Clock; catalogue: Catalogue; rights: PlayRights }

/** How long a video is known by which players report, unless the catalogue changes. One that is refused is looked up again. */
const VIDEO_SECONDS = 5
const VIDEOS_MAX = 20_000

/** The watch progress of a profile in each film and episode. */
export function createBookmarks({ db, clock, catalogue, rights }: BookmarksDeps) {
  const writes = createBookmarkWrites(db)
  const videos = createDecisionCache<WatchableTitle>(clock, { seconds: VIDEO_SECONDS, max: VIDEOS_MAX })
  return { progress, save, store, clearVideos: videos.clear }

  /** The position to resume at, in seconds: 0 if not started or finished. @throws NOT_FOUND when the title is not visible to this viewer */
  async function progress(viewer: ProfileViewer, ref: EpisodeRef): Promise<WatchProgress> {
    const { profileId } = viewer
    const { programId, programGuid } = await videoOf(viewer, ref)
    const found = await findBookmark(db, { profileId, programId, programGuid })
    const finished = found?.finished ?? false
    return { position: found && !finished ? found.position : 0, finished }
  }

  /**
   * Saves progress. The report with the latest player time wins, in whatever order reports arrive; wrong clocks are corrected.
   * @returns the position that is now stored
   * @throws NOT_FOUND when the video is not visible to this viewer, or is not the episode that the report names; NOT_ALLOWED when the
   *   viewer may not play it, or the profile is gone
   */
  async function save(viewer: MemberViewer & ProfileViewer, report: ProgressReport): Promise<number> {
    const { programId, programGuid } = report
    const [video, mayPlay] = await Promise.all([
      videoOf(viewer, report),
      rights.mayPlay(viewer, { programId, programGuid }),
    ])
    if (!mayPlay) throw new AppError('NOT_ALLOWED')
    return write(viewer.profileId, video, report)
  }

  /** The same without asking for the right to play: progress of our own. */
  async function store(viewer: ProfileViewer, report: ProgressReport): Promise<number> {
    return write(viewer.profileId, await videoOf(viewer, report), report)
  }

  async function write(
    profileId: string,
    { endPosition, duration: length, ...film }: WatchableTitle,
    { position, duration, ...time }: ProgressReport,
  ): Promise<number> {
    const own = lengthOf(duration, length)
    const reported = { position: Math.min(position, own), duration: own }
    const storedPosition = await writes.write({
      ...film,
      profileId,
      ...reported,
      finished: isFinished({ ...reported, endPosition }),
      at: timeOf(time, clock.now()),
    })
    if (storedPosition === undefined) throw new AppError('NOT_ALLOWED')
    return storedPosition
  }

  /** The video that a reference names. @throws NOT_FOUND also when it is not the named episode */
  async function videoOf(viewer: ProfileViewer, { episode, ...ref }: EpisodeRef): Promise<WatchableTitle> {
    const { region, kids } = viewer
    const key = JSON.stringify([region, kids, ref.programId, ref.programGuid])
    const video = await videos.get(key, () => catalogue.watchable(viewer, ref))
    if (episode !== undefined && episode !== video.episode) throw new AppError('NOT_FOUND')
    return video
  }
}

/** A player's duration may differ from the asset's by rounding: the last frame or sample decides. */
const ROUNDING_SECONDS = 1

/** The length of a video: the player's, as long as it agrees with the asset's own. */
const lengthOf = (reported: number, own: number | null): number =>
  own === null || Math.abs(own - reported) <= ROUNDING_SECONDS ? reported : own
