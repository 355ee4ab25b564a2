import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { Searcher } from './find.repo.ts'
import type { Subtitles } from './ports.ts'
import type { Query } from './query.rules.ts'
import {
  deleteUnused,
  findScenes,
  findUnreadTracks,
  type FoundScene,
  replaceLines,
  type SubtitleTrack,
} from './scenes.repo.ts'
import { lineText, sceneQuery } from './scenes.rules.ts'

/** Scenes that a search shows. */
const SCENES_MAX = 6
/** Tracks that are read before the list of unread ones is looked at again. */
const BATCH = 20

export type ScenesDeps = { db: Kysely<Database>; subtitles: Subtitles }

/** Who searches; `classThree`: nothing more is asked before a title of class III is shown. */
export type SceneSearcher = Pick<Searcher, 'condition' | 'kids'> & { classThree: boolean }

/** Finds scenes. */
export type Scenes = ReturnType<typeof createScenes>

/** Search inside films, by their subtitles. */
export function createScenes({ db, subtitles }: ScenesDeps) {
  return {
    /** The scenes in which the words are spoken; none for what is too short or too common. */
    async find(searcher: SceneSearcher, { units }: Query): Promise<FoundScene[]> {
      const query = sceneQuery(units)
      return query === undefined ? [] : findScenes(db, { ...query, ...searcher, limit: SCENES_MAX })
    },

    /**
     * Indexes subtitles that are not indexed: of new films, and of those of an earlier release. A track that fails keeps none from
     * being indexed; it is logged and tried again by the next run.
     */
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
        if (tracks.length < BATCH) return
      }
    },
  }

  async function index(track: SubtitleTrack): Promise<void> {
    const lines = await subtitles.readLines(track.assetId, track.language)
    const texts = lines.map((one) => ({ ...one, text: lineText(one.line) }))
    await db.transaction().execute((tx) => replaceLines(tx, track, texts))
  }
}
