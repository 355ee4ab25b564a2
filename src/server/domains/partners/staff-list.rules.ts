import { createHmac } from 'node:crypto'

/** Companies and numbers are compared without case, width and spare spaces; numbers without hyphens as well. */
export const companyKey = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

const numberKey = (number: string): string => number.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase()

/** The stored form of a staff number. */
export const staffHash = (key: Buffer, { companyName, staffNumber }: StaffEntry): Buffer =>
  createHmac('sha256', key)
    .update(`${companyKey(companyName)}\n${numberKey(staffNumber)}`)
    .digest()

export interface StaffEntry {
  readonly companyName: string
  readonly staffNumber: string
}

/** The entries of a list, and the lines that are none. */
export interface StaffList {
  readonly entries: StaffEntry[]
  readonly wrongLines: number[]
}

const COMPANY_MAX = 80
const NUMBER_MAX = 40
/** The first line, where it names its columns. */
const HEADER = /^"?(company|公司)/i

/** Reads a CSV file: the company is the first column, the number the second. Empty lines are skipped. */
export function readStaffList(csv: string): StaffList {
  const entries: StaffEntry[] = []
  const wrongLines: number[] = []
  csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, index) => {
      if (line.trim() === '' || (index === 0 && HEADER.test(line))) return
      const [companyName = '', staffNumber = '', ...rest] = cellsOf(line)
      const isWrong =
        companyKey(companyName) === '' ||
        numberKey(staffNumber) === '' ||
        companyName.length > COMPANY_MAX ||
        staffNumber.length > NUMBER_MAX ||
        rest.some((cell) => cell !== '')
      if (isWrong) wrongLines.push(index + 1)
      else entries.push({ companyName, staffNumber })
    })
  return { entries, wrongLines }
}

/** The cells of a line; quoted ones may hold commas, and quotes doubled. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,;\t]*)(?:[,;\t]|$)/g)]
    .filter(({ index, 0: whole }) => whole !== '' || index < line.length)
    .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
