import { expect, test } from 'vitest'
import { joinFacts } from './join-facts.ts'

test('Chinese facts are separated by a wide space', () => {
  expect(joinFacts(['今日 19:10', '粵語', '中文字幕'], 'zh_HK')).toBe('今日 19:10　粵語　中文字幕')
})

test('English facts are separated by a dot that does not begin a line', () => {
  expect(joinFacts(['Today 19:10', 'Cantonese'], 'en_US')).toBe('Today 19:10\u00A0· Cantonese')
})

test.each(['zh_HK', 'en_US'] as const)('an empty fact leaves no separator in %s', (language) => {
  expect(joinFacts(['', 'A', undefined, false], language)).toBe('A')
})
