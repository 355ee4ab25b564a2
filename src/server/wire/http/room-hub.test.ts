import { beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Room } from '#contract/watching-together.ts'
import { networkShares } from '#server/kit/fairness.ts'
import { createLog } from '#server/kit/log.ts'
import { createRoomHub, STREAMS_OF_ADDRESS, STREAMS_OF_SEAT } from './room-streams.ts'

const person = { number: 1, name: '', host: false, guest: true, connected: true, condition: 'playing' as const }
const roomOf = (...seatIds: string[]): Room => ({
  version: 1,
  playing: true,
  position: 0,
  at: 0,
  now: 0,
  people: seatIds.map((seatId) => ({ ...person, seatId })),
})

let room: () => Promise<Room>
const read = vi.fn<(screeningId: string) => Promise<Room>>(() => room())
let hub: ReturnType<typeof createRoomHub>
/** What tells a change, by the room that is followed. */
const followed = new Map<string, () => void>()
const follow = (screeningId: string, changed: () => void) => {
  expect(followed.has(screeningId)).toBe(false)
  followed.set(screeningId, changed)
  return () => void followed.delete(screeningId)
}
beforeEach(() => {
  read.mockClear()
  room = async () => roomOf('one', 'two')
  followed.clear()
  hub = createRoomHub({ read, follow, log: createLog({ level: 'silent', role: 'test' }) })
})

function open(seatId: string, { screeningId = 'film', network = '192.0.2.1', slow = false, gone = false } = {}) {
  const lines: string[] = []
  const send = (line: string) => void lines.push(line)
  const reader = { send, end: vi.fn(), destroy: vi.fn(), isSlow: () => slow, isGone: () => gone }
  const leave = hub.enter({ screeningId, seatId, networks: networkShares(network) }, reader)
  return { lines, leave, reader, isIn: leave !== undefined, types: () => lines.map((line) => JSON.parse(line).type) }
}

test('a stream gets the state of its room when it opens, and each change; not those of other rooms', async () => {
  const [one, other] = [open('one'), open('two', { screeningId: 'other' })]
  await vi.waitFor(() => expect([one.types(), other.types()]).toEqual([['room'], ['room']]))
  hub.changed('film')
  await vi.waitFor(() => expect(one.types()).toEqual(['room', 'room']))
  expect(other.types()).toEqual(['room'])
})

test('a room is followed as long as it has a stream', async () => {
  const one = open('one')
  const two = open('two')
  const other = open('one', { screeningId: 'other' })
  expect([...followed.keys()]).toEqual(['film', 'other'])
  await vi.waitFor(() => expect(two.types().length).toBe(2))
  const before = two.lines.length
  followed.get('film')!()
  await vi.waitFor(() => expect(two.lines.length).toBe(before + 1))
  one.leave!()
  expect([...followed.keys()]).toEqual(['film', 'other'])
  two.leave!()
  expect([...followed.keys()]).toEqual(['other'])
  other.leave!()
  open('one')
  expect([...followed.keys()]).toEqual(['film'])
})

test('a room is read once for all of its streams, and changes that come meanwhile are told together', async () => {
  let answer: (room: Room) => void = () => {}
  room = () => new Promise((resolve) => (answer = resolve))
  const streams = [open('one'), open('two')]
  for (let n = 0; n < 10; n++) hub.changed('film')
  answer(roomOf('one', 'two'))
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  answer(roomOf('one', 'two'))
  await vi.waitFor(() => expect(streams.map(({ lines }) => lines.length)).toEqual([2, 2]))
  expect(read).toHaveBeenCalledTimes(2)
})

test('a seat that was taken back, and a window that has ended, end their streams for good', async () => {
  const [one, two] = [open('one'), open('two')]
  // Once for each that has opened.
  await vi.waitFor(() => expect(two.types()).toEqual(['room', 'room']))
  room = async () => roomOf('one')
  hub.changed('film')
  await vi.waitFor(() => expect(two.types().at(-1)).toBe('end'))
  expect(two.reader.end).toHaveBeenCalledOnce()
  two.leave?.()
  room = () => Promise.reject(new AppError('WINDOW_CLOSED'))
  hub.beat()
  await vi.waitFor(() => expect(one.types().slice(-2)).toEqual(['beat', 'end']))
})

test('a database that fails for a moment ends nothing', async () => {
  const one = open('one')
  await vi.waitFor(() => expect(one.types()).toEqual(['room']))
  room = () => Promise.reject(new Error('lost'))
  hub.changed('film')
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2))
  room = async () => roomOf('one')
  hub.beat()
  await vi.waitFor(() => expect(one.types()).toEqual(['room', 'beat', 'room']))
  expect(one.reader.end).not.toHaveBeenCalled()
})

test('a reader that takes nothing is dropped, to come back', async () => {
  const slow = open('one', { slow: true })
  await vi.waitFor(() => expect(slow.reader.destroy).toHaveBeenCalled())
  expect(slow.lines).toEqual([])
})

/** Opens streams of different seats, all in the room, until their address has no more. */
function openAll(change: Parameters<typeof open>[1] = {}) {
  const seats = Array.from({ length: STREAMS_OF_ADDRESS }, (_, n) => `seat ${n}`)
  room = async () => roomOf(...seats)
  return seats.map((seatId) => open(seatId, change))
}
const isFull = () => {
  const probe = open('probe', { screeningId: 'another' })
  probe.leave?.()
  return !probe.isIn
}

test('streams that the server ends free their slot at once, whether or not their connection closes', async () => {
  openAll()
  expect(isFull()).toBe(true)
  room = () => Promise.reject(new AppError('WINDOW_CLOSED'))
  hub.changed('film')
  await vi.waitFor(() => expect(isFull()).toBe(false))
  openAll({ slow: true })
  expect(isFull()).toBe(true)
  await vi.waitFor(() => expect(isFull()).toBe(false))
})

test('the heartbeat drops readers whose connection is closed, and their room is not read again', async () => {
  openAll({ gone: true })
  expect(isFull()).toBe(true)
  hub.beat()
  expect(isFull()).toBe(false)
  await vi.waitFor(() => expect(read).toHaveBeenCalled())
  read.mockClear()
  hub.beat()
  expect(read).not.toHaveBeenCalled()
})

test('an address uses up its own streams only, and gets them back', () => {
  const own = Array.from({ length: STREAMS_OF_ADDRESS }, (_, n) => open(`seat ${n}`))
  expect(own.every(({ isIn }) => isIn)).toBe(true)
  expect(open('more').isIn).toBe(false)
  expect(open('two', { network: '198.51.100.1' }).isIn).toBe(true)
  own[0]!.leave?.()
  own[0]!.leave?.()
  expect([open('more').isIn, open('more still').isIn]).toEqual([true, false])
})

test('a seat that opens more streams ends its oldest one', () => {
  const streams = Array.from({ length: STREAMS_OF_SEAT + 1 }, () => open('one'))
  expect(streams.map(({ reader }) => reader.end.mock.calls.length)).toEqual([1, 0, 0, 0])
  open('one')
  expect(streams.map(({ reader }) => reader.end.mock.calls.length)).toEqual([1, 1, 0, 0])
})

test('a server that closes tells its readers to move, and ends their streams', async () => {
  const one = open('one')
  await vi.waitFor(() => expect(one.types()).toEqual(['room']))
  hub.close()
  expect(one.types()).toEqual(['room', 'move'])
  expect(one.reader.end).toHaveBeenCalledOnce()
})
