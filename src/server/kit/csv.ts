/** A cell. Numbers stay numbers; instants are Hong Kong times with their offset. */
export type CsvCell = string | number | Temporal.Instant

/** What a spreadsheet would take for a formula, also in full width. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/

/** Rows as CSV (RFC 4180). */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** A CSV file for a person: with a byte order mark, by which spreadsheets know UTF-8. */
export const toCsvFile = (rows: readonly (readonly CsvCell[])[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`\uFEFF${toCsv(rows)}`)

/** `2026-11-21T21:20:00+08:00` */
const hongKongTime = (at: Temporal.Instant): string =>
  at.toZonedDateTimeISO('Asia/Hong_Kong').toString({ smallestUnit: 'second', timeZoneName: 'never' })

function cell(value: CsvCell): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return hongKongTime(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
