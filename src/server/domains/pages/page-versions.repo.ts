import { sql } from 'kysely'
import type { PageContent } from '#contract/admin/pages.ts'
import type { Db, Tx } from '#server/kit/db.ts'

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

export interface PageDraft {
  readonly operatorId: string
  readonly operator: string
  readonly content: PageContent
  readonly baseVersion: number
  readonly savedAt: Temporal.Instant
}

/** Names one state of a draft; of two the later one is greater. */
export const revisionOf = (savedAt: Temporal.Instant): string => savedAt.toString({ fractionalSecondDigits: 6 })

/** Newest first. */
export async function findDrafts(db: Db, scope: string): Promise<PageDraft[]> {
  const { rows } = await sql<PageDraft>`
    select d.operator_id as "operatorId", o.name as operator, d.content, d.base_version as "baseVersion", d.saved_at as "savedAt"
    from page_draft d join operator o using (operator_id) where d.scope = ${scope} order by d.saved_at desc`.execute(db)
  return rows
}

export const findDraftScopes = (db: Db): Promise<{ scope: string; operatorId: string }[]> =>
  db.selectFrom('page_draft').select(['scope', 'operator_id as operatorId']).orderBy('scope').execute()

export const findOwnDrafts = (db: Db, operatorId: string): Promise<{ scope: string; content: PageContent }[]> =>
  db.selectFrom('page_draft').select(['scope', 'content']).where('operator_id', '=', operatorId).execute()

type DraftKey = { scope: string; operatorId: string }

/** The draft that a change was made on: null for none, undefined for any. */
export type SeenRevision = string | null | undefined

interface DraftWrite extends DraftKey {
  readonly content: PageContent
  readonly baseVersion: number
  readonly seen?: SeenRevision
  readonly at: Temporal.Instant
}

/**
 * One statement: of two windows that have seen the same draft one writes. The same content again is no other draft. Each write is later
 * than the one before it, whatever the clock says. @returns undefined where another draft is there
 */
export async function writeDraft(
  tx: Tx,
  { scope, operatorId, content, baseVersion, seen, at }: DraftWrite,
): Promise<Temporal.Instant | undefined> {
  const text = JSON.stringify(content)
  const { rows } = await sql<{ savedAt: Temporal.Instant }>`
    insert into page_draft as d (scope, operator_id, base_version, content, saved_at)
    values (${scope}, ${operatorId}, ${baseVersion}, ${text}::jsonb, ${at})
    on conflict (scope, operator_id) do update set base_version = excluded.base_version, content = excluded.content,
      saved_at = case when d.content = excluded.content and d.base_version = excluded.base_version then d.saved_at
        else greatest(excluded.saved_at, d.saved_at + interval '1 microsecond') end
    where ${seen === undefined}::boolean or d.saved_at = ${seenAt(seen)}::timestamptz
      or (d.content = excluded.content and d.base_version = excluded.base_version)
    returning saved_at as "savedAt"`.execute(tx)
  return rows[0]?.savedAt
}

const seenAt = (seen: SeenRevision): Temporal.Instant | null => (seen ? Temporal.Instant.from(seen) : null)

/** `content`: only a draft that says this, `seen`: only that one, so that what was arranged since stays. */
export async function deleteDraft(
  tx: Tx,
  { scope, operatorId, content, seen }: DraftKey & { content?: PageContent; seen?: SeenRevision },
): Promise<void> {
  await tx
    .deleteFrom('page_draft')
    .where('scope', '=', scope)
    .where('operator_id', '=', operatorId)
    .$if(content !== undefined, (drafts) =>
      drafts.where('content', '=', sql<PageContent>`${JSON.stringify(content)}::jsonb`),
    )
    .$if(seen !== undefined, (drafts) => drafts.where('saved_at', '=', seenAt(seen)))
    .execute()
}

/** Those of scopes of which the other operator has none. @returns how many */
export async function handDrafts(tx: Tx, { from, to }: { from: string; to: { operatorId: string } }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update page_draft d set operator_id = ${to.operatorId} where operator_id = ${from}
    and not exists (select from page_draft own where own.scope = d.scope and own.operator_id = ${to.operatorId})`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
