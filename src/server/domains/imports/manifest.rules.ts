import {
  IMPORT_BYTES_MAX,
  IMPORT_COLUMN_NAMES,
  IMPORT_LINES_MAX,
  type ImportColumn,
  type ImportProblem,
  type LineProblem,
  REQUIRED_COLUMNS,
} from '#contract/title-imports.ts'
import { readTable } from '#contract/table-cells.ts'
import { decodeText } from '../media/index.ts'

/** A list of JSON stays one, so that its entries may hold separators. */
export type ManifestCells = Readonly<Partial<Record<ImportColumn, string | readonly string[]>>>

/** A film, a series or an episode. A column that the file does not have is absent. */
export interface ManifestLine {
  readonly line: number
  readonly cells: ManifestCells
  readonly problems: readonly LineProblem[]
}

export interface Manifest {
  readonly lines: readonly ManifestLine[]
  /** Of the file as a whole: nothing of it is imported. */
  readonly problems: readonly LineProblem[]
}

/** CSV or JSON Lines, in the encodings of the programs that people have. Never throws. */
export function readManifest(bytes: Uint8Array): Manifest {
  if (bytes.length > IMPORT_BYTES_MAX) return refused({ is: 'fileTooLarge', max: IMPORT_BYTES_MAX })
  const text = decodeText(bytes, 'zh').text.replace(/^\uFEFF/, '')
  if (text.trim() === '') return refused({ is: 'fileEmpty' })
  const manifest = /^\s*[{[]/.test(text) ? readJsonLines(text) : readCsv(text)
  if (manifest.problems.length > 0) return manifest
  if (manifest.lines.length === 0) return refused({ is: 'fileEmpty' })
  if (manifest.lines.length > IMPORT_LINES_MAX) return refused({ is: 'linesMax', max: IMPORT_LINES_MAX })
  return manifest
}

const refused = (problem: ImportProblem, line = 0): Manifest => ({
  lines: [],
  problems: [{ ...problem, line, column: null }],
})

/** `title_zh`, `Title ZH` and `titleZh` are one. */
const keyOf = (name: string): string => name.toLowerCase().replaceAll(/[\s_-]+/g, '')

const BY_KEY = new Map(IMPORT_COLUMN_NAMES.map((name) => [keyOf(name), name]))

/** A note, which is not read. */
const isNote = (text: string): boolean => text.trimStart().startsWith('#')

/** By its reference, or alone in its row: a title may begin with the sign, in whichever column it is. */
const isNoteRow = (cells: readonly string[], reference: number): boolean =>
  isNote(cells[reference] ?? '') || (isNote(cells[0] ?? '') && cells.slice(1).every((cell) => cell.trim() === ''))

function readCsv(text: string): Manifest {
  const { rows, openQuote } = readTable(text)
  if (openQuote !== undefined) return refused({ is: 'quoteOpen' }, openQuote)
  const [head, ...others] = rows
  const names = head!.cells.map((cell) => cell.trim())
  const columns = names.map((name) => BY_KEY.get(keyOf(name)))
  const problems = headProblems(names, columns).map((one) => ({ ...one, line: head!.line, column: null }))
  if (problems.length > 0) return { lines: [], problems }
  const lines = others
    .filter(({ cells }) => !isNoteRow(cells, columns.indexOf('reference')))
    .map(({ line, cells }): ManifestLine => {
      const given = columns.flatMap((column, at) => (column ? [[column, (cells[at] ?? '').trim()] as const] : []))
      const isLonger = cells.slice(names.length).some((cell) => cell.trim() !== '')
      const many = { is: 'cellsMany', found: cells.length, expected: names.length, line, column: null } as const
      return { line, cells: Object.fromEntries(given), problems: isLonger ? [many] : [] }
    })
  return { lines, problems: [] }
}

function headProblems(names: readonly string[], columns: readonly (ImportColumn | undefined)[]): ImportProblem[] {
  const unknown = names.filter((name, at) => columns[at] === undefined && name !== '' && !isNote(name))
  const missing = REQUIRED_COLUMNS.filter((name) => !columns.includes(name))
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at)
  return [
    ...(unknown.length > 0 ? [{ is: 'columnsUnknown' as const, names: unknown }] : []),
    ...(missing.length > 0 ? [{ is: 'columnsMissing' as const, names: missing }] : []),
    ...(twice ? [{ is: 'columnTwice' as const, name: twice }] : []),
  ]
}

function readJsonLines(text: string): Manifest {
  const lines = text.split(/\r\n|\n|\r/).flatMap((source, at): ManifestLine[] => {
    if (source.trim() === '') return []
    const line = at + 1
    const value = parseObject(source)
    if (!value) return [{ line, cells: {}, problems: [{ is: 'notJson', line, column: null }] }]
    const { episodes = [], ...title } = value
    const own = readRecord(title, line)
    const { reference = '' } = own.cells
    if (!Array.isArray(episodes)) return [withProblem(own, { is: 'notText' }, 'episodes')]
    return [own, ...episodes.map((episode: unknown) => readEpisode(episode, { reference, line }))]
  })
  return { lines, problems: [] }
}

function readEpisode(episode: unknown, of: { reference: string | readonly string[]; line: number }): ManifestLine {
  if (!isRecord(episode)) {
    return { line: of.line, cells: {}, problems: [{ is: 'notText', line: of.line, column: 'episodes' }] }
  }
  const read = readRecord(episode, of.line)
  const numbered = read.cells.episode ? read : withProblem(read, { is: 'needed' }, 'episode')
  return { ...numbered, cells: { ...read.cells, reference: of.reference } }
}

const withProblem = (of: ManifestLine, problem: ImportProblem, column: string): ManifestLine => ({
  ...of,
  problems: [...of.problems, { ...problem, line: of.line, column }],
})

function parseObject(source: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(source)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function readRecord(record: Record<string, unknown>, line: number): ManifestLine {
  const cells: Partial<Record<ImportColumn, string | readonly string[]>> = {}
  const problems: LineProblem[] = []
  const unknown = Object.keys(record).filter((name) => !BY_KEY.has(keyOf(name)) && !isNote(name))
  if (unknown.length > 0) problems.push({ is: 'columnsUnknown', names: unknown, line, column: null })
  for (const [name, value] of Object.entries(record)) {
    const column = BY_KEY.get(keyOf(name))
    if (!column) continue
    const cell = Array.isArray(value) ? value.map(textOf) : textOf(value)
    const isText = (one: string | undefined): one is string => one !== undefined
    if (Array.isArray(cell) && cell.every(isText)) cells[column] = cell
    else if (!Array.isArray(cell) && cell !== undefined) cells[column] = cell
    else problems.push({ is: 'notText', line, column })
  }
  return { line, cells, problems }
}

function textOf(value: unknown): string | undefined {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined
}
