import { expect, test } from 'vitest'
import { openStep } from './steps.rules.ts'

const nothing = { isSent: false, isVerified: false }
const sent = { isSent: true, isVerified: false }
const verified = { isSent: true, isVerified: true }

test.each([
  ['without a step', null, verified, 1],
  ['at a step that there is not', '9', verified, 1],
  ['at the code before one was sent', '2', nothing, 1],
  ['at the code', '2', sent, 2],
  ['back at the code', '2', verified, 2],
  ['at the details, verified', '3', verified, 3],
  ['at the details while the code is not verified', '3', sent, 2],
  ['at the details without anything', '3', nothing, 1],
])('an address %s opens the step that has been reached', (_where, requested, progress, step) => {
  expect(openStep(requested, progress)).toBe(step)
})
