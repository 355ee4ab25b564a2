import { expect, test } from 'vitest'
import { readStaffList, staffHash } from './staff-list.rules.ts'

const key = Buffer.alloc(32, 5)
const hash = (companyName: string, staffNumber: string) => staffHash(key, { companyName, staffNumber }).toString('hex')

test.each([
  ['Harbour Bank', 'A1024', true],
  [' harbour  BANK ', 'a 10-24', true],
  ['Ｈａｒｂｏｕｒ Bank', 'Ａ１０２４', true],
  ['Harbour Bank', 'A1025', false],
  ['Harbour Banks', 'A1024', false],
  ['Harbour', 'BankA1024', false],
])('%s, %s is the same staff number as Harbour Bank, A1024: %s', (companyName, staffNumber, isSame) => {
  expect(hash(companyName, staffNumber) === hash('Harbour Bank', 'A1024')).toBe(isSame)
})

test('a hash depends on the key', () => {
  const other = staffHash(Buffer.alloc(32, 6), { companyName: 'Harbour Bank', staffNumber: 'A1024' })
  expect(other.toString('hex')).not.toBe(hash('Harbour Bank', 'A1024'))
})

test('a list has the company in the first column and the number in the second', () => {
  const csv =
    '\uFEFFcompany,number\r\n"Wong, Chan & Co",0042\r\n\r\n港島銀行;B-7\r\nHarbour Bank\tA1024\r\n"The ""Old"" Bank",9,\r\n'
  expect(readStaffList(csv)).toEqual({
    entries: [
      { companyName: 'Wong, Chan & Co', staffNumber: '0042' },
      { companyName: '港島銀行', staffNumber: 'B-7' },
      { companyName: 'Harbour Bank', staffNumber: 'A1024' },
      { companyName: 'The "Old" Bank', staffNumber: '9' },
    ],
    wrong: [],
  })
})

test.each([
  ['without a number', 'Harbour Bank'],
  ['with an empty number', 'Harbour Bank, - '],
  ['without a company', ',A1024'],
  ['with a third value', 'Harbour Bank,A1024,Chan Tai Man'],
  ['with a number that a spreadsheet has shortened', 'Harbour Bank,1.23457E+11'],
  ['with a company that is too long', `${'x'.repeat(81)},A1024`],
])('a line %s is wrong', (_, line) => {
  expect(readStaffList(`Harbour Bank,A1\n${line}\n`)).toMatchObject({ wrong: [{ line: 2 }] })
})
