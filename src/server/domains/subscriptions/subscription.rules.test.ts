import { describe, expect, test } from 'vitest'
import { type Event, EVENTS, LIVE_STATES, type State, STATES, transitionOf } from './subscription.rules.ts'

/** Every pair that moves: the rest changes nothing (MONEY "Agreements and subscriptions"). */
const MOVES: Readonly<Record<State, Partial<Readonly<Record<Event, string>>>>> = {
  pending: {
    trialStarted: 'trial',
    paid: 'active',
    prepaid: 'cancelling',
    chargeFailed: 'ended',
    revoked: 'ended',
    closed: 'ended',
  },
  trial: {
    paid: 'active',
    prepaid: 'active',
    chargeFailed: 'past_due',
    unpaid: 'past_due',
    cancelledInTime: 'cancelling',
    revoked: 'cancelling',
    resumed: 'renewing',
    refunded: 'ended',
    chargedBack: 'ended',
    closed: 'ended',
  },
  active: {
    paid: 'active',
    prepaid: 'active',
    chargeFailed: 'past_due',
    unpaid: 'past_due',
    cancelledInTime: 'cancelling',
    revoked: 'cancelling',
    resumed: 'renewing',
    refunded: 'ended',
    chargedBack: 'ended',
    closed: 'ended',
  },
  past_due: {
    paid: 'active',
    prepaid: 'active',
    chargeFailed: 'past_due',
    cancelledInTime: 'cancelling',
    cancelledLate: 'ended',
    revoked: 'ended',
    resumed: 'past_due',
    givenUp: 'ended',
    refunded: 'ended',
    chargedBack: 'ended',
    closed: 'ended',
  },
  cancelling: {
    prepaid: 'cancelling',
    revoked: 'cancelling',
    resumed: 'renewing',
    over: 'ended',
    refunded: 'ended',
    chargedBack: 'ended',
    closed: 'ended',
  },
  ended: {},
}

describe.each(STATES)('a subscription moves by its table: %s', (state) => {
  test.each(EVENTS)('and %s', (event) => {
    expect(transitionOf(state, event)?.to).toBe(MOVES[state][event])
  })
})

test('a payment brings a cycle in every state that takes it, and nothing else does but a trial', () => {
  for (const state of STATES) {
    for (const event of EVENTS) {
      const adds = transitionOf(state, event)?.effects.includes('addCycle') ?? false
      const isPayment = event === 'paid' || event === 'prepaid' || event === 'trialStarted'
      expect(adds).toBe(isPayment && MOVES[state][event] !== undefined)
    }
  }
})

test('nothing follows an end', () => {
  expect(EVENTS.filter((event) => transitionOf('ended', event))).toEqual([])
})

test('an end by us ends the agreement too', () => {
  const ends = LIVE_STATES.flatMap((state) =>
    EVENTS.flatMap((event) => {
      const transition = transitionOf(state, event)
      return transition?.to === 'ended' && event !== 'revoked' ? [transition.effects.includes('endAgreement')] : []
    }),
  )
  expect(ends).not.toContain(false)
})
