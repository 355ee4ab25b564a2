import { expect, test } from 'vitest'
import { needsCurtain } from './transition.rules.ts'

const home = { name: 'Homepage', delayed: false }
const movie = { name: 'Movie', delayed: false }
const episode = { name: 'PlayDrama', delayed: true }

test('SPEC 4: entering and leaving a delayed screen has the transition', () => {
  expect(needsCurtain(home, episode)).toBe(true)
  expect(needsCurtain(episode, home)).toBe(true)
})

test('between tabs, and from one episode to the next, there is none', () => {
  expect(needsCurtain(home, movie)).toBe(false)
  expect(needsCurtain(episode, episode)).toBe(false)
})
