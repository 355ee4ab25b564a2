import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const STRING = /'((?:[^'\\]|\\.)+)'|`([^`]+)`/g

/** What visitors and members read, string by string; what operators and commands say has its own style. */
const stringsOf = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => !/^(console|answer-templates|content-problems|operators)/u.test(file))
    .flatMap((file) => [...readFileSync(path.join(folder, file), 'utf8').matchAll(STRING)])
    .map(([, quoted, template]) => quoted ?? template ?? '')
    .filter((text) => !text.includes('\n') && !text.startsWith('}'))

/** Buttons that say what they are about first. */
const LABELS = /Remove it$/

test('an English text of several sentences ends with a full stop', () => {
  const ragged = stringsOf('src/text/en_US').filter(
    (text) => /\. [A-Z]/u.test(text) && !/[.?!…:”}]$|[?:] $/u.test(text) && !LABELS.test(text),
  )
  expect(ragged).toEqual([])
})

test('a Chinese text of several sentences ends with a full stop', () => {
  const ragged = stringsOf('src/text/zh_HK').filter((text) => /。./u.test(text) && !/[。？！：」}]$|\? $/u.test(text))
  expect(ragged).toEqual([])
})

test.each(['refund', 'voucherRefund', 'adult'])('the facts of a rental are sentences: %s', async (key) => {
  const [zh, en] = await Promise.all([import('./zh_HK/rentals.ts'), import('./en_US/rentals.ts')])
  expect([zh.rentals, en.rentals].map((text) => text[key as 'refund'].at(-1))).toEqual(['。', '.'])
})
