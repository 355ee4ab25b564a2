import { expect, test } from 'vitest'
import { needsTransition, stepsToShown } from './transition.rules.ts'

const home = { name: 'Homepage', delayed: false }
const movie = { name: 'Movie', delayed: false }
const episode = { name: 'PlayDrama', delayed: true }

test('SPEC 4: entering and leaving a delayed screen has the transition', () => {
  expect(needsTransition(home, episode)).toBe(true)
  expect(needsTransition(episode, home)).toBe(true)
})

test('between tabs, and from one episode to the next, there is none', () => {
  expect(needsTransition(home, movie)).toBe(false)
  expect(needsTransition(episode, episode)).toBe(false)
})

test.each([
  ['a page that was opened from it', { shown: 1, target: 2, isPushed: true }, -1],
  ['a page that Back went to', { shown: 2, target: 1, isPushed: false }, 1],
  ['a page two entries back', { shown: 3, target: 1, isPushed: false }, 2],
  ['a page that took its entry', { shown: 1, target: 1, isPushed: false }, 0],
  ['a page that was opened from a typed address', { shown: undefined, target: 1, isPushed: true }, -1],
  ['a typed address', { shown: 1, target: undefined, isPushed: false }, 0],
])('the way back to the shown page from %s', (_, entries, steps) => {
  expect(stepsToShown(entries)).toBe(steps)
})
