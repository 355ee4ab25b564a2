import { HONG_KONG } from './instants.ts'

export type CsvCell = string | number | Temporal.Instant

/** Taken for a formula by spreadsheets, in full width too. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/

/** RFC 4180. */
export const toCsv = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** With a byte order mark, by which spreadsheets know UTF-8. */
export const toCsvFile = (rows: readonly (readonly CsvCell[])[]): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`\uFEFF${toCsv(rows)}`)

const hongKongTime = (at: Temporal.Instant): string =>
  at.toZonedDateTimeISO(HONG_KONG).toString({ smallestUnit: 'second', timeZoneName: 'never' })

function cell(value: CsvCell): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return hongKongTime(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
