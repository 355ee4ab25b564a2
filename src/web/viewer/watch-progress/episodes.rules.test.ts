import { expect, test } from 'vitest'
import { episodeAfter, episodeBefore } from './episodes.rules.ts'

const list = ['a', 'b', 'c', 'd'].map((programGuid) => ({ programGuid, preparing: programGuid === 'b' }))

test.each([
  ['a', undefined, 'c'],
  ['b', 'a', 'c'],
  ['c', 'a', 'd'],
  ['d', 'c', undefined],
  ['unknown', undefined, undefined],
])('the playable neighbours of %s are %s and %s', (...[guid, before, after]) => {
  expect(episodeBefore(list, guid)?.programGuid).toBe(before)
  expect(episodeAfter(list, guid)?.programGuid).toBe(after)
})
