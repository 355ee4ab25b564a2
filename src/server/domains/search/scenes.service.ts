import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
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

/** Finds scenes. */
export type Scenes = ReturnType<typeof createScenes>

/** Search inside films, by their subtitles. */
export function createScenes({ db, subtitles }: ScenesDeps) {
  return {
    /** The scenes in which the words are spoken; none for what is too short or too common. */
    async find({ condition, kids }: Searcher, { units }: Query): Promise<FoundScene[]> {
      const query = sceneQuery(units)
      return query === undefined ? [] : findScenes(db, { ...query, condition, kids, limit: SCENES_MAX })
    },

    /** Indexes subtitles that are not indexed: of new films, and of those of an earlier release. */
    async refresh(): Promise<void> {
      await deleteUnused(db)
      for (;;) {
        const tracks = await findUnreadTracks(db, BATCH)
        for (const track of tracks) await index(track)
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
