import { type ContentProblem, isContentRule } from '#contract/content-problems.ts'
import type { Clock } from './clock.ts'
import type { ContentPart, ImportProblem, Upsert, ContentRecord } from './content-part.ts'
import type { Tx } from './db.ts'
import * as z from 'zod/mini'

export interface ImportReport {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly problems: readonly ImportProblem[]
}

interface ImportRequest {
  readonly content: string
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

/** The parts of an import, and its transaction. */
export interface ContentImport {
  readonly clock: Clock
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  audit(tx: Tx, entry: Audit): Promise<void>
  readonly parts: readonly ContentPart[]
}

/** Imports content of all domains. The same file again changes nothing. */
export async function importContent(
  { clock, transaction, audit, parts }: ContentImport,
  { content, file, actor, isDryRun = false }: ImportRequest,
): Promise<ImportReport> {
  const { records, problems } = parseContent(content, parts)
  if (problems.length > 0) return { ...NOTHING, problems }
  try {
    return await transaction(async (tx) => {
      const change = { at: clock.now(), actor }
      const reports: ImportReport[] = []
      for (const part of parts) {
        if (!Object.keys(part.schemas).some((kind) => records[kind]!.length > 0)) continue
        const applied = await part.apply(tx, records, change)
        const report = { ...countsOf(applied.done), problems: applied.problems }
        const { added, changed } = report
        if (added + changed > 0)
          await audit(tx, { ...part.audit, ...change, reason: `list ${file}`, details: { added, changed } })
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

class Undone extends Error {
  readonly report: ImportReport

  constructor(report: ImportReport) {
    super('undone')
    this.report = report
  }
}

interface ParsedContent {
  readonly records: Readonly<Record<string, readonly ContentRecord[]>>
  readonly problems: readonly ImportProblem[]
}

type Parts = readonly Pick<ContentPart, 'schemas' | 'check'>[]

/** JSON Lines (https://jsonlines.org). Empty lines are skipped. */
export function parseContent(content: string, parts: Parts): ParsedContent {
  const schemas: ContentPart['schemas'] = Object.assign({}, ...parts.map((part) => part.schemas))
  const records: Record<string, ContentRecord[]> = Object.fromEntries(Object.keys(schemas).map((kind) => [kind, []]))
  const problems: ImportProblem[] = []
  for (const [at, source] of content
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .entries()) {
    if (source.trim() === '') continue
    const parsed = parseLine(source, schemas)
    if ('problems' in parsed) problems.push(...parsed.problems.map((problem) => ({ ...problem, line: at + 1 })))
    else records[parsed.kind]!.push({ ...parsed.data, line: at + 1 })
  }
  for (const part of parts) problems.push(...part.check(records))
  return { records, problems: problems.toSorted(byLine) }
}

const byLine = (one: ImportProblem, other: ImportProblem): number => one.line - other.line

type Parsed = { kind: string; data: object } | { problems: readonly (ContentProblem & { field?: string })[] }

function parseLine(source: string, schemas: ContentPart['schemas']): Parsed {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return { problems: [{ is: 'notJson' }] }
  }
  const kind = (value as { kind?: unknown } | null)?.kind
  const [name, schema] = Object.entries(schemas).find(([one]) => one === kind) ?? []
  if (name === undefined || !schema) return { problems: [{ is: 'kindUnknown', kinds: Object.keys(schemas) }] }
  const { success, data, error } = z.safeParse(schema, value)
  if (success) {
    const path = findUnreadable(data)
    return path ? { problems: [{ is: 'unreadable', field: path.join('.') }] } : { kind: name, data: data as object }
  }
  const fieldOf = ({ path }: z.core.$ZodIssue) => (path.length > 0 ? { field: path.join('.') } : {})
  return { problems: error.issues.map((issue) => ({ ...problemOf(issue, value), ...fieldOf(issue) })) }
}

/** Control characters but line breaks, directional overrides, halves of a character, and what a wrong decoding leaves. */
const CONTROL = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069\uFFFD]|\p{Cs}/u

function findUnreadable(value: unknown): string[] | undefined {
  if (typeof value === 'string') return CONTROL.test(value) ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const path = findUnreadable(inner)
    if (path) return [name, ...path]
  }
  return undefined
}

const isThere = (value: unknown, path: readonly PropertyKey[]): boolean =>
  path.reduce<unknown>((inner, name) => (inner as Record<PropertyKey, unknown> | undefined)?.[name], value) !==
  undefined

function problemOf(issue: z.core.$ZodIssue, value: unknown): ContentProblem {
  if (isContentRule(issue.message)) return { is: issue.message }
  switch (issue.code) {
    case 'unrecognized_keys':
      return { is: 'fieldUnknown', names: issue.keys }
    case 'invalid_type':
      return { is: isThere(value, issue.path) ? 'wrongType' : 'missing', type: issue.expected }
    case 'invalid_value':
      return { is: 'notOneOf', values: issue.values.map(String) }
    case 'too_small':
      return { is: 'tooSmall', min: Number(issue.minimum), of: measured(issue.origin) }
    case 'too_big':
      return { is: 'tooLarge', max: Number(issue.maximum), of: measured(issue.origin) }
    default:
      return { is: 'malformed' }
  }
}

function measured(origin: string): 'text' | 'list' | 'number' {
  if (origin === 'string') return 'text'
  return origin === 'array' ? 'list' : 'number'
}
