import { type RawBuilder, sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { COUNTED_MAX } from '#contract/admin/forms.ts'
import type { Db } from './db.ts'

type SortType = 'text' | 'timestamptz' | 'bigint'

/** A list by (sort, id): its pages stay right while rows come and go. */
export interface KeysetList {
  readonly columns: RawBuilder<unknown>
  readonly from: RawBuilder<unknown>
  readonly where: readonly RawBuilder<unknown>[]
  /** Never null. */
  readonly sort: { readonly by: RawBuilder<unknown>; readonly type: SortType; readonly descending: boolean }
  readonly id: { readonly by: RawBuilder<unknown>; readonly type: SortType }
}

export interface KeysetPage<Row> {
  readonly list: Row[]
  readonly next: string | null
  /** Counted on the first page only, to `COUNTED_MAX`. */
  readonly total: number | null
  readonly isMore: boolean
}

type Keyed<Row> = Row & { keyset_sort: string; keyset_id: string }

/** @throws AppError INVALID_INPUT for a malformed `after` */
export async function readPage<Row>(
  db: Db,
  list: KeysetList,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<KeysetPage<Row>> {
  const rows = await readRows<Row>(db, list, { after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? tokenOf([last.keyset_sort, last.keyset_id]) : null
  if (after !== undefined) return { list: shown.map(withoutKeys), next, total: null, isMore: false }
  const counted = next === null ? shown.length : await countRows(db, list)
  return { list: shown.map(withoutKeys), next, total: Math.min(counted, COUNTED_MAX), isMore: counted > COUNTED_MAX }
}

/** All rows, a page at a time. Call it in one transaction that is REPEATABLE READ for a snapshot. */
export async function* readAll<Row>(db: Db, list: KeysetList, pageSize = 1_000): AsyncGenerator<Row[]> {
  let after: string | undefined
  for (;;) {
    const rows = await readRows<Row>(db, list, { after, limit: pageSize })
    const last = rows.at(-1)
    if (last) yield rows.map(withoutKeys)
    if (!last || rows.length < pageSize) return
    after = tokenOf([last.keyset_sort, last.keyset_id])
  }
}

async function readRows<Row>(
  db: Db,
  { columns, from, where, sort, id }: KeysetList,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<Keyed<Row>[]> {
  const direction = sort.descending ? sql`desc` : sql`asc`
  const conditions = after === undefined ? where : [...where, following({ sort, id }, keysOf(after))]
  const { rows } = await sql<Keyed<Row>>`
    select ${columns}, (${sort.by})::text as keyset_sort, (${id.by})::text as keyset_id
    from ${from}
    where ${allOf(conditions)}
    order by ${sort.by} ${direction}, ${id.by} ${direction}
    limit ${limit}`.execute(db)
  return rows
}

const following = ({ sort, id }: Pick<KeysetList, 'sort' | 'id'>, [sortKey, idKey]: Keys): RawBuilder<unknown> => {
  const comparison = sort.descending ? sql`<` : sql`>`
  return sql`(${sort.by}, ${id.by}) ${comparison} (${sortKey}::${sql.raw(sort.type)}, ${idKey}::${sql.raw(id.type)})`
}

async function countRows(db: Db, { from, where }: KeysetList): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count(*)::int as counted
    from (select from ${from} where ${allOf(where)} limit ${COUNTED_MAX + 1}) as found`.execute(db)
  return rows[0]?.counted ?? 0
}

const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

type Keys = readonly [sort: string, id: string]

const tokenOf = (keys: Keys): string => Buffer.from(JSON.stringify(keys)).toString('base64url')

function keysOf(token: string): Keys {
  try {
    const keys: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (Array.isArray(keys) && keys.length === 2 && keys.every((key) => typeof key === 'string'))
      return keys as unknown as Keys
  } catch {
    // Refused below.
  }
  throw new AppError('INVALID_INPUT', { fields: { after: 'next' } })
}

function withoutKeys<Row>({ keyset_sort: _sort, keyset_id: _id, ...row }: Keyed<Row>): Row {
  return row as unknown as Row
}
