import { describe, expect, test } from 'vitest'
import {
  nextState,
  salesEnd,
  screeningEnd,
  screeningStatus,
  type ScreeningEvent,
  slotState,
} from './screenings.rules.ts'
import type { ScreeningState } from './screenings-model.ts'

const START = Temporal.Instant.from('2026-11-28T12:00:00.400Z')
const at = (text: string) => Temporal.Instant.from(text)

const transitions: [ScreeningState, ScreeningEvent, ScreeningState | undefined][] = [
  ['held', 'settled', 'valid'],
  ['held', 'ended', 'lapsed'],
  ['held', 'voided', undefined],
  ['lapsed', 'settled', 'valid'],
  ['lapsed', 'ended', undefined],
  ['lapsed', 'voided', undefined],
  ['valid', 'voided', 'voided'],
  ['valid', 'settled', undefined],
  ['valid', 'ended', undefined],
  ['voided', 'settled', undefined],
  ['voided', 'ended', undefined],
  ['voided', 'voided', undefined],
]

test.each(transitions)('a screening moves by its table: %s, when it is %s, becomes %s', (state, event, next) =>
  expect(nextState(state, event)).toBe(next),
)

describe('the window', () => {
  test('is 48 hours, in whole seconds', () => {
    expect(screeningEnd(START, null).toString()).toBe('2026-11-30T12:00:00Z')
  })

  test('ends with the licence window', () => {
    expect(screeningEnd(START, at('2026-11-29T00:00:00Z')).toString()).toBe('2026-11-29T00:00:00Z')
    expect(screeningEnd(START, at('2026-12-29T00:00:00Z')).toString()).toBe('2026-11-30T12:00:00Z')
  })

  test('is sold as long as the whole title and half an hour fit into it', () => {
    expect(salesEnd(at('2026-11-30T12:00:00Z'), 90 * 60_000).toString()).toBe('2026-11-30T10:00:00Z')
  })

  test.each([
    ['2026-11-28T11:59:59.999Z', 'upcoming'],
    ['2026-11-28T12:00:00Z', 'open'],
    ['2026-11-30T11:59:59.999Z', 'open'],
    ['2026-11-30T12:00:00Z', 'ended'],
  ])('at %s it is %s', (now, status) => {
    const window = { startsAt: at('2026-11-28T12:00:00Z'), endsAt: at('2026-11-30T12:00:00Z') }
    expect(screeningStatus(window, at(now))).toBe(status)
  })
})

test.each([
  [40, 0, 0, 'onSale'],
  [40, 34, 0, 'onSale'],
  [40, 35, 0, 'few'],
  [40, 35, 5, 'held'],
  [40, 36, 0, 'soldOut'],
  [40, 36, 4, 'soldOut'],
  [40, 30, 10, 'held'],
  [0, 0, 0, 'soldOut'],
])('of %i seats %i are sold and %i held: five more are %s', (capacity, sold, held, state) => {
  expect(slotState({ capacity, sold, held, seats: 5 })).toBe(state)
})
