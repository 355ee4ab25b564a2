import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { type ContentImport, importContent, type ImportReport } from './content-import.ts'
import type { ImportProblem } from './content-part.ts'
import { findRecords, listRecords, lockContent, type RecordQuery, type StoredRecord } from './content-records.ts'
import type { RecordSource } from './content-part.ts'
import { type Database, type Db, inSavepoint, type Tx } from './db.ts'
import type { KeysetPage } from './keyset.ts'

type Values = Readonly<Record<string, unknown>>

export interface Edit {
  readonly kind: string
  readonly records: readonly Values[]
  /** Those that the operator saw, in the order of the records; 0: none. */
  readonly versions: readonly number[]
  readonly actor: string
}

export interface SavedRecord {
  readonly id: string
  readonly version: number
  readonly before: Values | undefined
  readonly after: Values
  readonly counts: StoredRecord['counts']
}

/** Records that the import's own rules refuse. */
export class ContentRefusal extends Error {
  readonly problems: readonly ImportProblem[]

  constructor(problems: readonly ImportProblem[]) {
    super('records are wrong')
    this.problems = problems
  }
}

type CheckReport = ImportReport & { readonly versions: number[] }

export type ContentEditing = ReturnType<typeof createContentEditing>

/** Single records and files of the import, as the console edits them. */
export function createContentEditing({ db, content }: { db: Kysely<Database>; content: ContentImport }) {
  return { list, find, check, save, withdraw, raise }

  function list(kind: string, query: Omit<RecordQuery, 'now'>): Promise<KeysetPage<StoredRecord>> {
    return listRecords(db, sourceOf(kind), { ...query, now: content.clock.now() })
  }

  /** @throws AppError NOT_FOUND */
  async function find(kind: string, id: string, reader: Db = db): Promise<StoredRecord> {
    const found = (await stored(reader, kind, [id])).get(id)
    if (!found) throw new AppError('NOT_FOUND')
    return found
  }

  /** A dry run, in a transaction of its own, or `within` one that goes on. */
  async function check(kind: string, records: readonly Values[], within?: Tx): Promise<CheckReport> {
    if (within) await lockContent(within)
    const ids = idsOf(kind, records)
    const now = await stored(within ?? db, kind, ids)
    const file = fileOf(kind, keepStates(records, ids, now))
    const inside = within ? { ...content, transaction: partOf(within), audit: async () => undefined } : content
    const report = await importContent(inside, { ...file, actor: 'check', isDryRun: true })
    return { ...report, versions: ids.map((id) => now.get(id)?.version ?? 0) }
  }

  /** @throws AppError VERSION_CONFLICT; ContentRefusal, after which the transaction is to be undone */
  async function save(tx: Tx, { kind, records, versions, actor }: Edit): Promise<readonly SavedRecord[]> {
    await lockContent(tx)
    const ids = idsOf(kind, records)
    const before = await stored(tx, kind, ids)
    for (const [at, id] of ids.entries()) {
      const now = before.get(id)
      if (now && now.version !== versions[at]) throw conflictOf(now)
    }
    const inside: ContentImport = { ...content, transaction: (work) => work(tx), audit: async () => undefined }
    const { problems } = await importContent(inside, { ...fileOf(kind, keepStates(records, ids, before)), actor })
    if (problems.length > 0) throw new ContentRefusal(problems)
    const after = await stored(tx, kind, ids)
    return ids.map((id) => {
      const { version, record, counts } = after.get(id)!
      return { id, version, before: before.get(id)?.record, after: record, counts }
    })
  }

  /** @throws AppError NOT_FOUND, VERSION_CONFLICT; ContentRefusal */
  async function withdraw(
    tx: Tx,
    { kind, id, version, actor }: { kind: string; id: string; version: number | undefined; actor: string },
  ): Promise<SavedRecord> {
    await lockContent(tx)
    const now = await find(kind, id, tx)
    const records = [{ ...now.record, withdrawn: true }]
    const [saved] = await save(tx, { kind, records, versions: [version ?? now.version], actor })
    return saved!
  }

  /** Adds to a number of a record, whatever it is by now. @throws AppError NOT_FOUND; ContentRefusal */
  async function raise(
    tx: Tx,
    { kind, id, field, by, actor }: { kind: string; id: string; field: string; by: number; actor: string },
  ): Promise<SavedRecord> {
    await lockContent(tx)
    const now = await find(kind, id, tx)
    const records = [{ ...now.record, [field]: Number(now.record[field]) + by }]
    const [saved] = await save(tx, { kind, records, versions: [now.version], actor })
    return saved!
  }

  function sourceOf(kind: string): RecordSource {
    const source = content.parts.map(({ sources }) => sources[kind]).find(Boolean)
    if (!source) throw new Error(`no content of kind ${kind}`)
    return source
  }

  function idsOf(kind: string, records: readonly Values[]): string[] {
    const { idField } = sourceOf(kind)
    return records.map((record) => String(record[idField]))
  }

  function stored(reader: Db, kind: string, ids: readonly string[]): Promise<Map<string, StoredRecord>> {
    return findRecords(reader, sourceOf(kind), { now: content.clock.now(), ids })
  }
}

const partOf =
  (tx: Tx): ContentImport['transaction'] =>
  (work) =>
    inSavepoint(tx, () => work(tx))

/** A record that does not say whether it is withdrawn stays as it is. */
function keepStates(records: readonly Values[], ids: readonly string[], stored: ReadonlyMap<string, StoredRecord>) {
  return records.map((record, at) => {
    const now = stored.get(ids[at]!)
    return now && record.withdrawn === undefined ? { ...record, withdrawn: now.record.withdrawn } : record
  })
}

const fileOf = (kind: string, records: readonly Values[]) => ({
  content: records.map((record) => JSON.stringify({ ...record, kind })).join('\n'),
  file: 'console',
})

const conflictOf = ({ record, version, updatedBy, updatedAt }: StoredRecord): AppError =>
  new AppError('VERSION_CONFLICT', { current: { ...record, version }, by: updatedBy, at: updatedAt.toString() })
