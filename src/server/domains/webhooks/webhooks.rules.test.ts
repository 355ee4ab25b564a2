import { expect, test } from 'vitest'
import { afterFailure, RETRY_SECONDS } from './webhooks.rules.ts'

const NOW = Temporal.Instant.from('2026-11-22T00:00:00Z')

test.each(RETRY_SECONDS.map((seconds, index) => [index + 1, seconds] as const))(
  'attempt %i that fails is repeated after %i seconds',
  (attempts, seconds) => {
    expect(afterFailure(attempts, NOW)).toEqual({ state: 'waiting', dueAt: NOW.add({ seconds }) })
  },
)

test('after the last attempt the event has failed', () => {
  expect(afterFailure(RETRY_SECONDS.length + 1, NOW)).toEqual({ state: 'failed' })
})
