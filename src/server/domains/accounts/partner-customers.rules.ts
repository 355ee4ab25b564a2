import { DEFAULT_AREA_CODE } from '#contract/fields.ts'
import { parseNumber } from './numbers.rules.ts'

/** The numbers of a list, without repetitions, and the lines that hold none. */
export type CustomerList = { numbers: string[]; wrongLines: number[] }

/**
 * Reads a CSV file: the number is the first column, `91234567` or with its area code. Empty lines are skipped, and a first line
 * without a digit in that column is the header.
 */
export function readCustomerList(csv: string): CustomerList {
  const numbers = new Set<string>()
  const wrongLines: number[] = []
  csv
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, index) => {
      const cell = (line.split(/[,;\t]/, 1)[0] ?? '').replaceAll(/["\s()-]/g, '')
      if (line.trim() === '' || (index === 0 && !/\d/.test(cell))) return
      const number = parseNumber(cell, DEFAULT_AREA_CODE)
      if (number === undefined) wrongLines.push(index + 1)
      else numbers.add(number)
    })
  return { numbers: [...numbers], wrongLines }
}
