import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Cards } from '../cards/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Library } from '../library/index.ts'
import type { Recommendations } from '../recommendations/index.ts'
import type { Viewer } from '../viewer.ts'
import type { PageSource } from './pages-model.ts'

export type PagesDeps = {
  db: Kysely<Database>
  clock: Clock
  catalogue: Catalogue
  cards: Cards
  library: Pick<Library, 'history'>
  recommendations: Pick<Recommendations, 'scope' | 'because' | 'becauseName'>
  images: { previews(urls: readonly string[]): Promise<ReadonlyMap<string, string>> }
}

/** `sourceOf`: published pages, or those of a viewer's preview. */
export type SourcedDeps = PagesDeps & { sourceOf: (viewer: Pick<Viewer, 'preview'>) => Promise<PageSource> }
