import { expect, test } from 'vitest'
import { AGREEMENT_EVENTS, AGREEMENT_STATES, type AgreementState, nextState } from './agreement-states.rules.ts'

/** MONEY "Agreements and subscriptions": every transition there is. */
const EXPECTED: readonly (readonly [AgreementState, string, AgreementState])[] = [
  ['setup', 'approved', 'active'],
  ['setup', 'abandoned', 'abandoned'],
  ['setup', 'endRequested', 'abandoned'],
  ['active', 'cancelled', 'ending'],
  ['active', 'endRequested', 'ending'],
  ['active', 'revoked', 'revoked'],
  ['ending', 'undone', 'active'],
  ['ending', 'revoked', 'revoked'],
  ['ending', 'ended', 'ended'],
]

const CASES = AGREEMENT_STATES.flatMap((state) => AGREEMENT_EVENTS.map((event) => [state, event] as const))

test.each(CASES)('an agreement moves by its table: %s on %s', (state, event) => {
  const expected = EXPECTED.find(([from, what]) => from === state && what === event)?.[2]
  expect(nextState(state, event)).toBe(expected)
})
