import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { privateCinemaControl } from '#contract/watching-together.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { IN_STEP_MS } from './follow.rules.ts'
import { RoomPlayer } from './room-player.ts'
import { WAIT_SECONDS } from './wait.rules.ts'

const server = vi.hoisted(() => ({
  call: async (endpoint: object, input: object): Promise<object> => ({ endpoint, input }),
  openStream: (): Promise<ReadableStream<Uint8Array> | undefined> => Promise.resolve(undefined),
}))
vi.mock('#web/viewer/session/api-client.ts', () => ({
  call: (endpoint: object, input: object) => server.call(endpoint, input),
  requestContext: () => ({}),
}))
vi.mock('#web/kit/open-stream.ts', () => ({ openStream: () => server.openStream() }))

/** A `<video>` whose time passes with the clock; a seek takes 200 ms. */
class FakeVideo extends EventTarget {
  paused = true
  seeking = false
  ended = false
  readyState = 4
  duration = 3600
  stalled = false
  #time = 0
  #at = performance.now()
  #rate = 1
  get playbackRate() {
    return this.#rate
  }
  set playbackRate(rate: number) {
    this.settle()
    this.#rate = rate
  }
  get currentTime() {
    return this.#time + (this.#moves() ? ((performance.now() - this.#at) / 1000) * this.#rate : 0)
  }
  set currentTime(to: number) {
    this.settle()
    this.#time = to
    this.seeking = true
    this.say('seeking')
    setTimeout(() => {
      this.settle()
      this.seeking = false
      this.say('seeked', ...(this.paused ? [] : ['playing']))
    }, 200)
  }
  #moves() {
    return !this.paused && !this.seeking && !this.stalled
  }
  settle() {
    this.#time = this.currentTime
    this.#at = performance.now()
  }
  say(...names: string[]) {
    for (const name of names) this.dispatchEvent(new Event(name))
  }
  set(change: { paused?: boolean; stalled?: boolean }) {
    this.settle()
    Object.assign(this, change)
    this.readyState = this.stalled ? 2 : 4
  }
  play() {
    if (!this.paused) return
    this.set({ paused: false })
    this.say('play', 'playing')
  }
  pause() {
    if (this.paused) return
    this.set({ paused: true })
    this.say('pause')
  }
}

type Seat = { seatId: string; video: FakeVideo; player: RoomPlayer }

/** The server's room: it answers after a delay, and its clock is another one. */
function createRoom({ delay = 40, clock = 5_000_000 } = {}) {
  const room = { version: 0, playing: false, position: 0, at: 0 }
  const people = new Map<string, object>()
  let refusal: string | undefined
  const now = () => performance.now() + clock
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  server.call = async (endpoint, input) => {
    const { guestToken: seatId = 'host', ...said } = input as { guestToken?: string } & Record<string, unknown>
    const { condition, playing, position } = said
    await wait(delay)
    if (refusal !== undefined) return { result: 'FAILED', errorCode: refusal, message: '' }
    if ((endpoint as Endpoint) === privateCinemaControl)
      Object.assign(room, { version: room.version + 1, playing, position, at: now() })
    else {
      const isHost = seatId === 'host'
      people.set(seatId, { seatId, number: 1, name: seatId, host: isHost, guest: !isHost, connected: true, condition })
    }
    const answer = { result: 'SUCCESS', ...room, now: now(), people: [...people.values()] }
    await wait(delay)
    return answer
  }
  return {
    room,
    refuse: (code: string) => (refusal = code),
    mark: (id: string, change: object) => people.set(id, { ...people.get(id), ...change }),
  }
}

