import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const filesOf = (folder: string) => readdirSync(folder).map((file) => path.join(folder, file))

test.each([
  ['texts', filesOf('src/text/zh_HK')],
  ['articles', filesOf('content/zh_HK')],
  ['campaigns of the demo', ['seed/campaigns.jsonl']],
])('the %s call the end of a plan, a month or a screening 結束 only', (_, files) => {
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  expect(lines.some((line) => line.includes('結束'))).toBe(true)
  expect(lines.filter((line) => line.includes('完結'))).toEqual([])
})
