import type { Kysely } from 'kysely'
import { type Database, inSnapshot } from '#server/kit/db.ts'
import type { Viewer } from '../viewer.ts'
import { sourceOfPages } from './drafted-pages.query.ts'
import { readPages } from './page-content.repo.ts'
import { withDrafts } from './page-content.rules.ts'
import type { PageSource } from './pages-model.ts'
import { publishedPages } from './pages.repo.ts'

/** For the viewers of previews with drafts of pages, all pages are read at one moment; no other answer touches a draft. */
export function createPageSources(db: Kysely<Database>): (viewer: Pick<Viewer, 'preview'>) => Promise<PageSource> {
  const published = publishedPages(db)
  return async ({ preview }) => {
    if (!preview || preview.pages.size === 0) return published
    return sourceOfPages(withDrafts(await inSnapshot(db, readPages), preview.pages))
  }
}
