import { expect, test } from 'vitest'
import { type CsvCell, toCsv, toCsvFile } from './csv.ts'

test.each<[CsvCell, string]>([
  ['a "b", c', '"a ""b"", c"'],
  ['=1+1', `"'=1+1"`],
  ['＝1', `"'＝1"`],
  ['-1', `"'-1"`],
  ['\tx', `"'\tx"`],
  [-1, '-1'],
  [Temporal.Instant.from('2026-11-28T16:30:15.25Z'), '2026-11-29T00:30:15+08:00'],
])('the cell %j is %s', (cell, written) => {
  expect(toCsv([[cell]])).toBe(`${written}\r\n`)
})

test('a file has a byte order mark and a line a row', () => {
  expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(toCsvFile([['時間'], [1, 2]]))).toBe(
    '\uFEFF"時間"\r\n1,2\r\n',
  )
})
