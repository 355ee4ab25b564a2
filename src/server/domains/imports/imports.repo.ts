import { sql } from 'kysely'
import type { LineProblem } from '#contract/title-imports.ts'
import type { Db, Tx } from '#server/kit/db.ts'
import { currentRequestId } from '#server/kit/request-context.ts'
import { type KeysetList, type KeysetPage, readAll, readPage } from '#server/kit/keyset.ts'
import type { ManifestLine } from './manifest.rules.ts'
import type { Fields } from './merge.rules.ts'
import type { SharedNames } from './ports.ts'

type Instant = Temporal.Instant

/** What a file was when it was imported. By `S1E2 film`, `images.keyart`. */
export interface ImportedFile {
  readonly name: string
  readonly bytes: number
  readonly image?: string
  readonly jobId?: string
  readonly subtitles?: readonly { readonly language: string; readonly name: string; readonly bytes: number }[]
}

export type ImportOutcome = 'added' | 'changed' | 'unchanged' | 'wrong'

declare module '#server/kit/db.ts' {
  interface Database {
    title_import: {
      import_id: string
      operator_id: string
      actor: string
      file_name: string
      folder: string | null
      node_id: string | null
      images: Record<string, string | null>
      shared_names: SharedNames
      prices: number
      approved_by: string | null
      created_at: Instant
      finished_at: Instant | null
      request_id: string | null
      continued_by: string | null
      continued_actor: string | null
      continued_at: Instant | null
    }
    title_import_row: {
      import_id: string
      position: number
      reference: string
      line: number
      lines: ManifestLine[]
      outcome: ImportOutcome | null
      problems: LineProblem[]
      program_id: string | null
      jobs: string[]
      tries: number
      priced_by: string | null
      priced_at: Instant | null
    }
    title_import_retry: {
      import_id: string
      operator_id: string
      at: Instant
      prices: number
      approved_by: string | null
    }
    imported_title: {
      reference: string
      program_id: string
      fields: Fields
      files: Record<string, ImportedFile>
      published: boolean
      at: Instant
    }
  }
}

export interface ImportedTitle {
  readonly reference: string
  readonly programId: string
  readonly fields: Fields
  readonly files: Readonly<Record<string, ImportedFile>>
  readonly published: boolean
}

export const findImported = (db: Db, references: readonly string[]): Promise<ImportedTitle[]> =>
  db
    .selectFrom('imported_title')
    .select(['reference', 'program_id as programId', 'fields', 'files', 'published'])
    .where('reference', '=', sql<string>`any(${[...references]}::text[])`)
    .execute()

export async function writeImported(
  tx: Tx,
  { reference, programId, fields, files, published, at }: ImportedTitle & { at: Instant },
): Promise<void> {
  const row = {
    program_id: programId,
    fields: JSON.stringify(fields) as never,
    files: JSON.stringify(files) as never,
    published,
    at,
  }
  await tx
    .insertInto('imported_title')
    .values({ reference, ...row })
    .onConflict((taken) => taken.column('reference').doUpdateSet(row))
    .execute()
}

