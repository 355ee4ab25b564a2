import { createHmac } from 'node:crypto'

/** Case, width, spaces and hyphens of numbers do not matter. */
export const companyKey = (name: string): string => name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase()

const numberKey = (number: string): string => number.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase()

export const staffHash = (key: Buffer, { companyName, staffNumber }: StaffEntry): Buffer =>
  createHmac('sha256', key)
    .update(`${companyKey(companyName)}\n${numberKey(staffNumber)}`)
    .digest()

export interface StaffEntry {
  readonly companyName: string
  readonly staffNumber: string
}

export interface StaffList {
  readonly entries: StaffEntry[]
  readonly wrong: { readonly line: number; readonly text: string }[]
}

const COMPANY_MAX = 80
const NUMBER_MAX = 40
/** A long number as a spreadsheet writes it, `1.23457E+11`: its last digits are lost, so that several people would be one. */
const SHORTENED = /^\d(?:\.\d+)?E\+\d+$/i
/** Names of columns. */
const HEADER = /^"?(company|公司)/i

/** Company, number. Empty lines are skipped. */
export function readStaffList(csv: string): StaffList {
  const entries: StaffEntry[] = []
  const wrong: { line: number; text: string }[] = []
  csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, index) => {
      if (line.trim() === '' || (index === 0 && HEADER.test(line))) return
      const [companyName = '', staffNumber = '', ...rest] = cellsOf(line)
      const isWrong =
        companyKey(companyName) === '' ||
        numberKey(staffNumber) === '' ||
        SHORTENED.test(staffNumber.trim()) ||
        companyName.length > COMPANY_MAX ||
        staffNumber.length > NUMBER_MAX ||
        rest.some((cell) => cell !== '')
      if (isWrong) wrong.push({ line: index + 1, text: line })
      else entries.push({ companyName, staffNumber })
    })
  return { entries, wrong }
}

/** Quoted cells may hold commas and doubled quotes. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,;\t]*)(?:[,;\t]|$)/g)]
    .filter(({ index, 0: whole }) => whole !== '' || index < line.length)
    .map(([, cell = '']) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell).trim())
