/** The cells of a row, and its first line in the file, from 1. */
interface TableRow {
  readonly line: number
  readonly cells: readonly string[]
}

interface Table {
  readonly rows: readonly TableRow[]
  /** The line of a quotation mark that is never closed. */
  readonly openQuote: number | undefined
}

const SEPARATORS = [',', ';', '\t'] as const

/** The one that the first row has most of: spreadsheets use the semicolon where the comma is the decimal mark. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((separator) => [separator, 0]))
  let isQuoted = false
  for (const letter of text) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === '\n' || letter === '\r')) break
    else if (!isQuoted && counts.has(letter)) counts.set(letter, counts.get(letter)! + 1)
  }
  return [...counts].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
}

/** RFC 4180, with any line ends, and by commas, semicolons or tabs. Rows without a cell that is filled are left out. */
export function readTable(content: string): Table {
  // Spreadsheets take a first line of this form, and leave it there.
  const said = /^sep=([,;\t])\r?\n/.exec(content)
  const text = said ? content.slice(said[0].length) : content
  const separator = said?.[1] ?? separatorOf(text)
  const rows: TableRow[] = []
  let line = said ? 2 : 1
  let row: { line: number; cells: string[] } = { line, cells: [] }
  let at = 0
  while (at < text.length || row.cells.length > 0) {
    const read = readCell(text, at, separator)
    if (read === undefined) return { rows, openQuote: line }
    row.cells.push(read.cell)
    line += read.lines
    at = read.end
    if (text[at] === separator) at += 1
    else {
      at += text.startsWith('\r\n', at) ? 2 : 1
      line += 1
      if (row.cells.some((cell) => cell.trim() !== '')) rows.push(row)
      row = { line, cells: [] }
    }
  }
  return { rows, openQuote: undefined }
}

/** `lines`: line ends inside the cell. `end`: where its separator or line end is. Undefined for a quotation mark that is never closed. */
function readCell(
  text: string,
  start: number,
  separator: string,
): { cell: string; lines: number; end: number } | undefined {
  const ends = new RegExp(`[${separator}\\r\\n]|$`, 'g')
  let quoted = ''
  let at = start
  if (text[start] === '"') {
    for (at = start + 1; ; at += 2) {
      const close = text.indexOf('"', at)
      if (close < 0) return undefined
      quoted += text.slice(at, close)
      at = close
      if (text[close + 1] !== '"') break
      quoted += '"'
    }
    at += 1
  }
  ends.lastIndex = at
  const end = ends.exec(text)!.index
  const lines = quoted.match(/\r\n|\r|\n/g)?.length ?? 0
  return { cell: quoted.replaceAll(/\r\n?/g, '\n') + text.slice(at, end), lines, end }
}
