import { expect, test } from 'vitest'
import type { RecordField } from './record-form.rules.ts'
import { columnsOf, parseRecords, tableOf } from './records-file.rules.ts'

const FIELDS: readonly RecordField[] = [
  { name: 'code', type: 'text', max: 20, isOnceOnly: true },
  { name: 'place', type: 'local', max: 40 },
  { name: 'countries', type: 'list' },
  { name: 'first', type: 'dollars' },
]
const RECORD = {
  code: 'A-1',
  place: { zh_HK: '沙田', en_US: 'Sha Tin, "North"' },
  countries: ['GB', 'FR'],
  first: 120.5,
  withdrawn: false,
}
const { withdrawn: _, ...OPEN } = RECORD

test('a table by commas has quoted cells, and may come from Windows', () => {
  const csv = 'code,place.zh_HK,place.en_US,countries,first\r\nA-1,沙田,"Sha Tin, ""North""","GB, FR",120.5\r\n\r\n'
  expect(parseRecords(`\uFEFF${csv}`, FIELDS)).toEqual({ records: [OPEN] })
})

test('a table by semicolons is read, whose cells may hold commas', () => {
  const csv = 'code;place.zh_HK;place.en_US;countries;first\nA-1;沙田;Sha Tin, "North";GB, FR;120.5'
  expect(parseRecords(csv, FIELDS)).toEqual({ records: [OPEN] })
})

test('a first line that names the separator is not the names', () => {
  const csv = 'sep=;\ncode;place.zh_HK;place.en_US;countries;first\nA-1;沙田;Sha Tin, "North";GB, FR;120.5'
  expect(parseRecords(csv, FIELDS)).toEqual({ records: [OPEN] })
})

test('only a table with the column says what is withdrawn', () => {
  const table = (column: string, cell: string) =>
    `code,place.zh_HK,place.en_US,countries,first${column}\nA,一,One,GB,1${cell}`
  const withdrawnOf = (...cells: [string, string]) => {
    const parsed = parseRecords(table(...cells), FIELDS)
    return 'records' in parsed ? parsed.records.map(({ withdrawn }) => withdrawn) : parsed
  }
  expect(withdrawnOf('', '')).toEqual([undefined])
  expect(withdrawnOf(',withdrawn', ',是')).toEqual([true])
  expect(withdrawnOf(',withdrawn', ',')).toEqual([false])
  for (const cell of ['y', 'x', 'TRUE', '有']) expect(withdrawnOf(',withdrawn', `,${cell}`)).toEqual([true])
  for (const cell of ['N', '否', '0', '沒有']) expect(withdrawnOf(',withdrawn', `,${cell}`)).toEqual([false])
  // Whatever it means: the server refuses it, and nothing withdrawn goes on sale.
  expect(withdrawnOf(',withdrawn', ',WAHR')).toEqual(['WAHR'])
})

test('what is there is a table that reads the same', () => {
  const records = [RECORD, { ...RECORD, code: 'B', withdrawn: true, place: { zh_HK: '一\n二', en_US: 'Two' } }]
  expect(parseRecords(tableOf(records, FIELDS), FIELDS)).toEqual({ records })
  expect(columnsOf(FIELDS)).toEqual(['code', 'place.zh_HK', 'place.en_US', 'countries', 'first', 'withdrawn'])
})

test('JSON Lines are the records of the import', () => {
  const lines = `${JSON.stringify({ kind: 'locker', ...RECORD })}\n\n${JSON.stringify(RECORD)}`
  expect(parseRecords(lines, FIELDS)).toEqual({ records: [RECORD, RECORD] })
  expect(parseRecords(`${lines}\n{`, FIELDS)).toEqual({ fault: 'json', line: 4 })
})

test.each([
  ['', { fault: 'empty' }],
  [',', { fault: 'empty' }],
  ['""', { fault: 'empty' }],
  [',,,\n,,', { fault: 'empty' }],
  ['code\tplace.zh_HK\tplace.en_US\tcountries\tfirst', { fault: 'empty' }],
  ['code,place.zh_HK\n"A', { fault: 'quote', line: 2 }],
  ['code,place.zh_HK,colour\nA', { fault: 'columns', names: ['colour', 'place.en_US', 'countries', 'first'] }],
])('%j is no table: %o', (text, expected) => {
  expect(parseRecords(text, FIELDS)).toEqual(expected)
})
