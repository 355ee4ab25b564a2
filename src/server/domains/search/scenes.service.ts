import { createDecisionCache } from '#server/kit/decision-cache.ts'
import type { Log } from '#server/kit/log.ts'
import type { Searcher } from './lookup.repo.ts'
import type { SearchDeps } from './ports.ts'
import type { Query } from './query.rules.ts'
import {
  deleteUnused,
  findOutdatedMarks,
  findScenes,
  findShareOf,
  findUnreadTracks,
  type FoundScene,
  KIDS_MARK,
  regionMark,
  replaceLines,
  type SubtitleTrack,
  writeMarks,
} from './scenes.repo.ts'
import { lineText, sceneQuery } from './scenes.rules.ts'

const SCENES_MAX = 6
/** Share of films below which a region's marks narrow the search. */
const SMALL_REGION = 1 / 4
/** TTL of the share. */
const SHARE_SECONDS = 600
const REGIONS_MAX = 100
/** Tracks per look at the list. */
const BATCH = 20

/** `classThree`: allowed without further checks. */
export type SceneSearcher = Searcher & { classThree: boolean }

export type Scenes = ReturnType<typeof createScenes>

export function createScenes({ db, clock, subtitles }: SearchDeps) {
  const shares = createDecisionCache<{ share: number; isMarked: boolean }>(clock, {
    seconds: SHARE_SECONDS,
    max: REGIONS_MAX,
  })
  return {
    /** None for what is too short or too common. */
    async find(searcher: SceneSearcher, { units }: Query): Promise<FoundScene[]> {
      const query = sceneQuery(units)
      if (query === undefined) return []
      const marks = await marksFor(searcher)
      return findScenes(db, { ...query, ...searcher, marks, limit: SCENES_MAX })
    },

    /** Failing tracks are logged and tried again by the next run. */
    async refresh({ log }: { log?: Log } = {}): Promise<void> {
      await deleteUnused(db)
      const failed: SubtitleTrack[] = []
      for (;;) {
        const tracks = await findUnreadTracks(db, { limit: BATCH, but: failed })
        for (const track of tracks) {
          await index(track).catch((error: unknown) => {
            failed.push(track)
            log?.warn({ err: error, ...track }, 'subtitles not indexed')
          })
        }
        if (tracks.length < BATCH) break
      }
      await refreshMarks()
    },
  }

  /** Only where few titles are visible, and once all lines have marks. */
  async function marksFor({ kids, region }: SceneSearcher): Promise<string[]> {
    const mark = regionMark(region)
    const { share, isMarked } = await shares.get(mark, () => findShareOf(db, mark))
    if (!isMarked) return []
    return [...(kids ? [KIDS_MARK] : []), ...(share < SMALL_REGION ? [mark] : [])]
  }

  /** A job on many rows: no limit of its locks, as in `index`. */
  async function refreshMarks(): Promise<void> {
    const now = clock.now()
    for (const track of await findOutdatedMarks(db, now))
      await db.transaction().execute((tx) => writeMarks(tx, { ...track, now }))
  }

  async function index(track: SubtitleTrack): Promise<void> {
    const lines = await subtitles.readLines(track.assetId, track.language)
    const texts = lines.map((one) => ({ ...one, text: lineText(one.line) }))
    await db.transaction().execute((tx) => replaceLines(tx, { ...track, now: clock.now() }, texts))
  }
}
