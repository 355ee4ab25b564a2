import { expect, test } from 'vitest'
import { keepUnits } from './keep-units.ts'

const NBSP = '\u00A0'

test.each([
  ['以 28 點租看', `以 28${NBSP}點租看`],
  ['48 小時', `48${NBSP}小時`],
  ['60 點中扣 29 點，可看 1 小時 40 分', `60${NBSP}點中扣 29${NBSP}點，可看 1${NBSP}小時 40${NBSP}分`],
  ['首月免費，其後每月 HK$ 48', `首月免費，其後每月 HK$${NBSP}48`],
  ['38 點（現有 100 點）', `38${NBSP}點（現有${NBSP}100${NBSP}點）`],
  ['Rent for 28 credits', `Rent for 28${NBSP}credits`],
  ['48 h', `48${NBSP}h`],
  ['5 Jan 2027', '5 Jan 2027'],
  ['週一 16:50 購票', '週一 16:50 購票'],
  ['第 3 集', `第 3${NBSP}集`],
])('of “%s” no number is parted from its unit', (text, kept) => {
  expect(keepUnits(text)).toBe(kept)
})

test('what is no string is left as it is', () => {
  expect(keepUnits(undefined)).toBeUndefined()
})
