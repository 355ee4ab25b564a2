import { readTable } from '#contract/table-cells.ts'
import { isYes, type RecordField, recordOf, type RecordValues, typedNames, typedOf } from './record-form.rules.ts'

export type ParsedRecords =
  | { readonly records: readonly RecordValues[] }
  | { readonly fault: 'empty' }
  | { readonly fault: 'json' | 'quote'; readonly line: number }
  | { readonly fault: 'columns'; readonly names: readonly string[] }

const WITHDRAWN = 'withdrawn'

/** The names of a table's columns. */
export const columnsOf = (fields: readonly RecordField[]): string[] => [...fields.flatMap(typedNames), WITHDRAWN]

/** A table with a row of names, by commas (RFC 4180) or as a spreadsheet copies it; or JSON Lines, as the import takes them. */
export function parseRecords(content: string, fields: readonly RecordField[]): ParsedRecords {
  const text = content.replace(/^\uFEFF/, '').trim()
  if (text === '') return { fault: 'empty' }
  return text.startsWith('{') ? parseLines(text) : parseTable(text, fields)
}

function parseLines(text: string): ParsedRecords {
  const records: RecordValues[] = []
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    try {
      const { kind: _, ...record } = JSON.parse(line) as RecordValues
      records.push(record)
    } catch {
      return { fault: 'json', line: at + 1 }
    }
  }
  return { records }
}

function parseTable(text: string, fields: readonly RecordField[]): ParsedRecords {
  const { rows, openQuote } = readTable(text)
  if (openQuote !== undefined) return { fault: 'quote', line: openQuote }
  const [header, ...filled] = rows.map(({ cells }) => cells)
  if (!header) return { fault: 'empty' }
  const names = header.map((name) => name.trim())
  const known = columnsOf(fields)
  const unknown = names.filter((name) => !known.includes(name))
  const missing = known.filter((name) => name !== WITHDRAWN && !names.includes(name))
  if (unknown.length + missing.length > 0) return { fault: 'columns', names: [...unknown, ...missing] }
  if (filled.length === 0) return { fault: 'empty' }
  return {
    records: filled.map((cells) => {
      const typed = Object.fromEntries(names.map((name, at) => [name, cells[at]?.trim() ?? '']))
      // Without the column the server keeps what is stored.
      if (!names.includes(WITHDRAWN)) return recordOf(fields, typed, {})
      return recordOf(fields, typed, { withdrawn: isYes(typed[WITHDRAWN] ?? '') })
    }),
  }
}

/** As a spreadsheet takes it. */
export function tableOf(records: readonly RecordValues[], fields: readonly RecordField[]): string {
  const names = columnsOf(fields)
  const rows = records.map((record) => {
    const typed = { ...typedOf(fields, record), [WITHDRAWN]: String(record[WITHDRAWN] === true) }
    return names.map((name) => quoted(typed[name as keyof typeof typed] ?? ''))
  })
  return [names, ...rows].map((cells) => cells.join('\t')).join('\n')
}

const quoted = (cell: string): string => (/["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
