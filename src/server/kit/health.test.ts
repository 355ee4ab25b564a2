import { expect, test } from 'vitest'
import { casesLine, checkLine, waitingLine } from './health.ts'

const NOW = Temporal.Instant.from('2026-11-29T04:00:00Z')
const ago = (hours: number) => NOW.subtract({ hours })

test.each([
  ['before the first one', undefined, 'ok', null],
  ['of today without differences', { checkedAt: ago(3), differences: [] }, 'ok', 0],
  ['that has not run for two days', { checkedAt: ago(49), differences: [] }, 'watch', 0],
  ['with differences', { checkedAt: ago(3), differences: ['a', 'b'] }, 'act', 2],
] as const)('a check %s', (_what, check, state, value) => {
  expect(checkLine('ledger', check, NOW)).toEqual({ name: 'ledger', state, value, since: check?.checkedAt ?? null })
})

test.each([
  ['nothing', { count: 0, oldest: null }, 'ok', null],
  ['for a while', { count: 3, oldest: ago(1) }, 'ok', ago(1)],
  ['for too long', { count: 3, oldest: ago(5) }, 'watch', ago(5)],
  ['and failed', { count: 3, oldest: ago(1), failed: 1 }, 'act', ago(1)],
] as const)('what waits: %s', (_what, waiting, state, since) => {
  expect(waitingLine('webhooks', waiting, { now: NOW, hours: 4 })).toMatchObject({ state, since, value: waiting.count })
})

test('a case that an operator has to look at is one to act on', () => {
  expect([casesLine('payments', 0).state, casesLine('payments', 2).state]).toEqual(['ok', 'act'])
})
