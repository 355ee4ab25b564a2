import { expect, test } from 'vitest'
import { correctedKey, correctedText, readQuery } from './query.rules.ts'

const BOTH = [
  { from: 'nihgt', to: 'night' },
  { from: 'crosing', to: 'crossing' },
]

test('every corrected word is replaced, in the key and in what is offered', () => {
  expect(correctedKey(readQuery('Nihgt 夜 crosing').units, BOTH)).toBe('night夜crossing')
  expect(correctedText('Nihgt Crosing!', BOTH)).toBe('night crossing!')
})

test('a typing error that hides a word is corrected to the intended words', () => {
  expect(correctedText('nihgt cro’sing', BOTH)).toBe('night crossing')
})
