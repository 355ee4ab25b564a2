import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isEnglishUnasked, storeLanguage } from './language.ts'

beforeEach(() => localStorage.clear())
afterEach(() => {
  document.cookie = 'language=; Max-Age=0; Path=/'
  vi.unstubAllGlobals()
})

test.each([
  ['en-GB', true],
  ['en', true],
  ['EN-us', true],
  ['zh-HK', false],
  ['enm', false],
  ['', false],
])('a first visit in a browser of %j gets English: %s', (language, expected) => {
  vi.stubGlobal('navigator', { language })
  expect(isEnglishUnasked()).toBe(expected)
})

test('it is so once: the language is stored with the visit', () => {
  vi.stubGlobal('navigator', { language: 'en-GB' })
  storeLanguage('zh_HK')
  expect(isEnglishUnasked()).toBe(false)
  localStorage.clear()
  expect(isEnglishUnasked(), 'the cookie survives a logout').toBe(false)
})
