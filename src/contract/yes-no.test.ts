import { expect, test } from 'vitest'
import { readYesNo } from './yes-no.ts'

test.each([
  [true, ['yes', 'Y', 'TRUE', '1', 'x', 'X', ' 是 ', '有']],
  [false, ['no', 'N', 'false', '0', '', ' ', '否', '沒有']],
  [undefined, ['WAHR', '2', 'yes!', '沒']],
])('%s is written %j', (value, cells) => {
  expect(cells.map(readYesNo)).toEqual(cells.map(() => value))
})
