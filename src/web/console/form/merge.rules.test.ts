import { expect, test } from 'vitest'
import { fieldState, mergeFields } from './merge.rules.ts'

test.each([
  ['a', 'a', 'a', 'unchanged'],
  ['a', 'b', 'b', 'same'],
  ['a', 'b', 'a', 'mine'],
  ['a', 'a', 'b', 'theirs'],
  ['a', 'b', 'c', 'conflict'],
  [['a'], ['a', 'b'], ['a', 'b'], 'same'],
  [['a'], ['a'], ['a', 'b'], 'theirs'],
  [undefined, 'a', undefined, 'mine'],
])('%j, mine %j, theirs %j is %s', (base, mine, theirs, state) => {
  expect(fieldState({ base: { f: base }, mine: { f: mine }, theirs: { f: theirs } }, 'f')).toBe(state)
})

const versions = {
  base: { title: 'a', year: 1, text: 'a', both: 'a', other: 'kept' },
  mine: { title: 'b', year: 1, text: 'b', both: 'c', other: 'kept' },
  theirs: { title: 'a', year: 2, text: 'c', both: 'c', other: 'kept' },
}
const names = ['title', 'year', 'text', 'both', 'other']

test('disjoint changes merge, and a field that both changed waits for a choice', () => {
  expect(mergeFields(versions, names, {}).unchosen).toEqual(['text'])
  const { merged, unchosen } = mergeFields(versions, names, { chosen: { text: 'mine' } })
  expect(unchosen).toEqual([])
  expect(merged).toEqual({ title: 'b', year: 2, text: 'b', both: 'c', other: 'kept' })
})

test('theirs can be chosen, and a choice for a field without a conflict changes nothing', () => {
  expect(mergeFields(versions, names, { chosen: { text: 'theirs', title: 'theirs' } }).merged).toMatchObject({
    text: 'c',
    title: 'b',
  })
})

test('lists that both changed are combined where their changes fit together', () => {
  const lists = { base: { f: ['a'] }, mine: { f: ['a', 'b'] }, theirs: { f: ['a', 'c'] } }
  const combine = () => ['a', 'b', 'c']
  expect(fieldState(lists, 'f')).toBe('conflict')
  expect(fieldState(lists, 'f', combine)).toBe('both')
  expect(mergeFields(lists, ['f'], { combine })).toEqual({ merged: { f: ['a', 'b', 'c'] }, unchosen: [] })
})
