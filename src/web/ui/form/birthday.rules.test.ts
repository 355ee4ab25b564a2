import { expect, test } from 'vitest'
import { finishDay, joinDay, partsOfDay, readDay, todayInHongKong, wrongDay } from './birthday.rules.ts'

test.each([
  ['2', '2'],
  ['2000', '2000'],
  ['20001', '2000-1'],
  ['200001', '2000-01'],
  ['2000010', '2000-01-0'],
  ['20000101', '2000-01-01'],
  ['2000-01-01', '2000-01-01'],
  ['2000/1/5', '2000-01-5'],
  ['2000.12.31', '2000-12-31'],
  ['2000年1月5日', '2000-01-5'],
  ['２００００１０１', '2000-01-01'],
  ['2000-01-011', '2000-01-01'],
  ['abc', ''],
])('a typed birthday of %j is shown as %j', (typed, text) => {
  expect(readDay(typed)).toBe(text)
})

test.each(['2000-', '2000-01-'])('Backspace takes the hyphen of %j for good', (text) => {
  expect(readDay(text.slice(0, -1))).toBe(text.slice(0, -1))
})

test('leaving the field completes a lone digit, and nothing else', () => {
  expect(finishDay('2000-01-5')).toBe('2000-01-05')
  expect(finishDay('2000-01-05')).toBe('2000-01-05')
  expect(finishDay('2000-1')).toBe('2000-1')
})

test.each([
  [{ year: '2000', month: '', day: '' }, '2000--'],
  [{ year: '', month: '1', day: '' }, '-1-'],
  [{ year: '1990', month: '5', day: '12' }, '1990-5-12'],
  [{ year: '', month: '', day: '' }, ''],
])('the parts %o are kept while the date is not whole', (parts, text) => {
  expect(joinDay(parts)).toBe(text)
  expect(partsOfDay(text)).toEqual(parts)
})

test('lone digits of month and day are padded once all are there', () => {
  expect(finishDay('1990-5-2')).toBe('1990-05-02')
  expect(finishDay('1990--2')).toBe('1990--2')
})

test('today is the day in Hong Kong', () => {
  expect(todayInHongKong(new Date('2026-11-21T15:59:59Z'))).toBe('2026-11-21')
  expect(todayInHongKong(new Date('2026-11-21T16:00:00Z'))).toBe('2026-11-22')
})

const TODAY = '2026-11-29'

test.each([
  ['', undefined],
  ['2026-11-28', undefined],
  ['2000-02-29', undefined],
  ['-13-', { part: 'year', last: 2026 }],
  ['90-02-03', { part: 'year', last: 2026 }],
  ['1899-12-31', { part: 'year', last: 2026 }],
  ['2027-01-01', { part: 'year', last: 2026 }],
  ['1990-13-05', { part: 'month' }],
  ['1990--05', { part: 'month' }],
  ['2001-02-29', { part: 'day', last: 28 }],
  ['1990-04-', { part: 'day', last: 30 }],
  ['2026-11-29', { part: 'future' }],
])('of the birthday %j the part %j is wrong', (typed, wrong) => {
  expect(wrongDay(typed, TODAY)).toEqual(wrong)
})
