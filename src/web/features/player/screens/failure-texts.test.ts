import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ERRORS } from '#contract/error-codes.ts'
import { LANGUAGES } from '#contract/languages.ts'
import { order } from '#contract/playback.ts'
import { errors as errorsEn } from '#text/en_US/errors.ts'
import { player as en } from '#text/en_US/player.ts'
import { errors as errorsZh } from '#text/zh_HK/errors.ts'
import { player as zh } from '#text/zh_HK/player.ts'
import { FAILURE_CODE, FAILURE_KINDS, orderFailure } from '../engine/failure.rules.ts'

test.each(FAILURE_KINDS)('%s says what happened and what to do, in both languages', (kind) => {
  for (const { failure } of [zh, en]) {
    expect(failure[kind].title.length).toBeGreaterThan(3)
    expect(failure[kind].text.length).toBeGreaterThan(2)
  }
  expect(zh.failure[kind].title).not.toBe(en.failure[kind].title)
})

test.each([...Object.values(FAILURE_CODE), 'STREAM_LIMIT', 'STREAM_ENDED'])(
  '%s has its page in the help centre, in both languages',
  async (code) => {
    const anchor = `{#${code.toLowerCase().replaceAll('_', '-')}}`
    for (const language of LANGUAGES) expect(await readFile(`content/${language}/errors.md`, 'utf8')).toContain(anchor)
  },
)

test('each failure of the player has a code of its own', () => {
  const codes = Object.values(FAILURE_CODE)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.every((code) => /^40\d\d$/.test(code))).toBe(true)
  expect(FAILURE_CODE.format).toBe('4032')
})

test.each(order.refuses)('an order refused with %s is shown with the server’s sentence and its code', (name) => {
  const errorCode = ERRORS[name].wireCode
  const found = orderFailure({ result: 'FAILED', errorCode, message: 'said by the server' } as never)
  expect(found).toMatchObject({ code: errorCode, message: 'said by the server' })
  expect(FAILURE_KINDS).toContain(found.kind)
  expect(errorsZh[name]({})).not.toBe(errorsEn[name]({}))
})
