import { expect, test } from 'vitest'
import { needsTransition } from './transition.rules.ts'

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
