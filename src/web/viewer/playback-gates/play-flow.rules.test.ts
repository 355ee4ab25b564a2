import { expect, test, vi } from 'vitest'
import { ACCESS } from '#contract/programs.ts'
import {
  isPlayableByCard,
  isWarningSettled,
  passGate,
  passGates,
  type PlayFacts,
  type PlayGate,
  playStep,
} from './play-flow.rules.ts'

const FACTS: PlayFacts = {
  access: 'play',
  isMember: false,
  isUnlocked: false,
  warning: '',
  isWarningAccepted: false,
  order: 'unplaced',
}
const warning = '暴力場面'

const BEFORE_THE_PLAYER: [facts: Partial<PlayFacts>, step: string][] = [
  [{ access: 'play' }, 'order'],
  [{ access: undefined }, 'order'],
  [{ access: 'login' }, 'login'],
  [{ access: 'login', warning }, 'login'],
  [{ access: 'login', isMember: true }, 'order'],
  [{ access: 'login', isMember: true, warning }, 'warning'],
  [{ access: 'parental', isMember: true }, 'parentalCode'],
  [{ access: 'parental', isMember: true, warning }, 'parentalCode'],
  [{ access: 'parental', isMember: true, isUnlocked: true }, 'order'],
  [{ access: 'parental', isMember: true, isUnlocked: true, warning }, 'warning'],
  [{ access: 'play', warning }, 'warning'],
  [{ access: 'play', warning, isWarningAccepted: true }, 'order'],
  [{ access: 'buy', isMember: true }, 'buy'],
  [{ access: 'buy', isMember: true, warning }, 'warning'],
  [{ access: 'buy', isMember: true, warning, isWarningAccepted: true }, 'buy'],
  [{ access: 'buy', isMember: true, warning, isShort: true }, 'buy'],
  [{ access: 'play', warning, isShort: true }, 'warning'],
  [{ access: 'deny' }, 'refused'],
  [{ access: 'deny', warning }, 'refused'],
]

test.each(BEFORE_THE_PLAYER)('before the player opens, %o is at %s', (facts, step) => {
  expect(playStep({ ...FACTS, ...facts })).toBe(step)
})

const WHILE_THE_ORDER_IS_PENDING: [facts: Partial<PlayFacts>, step: string][] = [
  [{ access: 'play' }, 'order'],
  [{ access: undefined }, 'order'],
  [{ access: 'play', warning }, 'warning'],
  [{ access: 'play', warning, isWarningAccepted: true }, 'order'],
  [{ access: 'buy' }, 'order'],
  [{ access: 'buy', warning }, 'warning'],
  // The order decides on these; the warning comes after their gates.
  [{ access: 'login', warning }, 'order'],
  [{ access: 'parental', warning }, 'order'],
  [{ access: 'deny', warning }, 'order'],
]

test.each(WHILE_THE_ORDER_IS_PENDING)('while the order is pending, %o is at %s', (facts, step) => {
  expect(playStep({ ...FACTS, ...facts, order: 'pending' })).toBe(step)
})

test.each(ACCESS)('an entitled order is ready whatever was known before (%s), but for the warning', (access) => {
  expect(playStep({ ...FACTS, access, order: 'playable' })).toBe('ready')
  expect(playStep({ ...FACTS, access, order: 'playable', warning })).toBe('warning')
  expect(playStep({ ...FACTS, access, order: 'playable', warning, isWarningAccepted: true })).toBe('ready')
})

test.each([
  ['LOGIN_REQUIRED', 'login'],
  ['PARENTAL_CODE_REQUIRED', 'parentalCode'],
  ['REGION_REFUSED', 'refused'],
  ['PREPARING', 'refused'],
  ['SOMETHING_NEW', 'refused'],
])('an order refused with %s is at %s, whatever was known before', (refused, step) => {
  for (const access of ACCESS) {
    const facts = { ...FACTS, access, warning, isMember: true, isUnlocked: true, order: { refused } }
    expect(playStep(facts)).toBe(step)
  }
})

test.each([
  ['PURCHASE_REQUIRED', 'warning'],
  ['INSUFFICIENT_CREDITS', 'buy'],
  ['PLAN_REQUIRED', 'buy'],
])(
  'an order answered with %s is at buying, whatever was known before; of its warning it is at %s',
  (refused, first) => {
    for (const access of ACCESS) {
      const facts = { ...FACTS, access, isMember: true, isUnlocked: true, order: { refused } }
      expect(playStep(facts)).toBe('buy')
      expect(playStep({ ...facts, warning })).toBe(first)
      expect(playStep({ ...facts, warning, isWarningAccepted: true })).toBe('buy')
    }
  },
)

test('a warning is settled by its acceptance, and where there is none', () => {
  expect(isWarningSettled(FACTS)).toBe(true)
  expect(isWarningSettled({ ...FACTS, warning })).toBe(false)
  expect(isWarningSettled({ ...FACTS, warning, isWarningAccepted: true })).toBe(true)
})

test.each<[PlayFacts['access'], PlayGate]>([
  ['login', 'login'],
  ['parental', 'parentalCode'],
  ['play', 'warning'],
  ['buy', 'buy'],
])('a passed gate stands no more: %s, %s', (access, gate) => {
  const facts = { ...FACTS, access, warning: gate === 'warning' ? warning : '' }
  expect(playStep(facts)).toBe(gate)
  expect(playStep(passGate(facts, gate))).toBe('order')
})

test('gates open one after another, and the player after the last', async () => {
  const open = vi.fn<(gate: PlayGate) => Promise<boolean>>(async () => true)
  expect(await passGates({ ...FACTS, access: 'parental', warning }, open)).toBe(true)
  expect(open.mock.calls).toEqual([['parentalCode'], ['warning']])
})

test('a title is bought after its warning, and then plays', async () => {
  const open = vi.fn<(gate: PlayGate) => Promise<boolean>>(async () => true)
  expect(await passGates({ ...FACTS, access: 'buy', isMember: true, warning }, open)).toBe(true)
  expect(open.mock.calls).toEqual([['warning'], ['buy']])
})

test('a closed gate ends the attempt: no further gate opens', async () => {
  const open = vi.fn<(gate: PlayGate) => Promise<boolean>>(async () => false)
  expect(await passGates({ ...FACTS, access: 'parental', warning }, open)).toBe(false)
  expect(open.mock.calls).toEqual([['parentalCode']])
})

test('without a gate the player opens at once; a refused title opens neither', async () => {
  const open = vi.fn<(gate: PlayGate) => Promise<boolean>>(async () => true)
  expect(await passGates(FACTS, open)).toBe(true)
  expect(await passGates({ ...FACTS, access: 'deny', warning }, open)).toBe(false)
  expect(open).not.toHaveBeenCalled()
})

test.each([
  ['FREE TO WATCH', false, 'I', true],
  ['FREE TO WATCH', true, 'I', false],
  ['FREE TO WATCH', false, 'III', false],
  ['VIP UNLIMITED WATCH', false, 'I', false],
  ['PAY PER RENT', false, 'I', false],
] as const)(
  'a card of %s, preparing %s, class %s offers play: %s',
  (...[vodType, preparing, restriction, isOffered]) => {
    expect(isPlayableByCard({ vodType, preparing, restriction })).toBe(isOffered)
  },
)
