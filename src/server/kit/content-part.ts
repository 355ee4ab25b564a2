import * as z from 'zod/mini'
import type { ContentProblem, ContentRule } from '#contract/content-problems.ts'
import type { Insertable, RawBuilder } from 'kysely'
import { type Database, type Db, sql } from './db.ts'

type Schemas = Readonly<Record<string, z.ZodMiniType>>

/** Where the records of a kind are read. */
export interface RecordSource {
  /** The field by which a record is known. */
  readonly idField: string
  /**
   * A select of all: `id`, `record` as jsonb, `version`, `updated_at`, `updated_by`, `withdrawn`, `place` bigint by which they are sorted,
   * `starts_at`, which may be null, `parents` (ids of what it belongs to), `names` and `counts` as jsonb.
   */
  readonly select: (now: Temporal.Instant) => RawBuilder<unknown>
  readonly isNewestFirst?: boolean
}

export type ContentRecord<T = object> = T & { readonly line: number }

/** `field`: its path in the record, `name.en_US`. */
export type ImportProblem = ContentProblem & { readonly line: number; readonly field?: string }

/** Who changes content, and when. */
export interface ContentChange {
  readonly at: Temporal.Instant
  /** `operator:<name>`, `system`. */
  readonly actor: string
}

export type Upsert = 'added' | 'changed' | undefined

export type UpsertRow = { added: boolean }

type Columns<T extends keyof Database> = Partial<Insertable<Database[T]>>

/**
 * Inserts a row, or updates it when one of its columns differs: its version grows, and it says who changed it when. `once`: columns of a
 * new row, which an update leaves as they are.
 */
export async function upsertChanged<T extends keyof Database>(
  tx: Db,
  table: T,
  {
    key,
    row,
    once,
    change,
  }: { key: keyof Database[T] & string; row: Columns<T>; once?: Columns<T>; change: ContentChange },
): Promise<Upsert> {
  const inserted = { ...row, ...once, updated_at: change.at, updated_by: change.actor }
  const changing = Object.keys(row).filter((name) => name !== key)
  const of = (record: 'old' | 'excluded') => sql.join(changing.map((name) => sql.ref(`${record}.${name}`)))
  const { rows } = await sql<UpsertRow>`
    insert into ${sql.table(table)} as old (${sql.join(Object.keys(inserted).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(inserted))})
    on conflict (${sql.ref(key)}) do update set
      version = old.version + 1,
      ${sql.join([...changing, 'updated_at', 'updated_by'].map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))}
    where (${of('old')}) is distinct from (${of('excluded')})
    returning xmax = 0 as added`.execute(tx)
  const [changed] = rows
  return changed && (changed.added ? 'added' : 'changed')
}

/** The position of a new row is its line; it stays until a record says another one. */
export const positionOf = ({ position, line }: ContentRecord<{ position?: number | undefined }>) =>
  position === undefined ? { row: {}, once: { position: line } } : { row: { position }, once: {} }

type RecordsOf<S extends Schemas> = {
  readonly [K in keyof S]: readonly ContentRecord<z.output<S[K]>>[]
}

interface PartDefinition<S extends Schemas> {
  readonly audit: { readonly action: string; readonly subject: string }
  readonly schemas: S
  /** Where the console reads its records, by kind. */
  readonly sources: { readonly [K in keyof S]: RecordSource }
  check(records: RecordsOf<S>): readonly ImportProblem[]
  /** In the import's transaction; problems undo all of it. */
  apply(tx: Db, records: RecordsOf<S>, change: ContentChange): Promise<Applied>
}

export interface Applied {
  readonly done: readonly Upsert[]
  readonly problems: readonly ImportProblem[]
}

export interface ContentPart extends PartDefinition<Readonly<Record<string, z.ZodMiniType>>> {
  readonly schemas: Schemas
}

export const contentPart = <S extends Schemas>(part: PartDefinition<S>): ContentPart => part as unknown as ContentPart

export function findRepeated(named: readonly { line: number; name: string }[]): ImportProblem[] {
  const first = new Map<string, number>()
  return named.flatMap(({ line, name }) => {
    const earlier = first.get(name)
    if (earlier === undefined) first.set(name, line)
    return earlier === undefined ? [] : [{ line, is: 'repeated' as const, name, first: earlier }]
  })
}

export const text = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

export const translated = (max: number) => z.strictObject({ zh_HK: text(max), en_US: text(max) })

/** In steps of ten cents, which every kind of payment takes. */
export const dollars = (min: number) =>
  z.number().check(
    z.minimum(min),
    z.maximum(100_000),
    z.refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e5), {
      error: 'dollarSteps' satisfies ContentRule,
    }),
  )

export const withdrawn = z._default(z.boolean(), false)

export const instant = z.string().check(z.refine(isInstant, { error: 'notAnInstant' satisfies ContentRule }))

export const day = z.string().check(z.refine(isDay, { error: 'notADay' satisfies ContentRule }))

function isInstant(value: string): boolean {
  try {
    Temporal.Instant.from(value)
    return true
  } catch {
    return false
  }
}

function isDay(value: string): boolean {
  try {
    return Temporal.PlainDate.from(value).toString() === value
  } catch {
    return false
  }
}
