import type { Clock } from './clock.ts'
import { byLine, parseContent } from './content-lines.rules.ts'
import type { ContentPart, ImportProblem, Upsert } from './content-part.ts'
import type { Tx } from './db.ts'

/** What an import did, or would do. With problems it did nothing. */
export interface ImportReport {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly problems: readonly ImportProblem[]
}

interface ImportRequest {
  readonly content: string
  /** For the audit log. */
  readonly file: string
  /** `operator:<name>`, `system`. */
  readonly actor: string
  readonly isDryRun?: boolean
}

interface Audit {
  readonly at: Temporal.Instant
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly reason: string
  readonly details: Readonly<Record<string, unknown>>
}

interface ImportDeps {
  readonly clock: Clock
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Records what an operator did, in the transaction that does it. */
  audit(tx: Tx, entry: Audit): Promise<void>
  /** In the order in which they are written. */
  readonly parts: readonly ContentPart[]
}

export type ContentImport = ReturnType<typeof createContentImport>

/** Imports content of every domain that has a part in it. The same file again changes nothing. */
export function createContentImport({ clock, transaction, audit, parts }: ImportDeps) {
  return { importFile }

  /** Imports all of the file, or nothing when a line is wrong. */
  async function importFile({ content, file, actor, isDryRun = false }: ImportRequest): Promise<ImportReport> {
    const { records, problems } = parseContent(content, parts)
    if (problems.length > 0) return { ...NOTHING, problems }
    try {
      return await transaction(async (tx) => {
        const at = clock.now()
        const reports: ImportReport[] = []
        for (const part of parts) {
          if (!Object.keys(part.schemas).some((kind) => records[kind]!.length > 0)) continue
          const applied = await part.apply(tx, records, at)
          const report = { ...countsOf(applied.done), problems: applied.problems }
          const { added, changed } = report
          if (added + changed > 0)
            await audit(tx, { ...part.audit, at, actor, reason: `list ${file}`, details: { added, changed } })
          reports.push(report)
        }
        const report = sumOf(reports)
        if (isDryRun || report.problems.length > 0) throw new Undone(report)
        return report
      })
    } catch (error) {
      if (!(error instanceof Undone)) throw error
      const { report } = error
      return report.problems.length > 0 ? { ...NOTHING, problems: report.problems } : report
    }
  }
}

const NOTHING = { added: 0, changed: 0, unchanged: 0 }

function countsOf(done: readonly Upsert[]): typeof NOTHING {
  const count = (outcome: Upsert) => done.filter((one) => one === outcome).length
  return { added: count('added'), changed: count('changed'), unchanged: count(undefined) }
}

function sumOf(reports: readonly ImportReport[]): ImportReport {
  const sum = (name: keyof typeof NOTHING) => reports.reduce((total, report) => total + report[name], 0)
  const problems = reports.flatMap((report) => report.problems).toSorted(byLine)
  return { added: sum('added'), changed: sum('changed'), unchanged: sum('unchanged'), problems }
}

/** Undoes the transaction. */
class Undone extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('undone')
    this.report = report
  }
}
