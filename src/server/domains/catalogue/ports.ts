import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'

interface TitleFonts {
  register(titles: readonly string[], tx: Db): Promise<void>
}

/** @returns `{hash}/{name}` */
interface TitleImages {
  register(source: { key: string }, label: { name: string }, tx: Db): Promise<string>
}

export interface CatalogueDeps {
  readonly db: Kysely<Database>
  /** For short reads (`DbHandle.reads`). */
  readonly reads?: Kysely<Database>
  /** For statements whose best plan does not depend on their values (`DbHandle.fixedPlanDb`). */
  readonly fixedPlanDb?: Kysely<Database>
  readonly clock: Clock
  readonly titleFonts: TitleFonts
  readonly images: TitleImages
  /** Joins the transaction that publishes or changes titles. */
  readonly onTitlesChanged?: (tx: Db, programIds: readonly string[]) => Promise<void>
}
