import { expect, test } from 'vitest'
import { moveActive, optionsOf, secondLine, splitMatch } from './suggestions.rules.ts'

const suggestion = (kind: 'title' | 'person' | 'genre', text: string) => ({
  kind,
  text,
  otherText: '',
  matched: '',
  line: '',
})

test('options stand in the order of their sections, the search for all last', () => {
  const options = optionsOf([suggestion('genre', 'g'), suggestion('title', 't'), suggestion('person', 'p')], '夜')
  expect(options.map((option) => (option.kind === 'all' ? option.keyword : option.suggestion.text))).toEqual([
    't',
    'p',
    'g',
    '夜',
  ])
  expect(optionsOf([suggestion('title', 't')], '')).toEqual([])
})

test.each([
  [-1, 'ArrowDown', 0],
  [0, 'ArrowDown', 1],
  [2, 'ArrowDown', -1],
  [-1, 'ArrowUp', 2],
  [0, 'ArrowUp', -1],
] as const)('from option %i of three %s leads to %i', (active, key, expected) => {
  expect(moveActive(active, 3, key)).toBe(expected)
})

test.each([
  ['親密無間', '無間', ['親密', '無間', '']],
  ['Night', '', ['Night', '', '']],
  ['Night', 'x', ['Night', '', '']],
])('%s is split at %j', (text, matched, pieces) => {
  expect(splitMatch(text, matched)).toEqual(pieces)
})

test('the second line says where the match is, else the name in the other language', () => {
  expect(secondLine({ line: 'je6 dou6', otherText: 'Night' })).toBe('je6 dou6')
  expect(secondLine({ line: '', otherText: 'Night' })).toBe('Night')
})
