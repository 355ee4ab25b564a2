import { expect, test } from 'vitest'
import { spread } from './sequencer.ts'

const isCapital = (letter: string) => letter !== letter.toLowerCase()
const spreadLetters = (text: string) => spread([...text], isCapital).join('')

test.each([
  ['ABabcdefghij', 'AabcdBefghij'],
  ['abAB', 'AaBb'],
  ['ABCa', 'AaBC'],
  ['abc', 'abc'],
  ['AB', 'AB'],
  ['', ''],
])('%s becomes %s', (items, mixed) => {
  expect(spreadLetters(items)).toBe(mixed)
})

test('they are spread by the time of the others, not by their number', () => {
  const secondsOf = (letter: string) => ('xy'.includes(letter) ? 10 : 1)
  expect(spread([...'ABCabcdexy'], isCapital, secondsOf).join('')).toBe('AabcdexBCy')
})
