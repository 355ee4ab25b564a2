import { connect, type AddressInfo, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { roomChannel } from '#server/domains/screenings/index.ts'
import { listenToAll, type Listeners } from '#server/kit/listen.ts'
import { createLog } from '#server/kit/log.ts'
import { createTestHttp, type TestHttp } from '../../../../test/support/http.ts'
import { addGuest, FIXTURE_SCREENING } from '../../../../test/support/wire-screenings.ts'
import { createWireWorld, type WireWorld } from '../../../../test/support/wire-world.ts'

const log = createLog({ level: 'silent', role: 'test' })
const URL_PATH = '/api_v2/privateCinema/stream'

let world: WireWorld
let nodes: { http: TestHttp; listener: Listeners; address: string }[]
beforeAll(async () => {
  world = await createWireWorld()
  nodes = [await aNode(), await aNode()]
})
afterAll(async () => {
  for (const { http, listener } of nodes) {
    await http.app.close()
    await listener.close()
  }
  await world.close()
})

/** A web process with its own connection to the database. */
async function aNode() {
  const listener = await listenToAll({ url: world.databaseUrl, channels: ['others'], log })
  const followRoom = (screeningId: string, changed: () => void) => listener.join(roomChannel(screeningId), changed)
  const rooms = { screenings: world.sales.screenings, followRoom }
  const http = await createTestHttp(() => {}, { clock: world.clock, rooms, resolveViewer: world.resolveViewer })
  return { http, listener, address: await http.app.listen({ host: '127.0.0.1', port: 0 }) }
}

let guestToken: string
let seat = 0
beforeEach(async () => {
  seat++
  guestToken = await addGuest(world.db, { seatId: `stream-seat-${seat}`, number: 6 + seat, at: world.clock.now() })
})

type Line = { type: string; playing?: boolean; position?: number; people?: { seatId: string }[] }

async function open(node: number, body: object, headers: Record<string, string> = {}) {
  const lifetime = new AbortController()
  const response = await fetch(nodes[node]!.address + URL_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: lifetime.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  /** The next line that is no padding. */
  async function next(): Promise<Line> {
    for (;;) {
      const end = rest.indexOf('\n')
      if (end >= 0) {
        const line = rest.slice(0, end).trim()
        rest = rest.slice(end + 1)
        if (line) return JSON.parse(line) as Line
        continue
      }
      const { done, value } = await reader.read()
      if (done) throw new Error('the stream has ended')
      rest += value
    }
  }
  /** The next line of which something is true. */
  async function until(isIt: (line: Line) => boolean): Promise<Line> {
    for (;;) {
      const line = await next()
      if (isIt(line)) return line
    }
  }
  return { response, next, until, close: () => lifetime.abort() }
}

const asGuest = () => ({ screeningId: FIXTURE_SCREENING, guestToken })
const hostSeat = () =>
  world.sales.screenings.seats.seatOf({ kind: 'member', accountId: world.hostId } as never, {
    screeningId: FIXTURE_SCREENING,
  })
const control = async (change: { playing: boolean; position: number }) =>
  world.sales.screenings.rooms.control(await hostSeat(), change)

test('a guest on any node receives what the host does, by a stream that no proxy holds back', async () => {
  const streams = [await open(0, asGuest()), await open(1, asGuest())]
  for (const { response, next } of streams) {
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(await next()).toMatchObject({ type: 'room' })
  }
  await control({ playing: true, position: 61_500 })
  for (const { until, close } of streams) {
    expect(await until(({ position }) => position === 61_500)).toMatchObject({ playing: true })
    close()
  }
})

test('the host receives who comes, and who starts to play', async () => {
  const stream = await open(0, { screeningId: FIXTURE_SCREENING }, { authorization: 'Bearer fixture-host' })
  await stream.next()
  const { screenings } = world.sales
  const own = await screenings.seats.seatOf({ kind: 'visitor' } as never, asGuest())
  await screenings.rooms.report(own, { condition: 'playing', drift: 120 })
  const line = await stream.until(({ people = [] }) =>
    people.some((one) => one.seatId === own.seatId && 'drift' in one && one.drift === 120),
  )
  expect(line.people).toContainEqual(
    expect.objectContaining({ seatId: own.seatId, condition: 'playing', connected: true }),
  )
  stream.close()
})

test('a seat that is taken back receives nothing more', async () => {
  const stream = await open(1, asGuest())
  await stream.next()
  const viewer = { kind: 'member', accountId: world.hostId } as never
  const removal = { screeningId: FIXTURE_SCREENING, seatId: `stream-seat-${seat}` }
  await world.sales.screenings.hosting.remove(viewer, removal)
  expect(await stream.until(({ type }) => type === 'end')).toEqual({ type: 'end' })
  await expect(stream.next()).rejects.toThrow('the stream has ended')
  const again = await open(1, asGuest())
  expect(again.response.status).toBe(200)
  expect(again.response.headers.get('content-type')).toContain('application/json')
})

test('a client that leaves before its stream opens holds no slot in the room', async () => {
  const { screenings } = world.sales
  const released = Promise.withResolvers<void>()
  const read = vi.fn<typeof screenings.rooms.read>(async (screeningId) => {
    await released.promise
    return screenings.rooms.read(screeningId)
  })
  let changed: () => void = () => {}
  const rooms = {
    screenings: { ...screenings, rooms: { ...screenings.rooms, read } },
    followRoom: (_: string, onChange: () => void) => {
      changed = onChange
      return () => {}
    },
  }
  const { app, logged } = await createTestHttp(() => {}, { rooms, resolveViewer: world.resolveViewer })
  onTestFinished(() => app.close())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const left = new Promise((resolve) => app.server.on('connection', (socket: Socket) => socket.on('close', resolve)))
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const body = JSON.stringify(asGuest())
  const head = `host: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`
  client.write(`POST ${URL_PATH} HTTP/1.1\r\n${head}\r\n\r\n${body}`)
  await vi.waitFor(() => expect(read).toHaveBeenCalledOnce())
  client.resetAndDestroy()
  await left
  released.resolve()
  await read.mock.results[0]!.value
  await setImmediate()
  changed()
  // The room is read for its streams.
  expect(read).toHaveBeenCalledOnce()
  expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
})

test.each([
  ['an unknown guest', { screeningId: FIXTURE_SCREENING, guestToken: 'x'.repeat(43) }, {}, 200, 'NOT_FOUND'],
  ['a visitor without a seat', { screeningId: FIXTURE_SCREENING }, {}, 200, 'NOT_FOUND'],
  ['another member', { screeningId: FIXTURE_SCREENING }, { authorization: 'Bearer fixture-plain' }, 200, 'NOT_FOUND'],
  ['a wrong request', { screeningId: '/' }, {}, 400, 'INVALID_INPUT'],
  [
    'a page of another site',
    { screeningId: FIXTURE_SCREENING },
    { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    403,
    'CROSS_SITE',
  ],
])(
  'a request without a seat, or a wrong one, receives nothing of a room: %s',
  async (_, body, headers, status, errorCode) => {
    const response = await fetch(nodes[0]!.address + URL_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ result: 'FAILED', errorCode })
  },
)

test('before its start a screening has no room, and plays nothing', async () => {
  const starts_at = world.clock.now().add({ hours: 1 })
  const screening = world.db.updateTable('screening').where('screening_id', '=', FIXTURE_SCREENING)
  await screening.set({ starts_at }).execute()
  const early = await open(0, asGuest())
  expect(early.response.headers.get('content-type')).toContain('application/json')
  const payload = asGuest()
  const answer = await world.app.inject({ method: 'POST', url: '/api/checkPlayCinema.action', payload })
  expect(answer.json()).toMatchObject({ result: 'SUCCESS', allowed: false })
  expect(answer.json()).not.toHaveProperty('redirectURL')
  await screening.set({ starts_at: world.clock.now() }).execute()
})