/** One title of an import at a time, so that two that name one new person make one. */
export const lockImports = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('title imports'))`.execute(tx)

export interface NewImport {
  readonly importId: string
  readonly operatorId: string
  readonly actor: string
  readonly fileName: string
  readonly folder: string | null
  readonly nodeId: string | null
  readonly images: Readonly<Record<string, string | null>>
  readonly sharedNames: SharedNames
  /** Of titles that viewers see. */
  readonly prices: number
  readonly approvedBy: string | undefined
  readonly at: Instant
}

export interface NewRow {
  readonly reference: string
  readonly line: number
  readonly lines: readonly ManifestLine[]
}

export async function insertImport(tx: Tx, made: NewImport, rows: readonly NewRow[]): Promise<void> {
  await tx
    .insertInto('title_import')
    .values({
      import_id: made.importId,
      operator_id: made.operatorId,
      actor: made.actor,
      file_name: made.fileName,
      folder: made.folder,
      node_id: made.nodeId,
      images: JSON.stringify(made.images) as never,
      shared_names: JSON.stringify(made.sharedNames) as never,
      prices: made.prices,
      approved_by: made.approvedBy ?? null,
      created_at: made.at,
      finished_at: null,
      request_id: currentRequestId(),
      continued_by: null,
      continued_actor: null,
      continued_at: null,
    })
    .execute()
  await sql`
    insert into title_import_row (import_id, position, reference, line, lines)
    select ${made.importId}, position, row->>'reference', (row->>'line')::int, row->'lines'
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) with ordinality as given (row, position)`.execute(tx)
}

export interface OpenRow {
  readonly importId: string
  readonly position: number
  readonly reference: string
  readonly lines: ManifestLine[]
  readonly jobs: string[]
  readonly tries: number
  /** Whose uploads its files are. */
  readonly operatorId: string
  /** Who is responsible: who started it, or continues it. */
  readonly editorId: string
  readonly actor: string
  readonly requestId: string | null
  readonly folder: string | null
  readonly images: Record<string, string | null>
  readonly sharedNames: SharedNames
}

export const HELD = sql`is_held(j.approved_by, j.operator_id, j.continued_by, '{catalogue}')`

const openRows = sql`
  select r.import_id as "importId", r.position, r.reference, r.lines, r.jobs, r.tries, j.operator_id as "operatorId",
    coalesce(j.continued_by, j.operator_id) as "editorId", coalesce(j.continued_actor, j.actor) as actor, j.folder, j.images,
    j.shared_names as "sharedNames", j.request_id as "requestId"
  from title_import j join title_import_row r on r.import_id = j.import_id and r.outcome is null
  where j.finished_at is null and not ${HELD}`

/** The next one that this node can carry out and no other worker is at, after this one. */
export async function nextRow(
  db: Db,
  {
    nodeId,
    importId,
    after,
  }: { nodeId: string; importId: string | undefined; after: Pick<OpenRow, 'importId' | 'position'> | undefined },
): Promise<OpenRow | undefined> {
  const isAfter = after
    ? sql`(j.created_at, r.import_id, r.position) >
        ((select created_at from title_import where import_id = ${after.importId}), ${after.importId}, ${after.position})`
    : sql`true`
  const { rows } = await sql<OpenRow>`
    ${openRows} and (j.node_id is null or j.node_id = ${nodeId})
      and (${importId ?? null}::text is null or j.import_id = ${importId ?? null}) and ${isAfter}
    order by j.created_at, r.import_id, r.position limit 1 for update of r skip locked`.execute(db)
  return rows[0]
}

/** @returns false when another worker has done it, or is at it */
export async function takeRow(
  tx: Tx,
  { importId, position }: Pick<OpenRow, 'importId' | 'position'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from title_import_row where import_id = ${importId} and position = ${position} and outcome is null
    for update skip locked`.execute(tx)
  return rows.length > 0
}

export interface Done {
  readonly importId: string
  readonly position: number
  readonly outcome: ImportOutcome
  readonly problems: readonly LineProblem[]
  readonly programId: string | null
  readonly jobs: readonly string[]
}

export const writeOutcome = (db: Db, { importId, position, outcome, problems, programId, jobs }: Done) =>
  db
    .updateTable('title_import_row')
    .set({ outcome, problems: JSON.stringify(problems) as never, program_id: programId, jobs: [...jobs] })
    .where('import_id', '=', importId)
    .where('position', '=', position)
    .where('outcome', 'is', null)
    .execute()

export async function finishImports(db: Db, at: Instant): Promise<void> {
  await sql`
    update title_import j set finished_at = ${at} where finished_at is null
      and not exists (select from title_import_row r where r.import_id = j.import_id and r.outcome is null)`.execute(db)
}

const FAILED = sql`exists (select from ingest_job i where i.job_id = any(r.jobs) and i.state in ('failed', 'cancelled'))`

export const TO_RETRY = sql`(r.outcome = 'wrong' or (r.outcome is not null and ${FAILED}))`

