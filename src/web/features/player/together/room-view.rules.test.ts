import { expect, test } from 'vitest'
import { formatDrift, markOf, stepOf, viewOf } from './room-view.rules.ts'

const host = {
  seatId: 'h',
  number: 1,
  name: '子晴',
  host: true,
  guest: false,
  connected: true,
  condition: 'playing' as const,
}
const guest = {
  seatId: 'g',
  number: 2,
  name: '阿朗',
  host: false,
  guest: true,
  connected: true,
  condition: 'playing' as const,
}
const room = (change: object = {}, people: object[] = [host, guest]) => ({
  version: 2,
  playing: true,
  position: 0,
  at: 1_000,
  now: 1_000,
  people: people as [],
  ...change,
})
const facts = (change: object = {}) => ({
  room: room(),
  link: 'live' as const,
  over: undefined,
  isHost: false,
  seatId: 'g',
  waiting: undefined,
  now: 0,
  serverNow: 2_000,
  ...change,
})
const lost = { ...guest, seatId: 'x', connected: false }

test.each([
  ['all is well', {}, 'live', undefined],
  ['it has not started', { room: room({ version: 0, playing: false }) }, 'notBegun', 'begin'],
  ['the host has paused', { room: room({ playing: false }) }, 'paused', undefined],
  [
    'the host sees its own pause as such',
    { room: room({ playing: false }), isHost: true, seatId: 'h' },
    'live',
    undefined,
  ],
  [
    'the host has left',
    { room: room({ playing: false }, [{ ...host, condition: 'waiting' }, guest]) },
    'hostAway',
    'hostAway',
  ],
  [
    'the host is lost while it plays',
    { room: room({}, [{ ...host, connected: false }, guest]) },
    'hostAway',
    undefined,
  ],
  ['nothing is answered', { link: 'lost' }, 'lost', undefined],
  ['somebody else is waited for', { room: room({ playing: false }, [host, guest, lost]) }, 'waiting', 'wait'],
  [
    'oneself is not waited for',
    { room: room({ playing: false }, [host, { ...guest, condition: 'buffering' }]) },
    'paused',
    undefined,
  ],
  ['the wait is over', { room: room({ playing: false }, [host, guest, lost]), serverNow: 99_000 }, 'paused', undefined],
  ['the host waits', { isHost: true, seatId: 'h', waiting: { seatIds: ['g'], endsAt: 5_000 } }, 'waiting', 'wait'],
  ['the screening has ended', { over: 'ended' }, 'lost', 'over'],
])('%s', (_, change, pill, card) => {
  const view = viewOf(facts(change))
  expect([view.pill, view.card?.kind]).toEqual([pill, card])
})

test('a wait names who is missing and when it ends', () => {
  const { card } = viewOf(facts({ room: room({ playing: false }, [host, guest, lost]) }))
  expect(card).toMatchObject({ kind: 'wait', endsIn: 14, people: [{ seatId: 'x' }] })
})

test.each([
  [{}, 'inStep'],
  [{ condition: 'waiting' as const, connected: false }, 'away'],
  [{ condition: 'waiting' as const }, 'here'],
  [{ connected: false }, 'reconnecting'],
  [{ condition: 'buffering' as const }, 'buffering'],
  [{ condition: 'paused' as const }, 'paused'],
])('%o is %s', (change, mark) => {
  expect(markOf({ ...guest, ...change })).toBe(mark)
})

test('those in step are counted with the largest drift among them', () => {
  expect(stepOf([host], 'h')).toBeUndefined()
  const people = [
    host,
    { ...guest, drift: -120 },
    { ...guest, seatId: 'b', drift: 300 },
    { ...guest, seatId: 'c', drift: 900 },
  ]
  expect(stepOf(people, 'h')).toEqual({ count: 2, drift: 300, isAll: false })
  expect(formatDrift(-320)).toBe('0.3')
  expect(formatDrift(4)).toBe('0.1')
})
