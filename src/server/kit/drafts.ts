import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { Db, Tx } from './db.ts'

/** The draft that a change was made on, by its revision: null for none, undefined for any. */
export type SeenRevision = string | null | undefined

export interface StoredDraft<C> {
  readonly operatorId: string
  readonly operator: string
  readonly content: C
  readonly baseVersion: number
  readonly savedAt: Temporal.Instant
}

interface DraftKey {
  /** What is edited. */
  readonly id: string
  readonly operatorId: string
}

export interface DraftWrite<C> extends DraftKey {
  readonly content: C
  readonly baseVersion: number
  readonly seen?: SeenRevision
  readonly at: Temporal.Instant
}

/** Names one state of a draft; of two the later one is greater. */
export const revisionOf = (savedAt: Temporal.Instant): string => savedAt.toString({ fractionalSecondDigits: 6 })

const seenAt = (seen: SeenRevision): RawBuilder<unknown> =>
  sql`${seen ? Temporal.Instant.from(seen) : null}::timestamptz`

/**
 * Drafts of operators, of each subject one an operator. The table has the columns `{idColumn}`, operator_id, base_version, content
 * (jsonb) and saved_at, with the first two as its key.
 */
export function createDraftStore<C>(tableName: string, idColumn: string) {
  const [table, id] = [sql.table(tableName), sql.ref(idColumn)]
  return { list, write, remove, handOver, conflict }

  /** Newest first. */
  async function list(db: Db, subject: string): Promise<StoredDraft<C>[]> {
    const { rows } = await sql<StoredDraft<C>>`
      select d.operator_id as "operatorId", o.name as operator, d.content, d.base_version as "baseVersion", d.saved_at as "savedAt"
      from ${table} d join operator o using (operator_id) where d.${id} = ${subject} order by d.saved_at desc`.execute(
      db,
    )
    return rows
  }

  /**
   * One statement: of two windows that have seen the same draft one writes. The same content again is no other draft. Each write is
   * later than the one before it, whatever the clock says. @returns undefined where another draft is there
   */
  async function write(tx: Tx, draft: DraftWrite<C>): Promise<Temporal.Instant | undefined> {
    const { id: subject, operatorId, content, baseVersion, seen, at } = draft
    const { rows } = await sql<{ savedAt: Temporal.Instant }>`
      insert into ${table} as d (${id}, operator_id, base_version, content, saved_at)
      values (${subject}, ${operatorId}, ${baseVersion}, ${JSON.stringify(content)}::jsonb, ${at})
      on conflict (${id}, operator_id) do update set base_version = excluded.base_version, content = excluded.content,
        saved_at = case when d.content = excluded.content and d.base_version = excluded.base_version then d.saved_at
          else greatest(excluded.saved_at, d.saved_at + interval '1 microsecond') end
      where ${seen === undefined}::boolean or d.saved_at = ${seenAt(seen)}
        or (d.content = excluded.content and d.base_version = excluded.base_version)
      returning saved_at as "savedAt"`.execute(tx)
    return rows[0]?.savedAt
  }

  /** `content`: only a draft that says this, `seen`: only that one, so that what was typed since stays. */
  async function remove(
    tx: Tx,
    { id: subject, operatorId, content, seen }: DraftKey & { content?: C | undefined; seen?: SeenRevision },
  ): Promise<void> {
    await sql`
      delete from ${table} where ${id} = ${subject} and operator_id = ${operatorId}
        and (${content === undefined}::boolean or content = ${JSON.stringify(content ?? null)}::jsonb)
        and (${seen === undefined}::boolean or saved_at = ${seenAt(seen)})`.execute(tx)
  }

  /** Those of subjects of which the other operator has none. @returns how many */
  async function handOver(tx: Tx, { from, to }: { from: string; to: { operatorId: string } }): Promise<number> {
    const { numAffectedRows = 0n } = await sql`
      update ${table} d set operator_id = ${to.operatorId} where operator_id = ${from}
      and not exists (select from ${table} own where own.${id} = d.${id} and own.operator_id = ${to.operatorId})`.execute(
      tx,
    )
    return Number(numAffectedRows)
  }

  /** With the draft that is there. */
  async function conflict(tx: Tx, { id: subject, operatorId }: DraftKey): Promise<AppError> {
    const found = (await list(tx, subject)).find((draft) => draft.operatorId === operatorId)
    // Dropped this moment: the next try succeeds.
    if (!found) return new AppError('UNAVAILABLE')
    const { content, baseVersion, savedAt, operator } = found
    const current = { content, baseVersion, revision: revisionOf(savedAt) }
    return new AppError('VERSION_CONFLICT', { current, by: `operator:${operator}`, at: savedAt.toString() })
  }
}