/** Rows that are wrong, and those of which an ingest failed or was cancelled. @returns how many */
export async function reopenRows(tx: Tx, importId: string): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    update title_import_row r set outcome = null, problems = '[]', tries = tries + 1
    where import_id = ${importId} and ${TO_RETRY} returning position`.execute(tx)
  if (rows.length > 0)
    await tx.updateTable('title_import').set({ finished_at: null }).where('import_id', '=', importId).execute()
  return rows.length
}

export interface ImportProgress {
  readonly importId: string
  readonly fileName: string
  readonly folder: string | null
  readonly by: string
  readonly createdAt: Instant
  readonly finishedAt: Instant | null
  /** Until another operator continues it. */
  readonly isHeld: boolean
  readonly total: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly wrong: number
  /** Of their files: in the queue or being encoded, done, failed or cancelled. */
  readonly ingests: { readonly open: number; readonly done: number; readonly failed: number }
}

const outcomes = (outcome: string) => sql`(count(*) filter (where outcome = ${sql.lit(outcome)}))::int`

const PROGRESS = sql`j.import_id as "importId", j.file_name as "fileName", j.folder, coalesce(j.continued_actor, j.actor) as by, j.created_at as "createdAt",
  j.finished_at as "finishedAt", (j.finished_at is null and ${HELD}) as "isHeld", counted.*, (
    select jsonb_build_object('open', count(*) filter (where i.state in ('queued', 'running')),
      'done', count(*) filter (where i.state = 'done'), 'failed', count(*) filter (where i.state in ('failed', 'cancelled')))
    from title_import_row r join ingest_job i on i.job_id = any(r.jobs) where r.import_id = j.import_id) as ingests`

const IMPORTS = sql`title_import j cross join lateral (
  select count(*)::int as total, ${outcomes('added')} as added, ${outcomes('changed')} as changed,
    ${outcomes('unchanged')} as unchanged, ${outcomes('wrong')} as wrong
  from title_import_row r where r.import_id = j.import_id) counted`

export interface ImportQuery {
  readonly isHeld?: boolean | undefined
  readonly after?: string | undefined
  readonly limit: number
}

export function listImports(db: Db, { isHeld, after, limit }: ImportQuery): Promise<KeysetPage<ImportProgress>> {
  const list: KeysetList = {
    columns: PROGRESS,
    from: IMPORTS,
    where: isHeld ? [sql`j.finished_at is null and ${HELD}`] : [],
    sort: { by: sql`j.created_at`, type: 'timestamptz', descending: true },
    id: { by: sql`j.import_id`, type: 'text' },
  }
  return readPage<ImportProgress>(db, list, { after, limit })
}

export async function findImport(db: Db, importId: string): Promise<ImportProgress | undefined> {
  const { rows } =
    await sql<ImportProgress>`select ${PROGRESS} from ${IMPORTS} where j.import_id = ${importId}`.execute(db)
  return rows[0]
}

export interface ListedRow {
  readonly position: number
  readonly reference: string
  readonly line: number
  readonly title: { readonly zh: string; readonly en: string }
  readonly outcome: ImportOutcome | null
  readonly problems: LineProblem[]
  readonly programId: string | null
  readonly ingests: ImportProgress['ingests']
}

const rowList = ({ importId, isOnlyWrong }: { importId: string; isOnlyWrong: boolean }): KeysetList => ({
  columns: sql`r.position, r.reference, r.line, r.outcome, r.problems, r.program_id as "programId",
    jsonb_build_object('zh', coalesce(r.lines->0->'cells'->>'titleZh', ''), 'en', coalesce(r.lines->0->'cells'->>'titleEn', '')) as title,
    (select jsonb_build_object('open', count(*) filter (where i.state in ('queued', 'running')),
      'done', count(*) filter (where i.state = 'done'), 'failed', count(*) filter (where i.state in ('failed', 'cancelled')))
      from ingest_job i where i.job_id = any(r.jobs)) as ingests`,
  from: sql`title_import_row r`,
  where: [sql`r.import_id = ${importId}`, ...(isOnlyWrong ? [sql`(r.outcome = 'wrong' or ${FAILED})`] : [])],
  sort: { by: sql`r.position`, type: 'bigint', descending: false },
  id: { by: sql`r.position`, type: 'bigint' },
})

export const listRows = (
  db: Db,
  query: { importId: string; isOnlyWrong: boolean },
  page: { after?: string | undefined; limit: number },
): Promise<KeysetPage<ListedRow>> => readPage<ListedRow>(db, rowList(query), page)

export const readRows = (tx: Tx, importId: string): AsyncGenerator<ListedRow[]> =>
  readAll<ListedRow>(tx, rowList({ importId, isOnlyWrong: false }))
