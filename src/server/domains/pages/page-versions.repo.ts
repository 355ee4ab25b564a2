import type { PageContent } from '#contract/admin/pages.ts'
import type { Db, Tx } from '#server/kit/db.ts'
import { createDraftStore } from '#server/kit/drafts.ts'

export type PageVersionKind = 'import' | 'publish'

declare module '#server/kit/db.ts' {
  interface Database {
    page: { scope: string; version: number }
    page_draft: {
      scope: string
      operator_id: string
      base_version: number
      content: PageContent
      saved_at: Temporal.Instant
    }
    page_version: {
      scope: string
      version: number
      content: PageContent
      actor: string
      kind: PageVersionKind
      at: Temporal.Instant
    }
  }
}

export interface PageVersion {
  readonly version: number
  readonly content: PageContent
  readonly actor: string
  readonly kind: PageVersionKind
  readonly at: Temporal.Instant
}

/** One that is kept already stays as it is. */
export async function keepVersion(
  tx: Tx,
  { scope, content, ...version }: PageVersion & { scope: string },
): Promise<void> {
  await tx
    .insertInto('page_version')
    .values({ scope, content: JSON.stringify(content) as never, ...version })
    .onConflict((taken) => taken.doNothing())
    .execute()
}

const COLUMNS = ['version', 'content', 'actor', 'kind', 'at'] as const

/** Newest first. */
export const findVersions = (
  db: Db,
  { scope, before, limit }: { scope: string; before: number | undefined; limit: number },
): Promise<PageVersion[]> =>
  db
    .selectFrom('page_version')
    .select(COLUMNS)
    .where('scope', '=', scope)
    .$if(before !== undefined, (older) => older.where('version', '<', before!))
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()

export const findVersion = (db: Db, scope: string, version: number): Promise<PageVersion | undefined> =>
  db
    .selectFrom('page_version')
    .select(COLUMNS)
    .where('scope', '=', scope)
    .where('version', '=', version)
    .executeTakeFirst()

export const pageDrafts = createDraftStore<PageContent>('page_draft', 'scope')

export const findDraftScopes = (db: Db): Promise<{ scope: string; operatorId: string }[]> =>
  db.selectFrom('page_draft').select(['scope', 'operator_id as operatorId']).orderBy('scope').execute()

export const findOwnDrafts = (db: Db, operatorId: string): Promise<{ scope: string; content: PageContent }[]> =>
  db.selectFrom('page_draft').select(['scope', 'content']).where('operator_id', '=', operatorId).execute()
