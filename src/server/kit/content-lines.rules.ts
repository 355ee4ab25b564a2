import * as z from 'zod/mini'
import type { ContentPart, ContentRecord, ImportProblem } from './content-part.ts'

export interface ParsedContent {
  readonly records: Readonly<Record<string, readonly ContentRecord[]>>
  readonly problems: readonly ImportProblem[]
}

type Parts = readonly Pick<ContentPart, 'schemas' | 'check'>[]

/** Reads a file of JSON Lines (https://jsonlines.org): one record in each line. Empty lines are passed over. */
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
    if (typeof parsed === 'string') problems.push({ line: at + 1, message: parsed })
    else records[parsed.kind]!.push({ ...parsed.data, line: at + 1 })
  }
  for (const part of parts) problems.push(...part.check(records))
  return { records, problems: problems.toSorted(byLine) }
}

/** The order of the lines. */
export const byLine = (one: ImportProblem, other: ImportProblem): number => one.line - other.line

/** @returns the record, or what is wrong */
function parseLine(source: string, schemas: ContentPart['schemas']): { kind: string; data: object } | string {
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch {
    return 'This is not JSON.'
  }
  const kind = (value as { kind?: unknown } | null)?.kind
  const [name, schema] = Object.entries(schemas).find(([one]) => one === kind) ?? []
  if (name === undefined || !schema) return `"kind" is one of ${Object.keys(schemas).join(', ')}.`
  const { success, data, error } = z.safeParse(schema, value)
  if (success) {
    const path = findUnreadable(data)
    return path ? `${path.join('.')}: without control characters` : { kind: name, data: data as object }
  }
  return error.issues
    .map((issue) => `${[name, ...issue.path].slice(-Math.max(1, issue.path.length)).join('.')}: ${problemOf(issue)}`)
    .join('; ')
}

/** Control characters but line breaks, those that turn the text around them, and halves of a character. */
const CONTROL = /[^\P{Cc}\n]|[\u202A-\u202E\u2066-\u2069]|\p{Cs}/u

/** The path of a text that cannot be stored or read. */
function findUnreadable(value: unknown): string[] | undefined {
  if (typeof value === 'string') return CONTROL.test(value) ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, inner] of Object.entries(value)) {
    const path = findUnreadable(inner)
    if (path) return [name, ...path]
  }
  return undefined
}

/** What an issue of a schema means, for an operator. */
function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `there is no field ${issue.keys.join(', ')}`
    case 'invalid_type':
      return `must be there, of type ${issue.expected}`
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return `at least ${issue.minimum}`
    case 'too_big':
      return `at most ${issue.maximum}`
    case 'invalid_format':
      return issue.message === 'Invalid input' ? 'not in the right format' : issue.message
    default:
      return issue.message
  }
}
