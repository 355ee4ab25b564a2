import type { Genre } from '#contract/genres.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Replica } from '#server/kit/db.ts'
import type { Catalogue, LocalizedText } from '../catalogue/index.ts'

export interface Subtitles {
  /** Times in seconds; empty without readable subtitles. @throws only for temporary failures */
  readLines(assetId: string, language: string): Promise<{ at: number; line: string }[]>
}

export type GenreNames = Readonly<Record<Genre, LocalizedText>>

export interface SearchDeps {
  readonly db: Kysely<Database>
  /** Plans a statement once (`DbHandle.fixedPlanDb`): for suggestions. */
  readonly fixedPlanDb: Kysely<Database>
  /** For the look whether a title has changed (`DbHandle.reads`). */
  readonly reads: Kysely<Database>
  readonly replica?: Pick<Replica, 'read' | 'readFresh'>
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly subtitles: Subtitles
  readonly genreNames: GenreNames
}
