import { expect, test } from 'vitest'
import { errors as en } from './en_US/errors.ts'
import { errors as zh } from './zh_HK/errors.ts'

test.each([
  [1, '1 second', '1 秒'],
  [89, '89 seconds', '89 秒'],
  [90, '2 minutes', '2 分鐘'],
  [120, '2 minutes', '2 分鐘'],
  [121, '3 minutes', '3 分鐘'],
  [3_600, '60 minutes', '60 分鐘'],
  [5_399, '90 minutes', '90 分鐘'],
  [5_400, '2 hours', '2 小時'],
  [7_201, '3 hours', '3 小時'],
  [86_400, '24 hours', '24 小時'],
])('a wait of %i seconds is %s, %s', (retryAfter, english, chinese) => {
  expect(en.TOO_MANY_TRIES({ retryAfter })).toBe(`Too many attempts. Try again in ${english}.`)
  expect(zh.TOO_MANY_TRIES({ retryAfter })).toBe(`嘗試次數過多，請於 ${chinese}後再試。`)
})