const seats: Seat[] = []
function join(seatId: string): Seat {
  const video = new FakeVideo()
  const isHost = seatId === 'host'
  const playback = {
    video: video as unknown as HTMLVideoElement,
    state: { get: () => ({ needsClick: false }) } as never,
    play: () => video.play(),
  }
  const seat = { screeningId: 's', ...(!isHost && { guestToken: seatId }) }
  const player = new RoomPlayer({ playback, seat, isHost })
  player.open()
  const one = { seatId, video, player }
  seats.push(one)
  return one
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const apart = (one: Seat, other: Seat) => Math.abs(one.video.currentTime - other.video.currentTime) * 1000

beforeEach(() => {
  vi.useFakeTimers()
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const frame = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('HTMLMediaElement', { HAVE_METADATA: 1, HAVE_FUTURE_DATA: 3 })
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame))
  vi.stubGlobal('removeEventListener', frame.removeEventListener.bind(frame))
})
afterEach(() => {
  for (const { player } of seats.splice(0)) player.destroy()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A host that plays since two seconds, and a guest. */
async function watching(options?: { delay?: number; clock?: number }) {
  const server = createRoom(options)
  const [host, guest] = [join('host'), join('g')]
  await pass(1_500)
  host.video.play()
  host.player.lead()
  await pass(4_000)
  return { ...server, host, guest }
}

describe('host and guest, where the stream is held back', () => {
  test.each([
    { delay: 5, clock: 0 },
    { delay: 40, clock: 5_000_000 },
    { delay: 150, clock: -90_000 },
  ])('stay in step for five minutes with %o', async (options) => {
    const { host, guest } = await watching(options)
    for (let second = 0; second < 300; second++) {
      await pass(1_000)
      expect(apart(host, guest)).toBeLessThan(IN_STEP_MS)
    }
    expect(guest.video.currentTime).toBeGreaterThan(295)
  })

  test('a pause is followed, and both stand at the same frame', async () => {
    const { host, guest } = await watching()
    host.video.pause()
    host.player.lead()
    await pass(2_500)
    expect(guest.video.paused).toBe(true)
    expect(apart(host, guest)).toBeLessThan(150)
  })

  test.each([600, 20, 4])('a seek to second %i is followed within three seconds', async (to) => {
    const { host, guest } = await watching()
    host.video.currentTime = to
    host.player.lead()
    await pass(3_000)
    expect(guest.video.paused).toBe(false)
    expect(apart(host, guest)).toBeLessThan(IN_STEP_MS)
  })

  test('who comes later comes in where the host is', async () => {
    const { host } = await watching()
    await pass(30_000)
    const late = join('late')
    await pass(3_000)
    expect(apart(host, late)).toBeLessThan(IN_STEP_MS)
  })

  test('a guest that is not allowed to play yet stays paused, and then comes in where the host is', async () => {
    const { host } = await watching()
    const late = join('late')
    late.player.allow(false)
    await pass(5_000)
    expect(late.video.paused).toBe(true)
    expect(late.video.currentTime).toBe(0)
    late.player.allow(true)
    await pass(3_000)
    expect(late.video.paused).toBe(false)
    expect(apart(host, late)).toBeLessThan(IN_STEP_MS)
  })

  test('a guest whose data stops is waited for, and then not any longer', async () => {
    const { host, guest } = await watching()
    guest.video.set({ stalled: true })
    guest.video.say('waiting')
    await pass(5_000)
    expect(host.video.paused).toBe(true)
    expect(host.player.state.get().waiting?.seatIds).toEqual(['g'])
    await pass(WAIT_SECONDS * 1000)
    expect(host.video.paused).toBe(false)
    guest.video.set({ stalled: false })
    guest.video.say('playing')
    await pass(5_000)
    expect(apart(host, guest)).toBeLessThan(IN_STEP_MS)
  })

  test('the host’s own gap holds the others, which stay in step', async () => {
    const { host, guest, room } = await watching()
    host.video.set({ stalled: true })
    host.video.say('waiting')
    await pass(2_500)
    expect(room.playing).toBe(false)
    host.video.set({ stalled: false })
    host.video.say('playing')
    await pass(3_000)
    expect(room.playing).toBe(true)
    expect(apart(host, guest)).toBeLessThan(IN_STEP_MS)
  })

  test('at the end of the title both are told that it is over, until the host plays it again', async () => {
    const { host, guest } = await watching()
    const isFinished = () => [host, guest].map(({ player }) => player.state.get().isFinished)
    expect(isFinished()).toEqual([false, false])
    host.video.currentTime = 3600
    host.video.set({ paused: true })
    host.video.ended = true
    host.video.say('ended')
    host.player.lead()
    await pass(3_000)
    expect(isFinished()).toEqual([true, true])
    host.video.ended = false
    host.video.currentTime = 0
    host.video.play()
    host.player.lead()
    await pass(3_000)
    expect(isFinished()).toEqual([false, false])
  })

  test('a host that leaves stops the others where it did', async () => {
    const { host, guest, room } = await watching()
    host.player.destroy()
    await pass(2_500)
    expect(room.playing).toBe(false)
    expect(guest.video.paused).toBe(true)
  })

  test('on another device the host comes in where the room is, and the first one follows what is done there', async () => {
    const { host, guest, room } = await watching()
    const second = join('host')
    await pass(4_000)
    expect(room.playing).toBe(true)
    expect(apart(host, second)).toBeLessThan(IN_STEP_MS)
    second.video.currentTime = 900
    second.player.lead()
    await pass(4_000)
    for (const one of [host, guest]) expect(apart(second, one)).toBeLessThan(IN_STEP_MS)
  })

  test.each([
    ['NOT_FOUND', 'removed'],
    ['403', 'ended'],
  ])('%s: it is over, %s, and stands still', async (code, over) => {
    const { guest, refuse } = await watching()
    refuse(code)
    await pass(2_000)
    expect(guest.player.client.state.get().over).toBe(over)
    expect(guest.video.paused).toBe(true)
  })

  test('without an answer it plays on and says that the connection is lost', async () => {
    const { guest, refuse } = await watching()
    refuse('NETWORK')
    await pass(8_000)
    expect(guest.player.client.state.get().link).toBe('lost')
    expect(guest.video.paused).toBe(false)
  })
})
