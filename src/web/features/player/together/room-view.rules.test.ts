import { expect, test } from 'vitest'
import { formatDrift, leftSince, markOf, stepOf, stepViewOf, viewOf } from './room-view.rules.ts'

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
  isFinished: false,
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
  ['the host plays alone', { room: room({}, [host]), isHost: true, seatId: 'h' }, 'alone', undefined],
  [
    'the host plays, and the guest is not there yet',
    { room: room({}, [host, { ...guest, connected: false, condition: 'waiting' }]), isHost: true, seatId: 'h' },
    'alone',
    undefined,
  ],
  ['the host plays with a guest', { isHost: true, seatId: 'h' }, 'live', undefined],
  [
    'the host has paused, and is alone',
    {
      room: room({ playing: false }, [host, { ...guest, connected: false, condition: 'waiting' }]),
      isHost: true,
      seatId: 'h',
    },
    'pausedAlone',
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
  ['the room waits for another viewer', { room: room({ playing: false }, [host, guest, lost]) }, 'waiting', 'wait'],
  [
    'oneself is not waited for',
    { room: room({ playing: false }, [host, { ...guest, condition: 'buffering' }]) },
    'paused',
    undefined,
  ],
  ['the wait is over', { room: room({ playing: false }, [host, guest, lost]), serverNow: 99_000 }, 'paused', undefined],
  ['the host waits', { isHost: true, seatId: 'h', waiting: { seatIds: ['g'], endsAt: 5_000 } }, 'waiting', 'wait'],
  ['the screening has ended', { over: 'ended' }, 'lost', 'over'],
  ['the title is over', { room: room({ playing: false }), isFinished: true }, 'finished', 'finished'],
  [
    'the host has the player’s end screen',
    { room: room({ playing: false }), isHost: true, seatId: 'h', isFinished: true },
    'finished',
    undefined,
  ],
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

const entered = { ...guest, condition: 'waiting' as const }
test.each([
  ['a guest before the start', { pill: 'notBegun' }, { kind: 'pill' }],
  ['a guest without its host', { pill: 'hostAway' }, { kind: 'pill' }],
  ['a guest without a connection', { pill: 'lost' }, { kind: 'pill' }],
  ['a guest at the end', { pill: 'finished' }, { kind: 'pill' }],
  ['a guest in step', { pill: 'live' }, { kind: 'inStepWithHost' }],
  ['a guest that is behind', { pill: 'live', isInStep: false }, { kind: 'catchingUp' }],
  ['a host alone', { pill: 'notBegun', isHost: true, people: [host] }, { kind: 'alone' }],
  [
    'a host whose guest has left',
    { isHost: true, people: [host, { ...entered, connected: false }] },
    { kind: 'alone' },
  ],
  [
    'a host whose guest has come in',
    { pill: 'notBegun', isHost: true, people: [host, entered] },
    { kind: 'entered', count: 1 },
  ],
  ['a host whose guest comes in later', { isHost: true, people: [host, entered] }, { kind: 'entered', count: 1 }],
  ['a host in step', { isHost: true }, { kind: 'allInStep', count: 1, drift: 0, isAll: true }],
  ['a host at the end', { pill: 'finished', isHost: true }, { kind: 'pill' }],
] as const)('%s is told so', (_, change, view) => {
  const own = 'isHost' in change ? 'h' : 'g'
  const all = { pill: 'live' as const, people: [host, guest], seatId: own, isHost: false, isInStep: true }
  expect(stepViewOf({ ...all, ...change })).toEqual(view)
})

test.each([
  ['whose seat is away', [{ ...guest, connected: false, condition: 'waiting' as const }], ['g']],
  ['whose seat was taken back', [], ['g']],
  ['whose connection is lost has not', [{ ...guest, connected: false }], []],
  ['who is still here has not', [guest], []],
])('has left: a guest %s', (_, now, left) => {
  expect(leftSince([guest], now, 'h').map(({ seatId }) => seatId)).toEqual(left)
})

test('neither the viewer nor the host is told to have left: the room’s state tells of the host', () => {
  expect(leftSince([host, guest], [], 'g')).toEqual([])
})
