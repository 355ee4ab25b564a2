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

    /** Indexes subtitles that are not indexed: of new films, and of those of an earlier release. */
    async refresh({ log }: { log?: Log } = {}): Promise<void> {
      await deleteUnused(db)
      for (;;) {
        const tracks = await findUnreadTracks(db, BATCH)
        for (const track of tracks) await index(track, log)
        if (tracks.length < BATCH) return
      }
    },
  }

  /** A track that cannot be read counts as one without lines, so that it keeps none from being indexed. */
  async function index(track: SubtitleTrack, log: Log | undefined): Promise<void> {
    const lines = await subtitles.readLines(track.assetId, track.language).catch((error: unknown) => {
      log?.warn({ err: error, ...track }, 'subtitles not indexed')
      return []
    })
    const texts = lines.map((one) => ({ ...one, text: lineText(one.line) }))
    await db.transaction().execute((tx) => replaceLines(tx, track, texts))
  }
}
