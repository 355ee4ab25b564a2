import type { SeatCondition } from '#contract/screenings.ts'
import {
  privateCinemaControl,
  privateCinemaSync,
  type Room,
  BEAT_SECONDS,
  privateCinemaStream,
  room,
} from '#contract/watching-together.ts'
import type { Envelope } from '#web/kit/envelope.ts'
import { createStore } from '#web/kit/store.ts'
import { call, requestContext } from '#web/viewer/session/api-client.ts'
import { type ClockSample, offsetOf, withSample } from './clock.rules.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { privateCinemaScreening } from '#contract/private-cinema.ts'
import { openStream } from '#web/kit/open-stream.ts'
import * as z from 'zod/mini'

export interface RoomState {
  readonly room: Room | undefined
  /** Of the server's clock, in milliseconds. */
  readonly offset: number
  readonly roundTrip: number
  /** `polling`: the stream is silent, the room is requested. `lost`: neither answers. */
  readonly link: 'connecting' | 'live' | 'polling' | 'lost'
  /** No further requests. */
  readonly over: 'ended' | 'removed' | undefined
}

interface SeatReport {
  readonly condition: SeatCondition
  readonly drift: number
}

/** The host's player; milliseconds. */
export interface RoomChange {
  readonly playing: boolean
  readonly position: number
}

/** Interval of reports with a stream, of room requests without. */
const REPORT_MS = 4000
const POLL_MS = 1000
/** Without any response. */
const LOST_MS = 5000

const monotonicNow = (): number => performance.timeOrigin + performance.now()

/** The room of a seat, by its stream or, where that is blocked, by polling. */
export class RoomClient {
  readonly state = createStore<RoomState>({
    room: undefined,
    offset: 0,
    roundTrip: 0,
    link: 'connecting',
    over: undefined,
  })
  readonly #lifetime = new AbortController()
  readonly #seat: SeatKey
  readonly #report: () => SeatReport
  #samples: ClockSample[] = []
  /** The last stream line, and the last response of any kind. */
  #heardAt = -Infinity
  #answeredAt = monotonicNow()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isSyncing = false
  #isSyncDue = false
  #hasLeft = false

  constructor(seat: SeatKey, report: () => SeatReport) {
    this.#seat = seat
    this.#report = report
  }

  open(): void {
    void keepRoomStream({
      seat: this.#seat,
      signal: this.#lifetime.signal,
      onLine: (line) => this.#receive(line),
      onBreak: () => {
        this.#heardAt = -Infinity
        void this.#sync()
      },
    })
    void this.#sync()
  }

  serverNow(): number {
    return monotonicNow() + this.state.get().offset
  }

  async control(change: RoomChange): Promise<number | undefined> {
    const input = { screeningId: this.#seat.screeningId, ...change }
    const answer = await call(privateCinemaControl, input, { signal: this.#lifetime.signal }).catch(() => undefined)
    if (!answer || this.#isOver()) return undefined
    this.#take(answer)
    return answer.result === 'SUCCESS' ? answer.version : undefined
  }

  sayNow(): void {
    void this.#sync()
  }

  close(last?: RoomChange): void {
    if (this.#isOver()) return
    const { screeningId } = this.#seat
    if (last) void call(privateCinemaControl, { screeningId, ...last }, { keepalive: true })
    this.#hasLeft = true
    this.#sayLeft()
    this.#stop()
  }

  #sayLeft(): void {
    void call(privateCinemaSync, { ...this.#seat, condition: 'waiting', leaving: true }, { keepalive: true })
  }

  #isOver(): boolean {
    return this.#lifetime.signal.aborted
  }

  #isLive(): boolean {
    return monotonicNow() - this.#heardAt < SILENT_MS
  }

  async #sync(): Promise<void> {
    if (this.#isOver()) return
    if (this.#isSyncing) {
      this.#isSyncDue = true
      return
    }
    this.#isSyncing = true
    clearTimeout(this.#timer)
    const sentAt = monotonicNow()
    const { condition, drift } = this.#report()
    const input = { ...this.#seat, condition, drift: Math.round(drift) }
    const answer = await call(privateCinemaSync, input).catch(() => undefined)
    this.#isSyncing = false
    // The server may have taken this report after the last one.
    if (this.#hasLeft) return this.#sayLeft()
    if (!answer || this.#isOver()) return
    if (answer.result === 'SUCCESS') this.#measure({ sentAt, receivedAt: monotonicNow(), serverAt: answer.now })
    this.#take(answer)
    if (this.#isOver()) return
    const wait = this.#isSyncDue ? 0 : this.#isLive() ? REPORT_MS : POLL_MS
    this.#isSyncDue = false
    this.#timer = setTimeout(() => void this.#sync(), wait)
  }

  #measure(sample: ClockSample): void {
    this.#samples = withSample(this.#samples, sample)
    const found = offsetOf(this.#samples)
    if (found) this.state.set(found)
  }

  #receive(line: RoomLine): void {
    this.#heardAt = monotonicNow()
    if (line.type !== 'room') return
    this.#answeredAt = this.#heardAt
    this.#show(line.room)
  }

  #take(answer: Envelope<Room>): void {
    if (answer.result === 'SUCCESS') {
      this.#answeredAt = monotonicNow()
      return this.#show(answer)
    }
    // WINDOW_CLOSED
    if (answer.errorCode === '403') return this.#end('ended')
    // The seat was taken back, or its holder logged out.
    if (answer.errorCode === 'NOT_FOUND' || answer.errorCode === 'LOGIN_REQUIRED') return this.#end('removed')
    if (monotonicNow() - this.#answeredAt > LOST_MS) this.state.set({ link: 'lost' })
  }

  /** The newest version counts. */
  #show(room: Room): void {
    const { room: shown } = this.state.get()
    const isOlder = shown !== undefined && (room.version < shown.version || room.now < shown.now)
    this.state.set({ link: this.#isLive() ? 'live' : 'polling', ...(!isOlder && { room }) })
  }

  #end(over: 'ended' | 'removed'): void {
    this.state.set({ over })
    this.#stop()
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#lifetime.abort()
  }
}

/** As the viewer's seat sees it. */
export type ScreeningInfo = OutputOf<typeof privateCinemaScreening>

/** The account's session, or a guest's. */
export interface SeatKey {
  readonly screeningId: string
  readonly guestToken?: string | undefined
}

/** Then the stream is held back or broken. */
const SILENT_MS = (BEAT_SECONDS + 2.5) * 1000
/** Doubled up to the longest. */
const REOPEN_MS = 1000
const REOPEN_MAX_MS = 15_000

interface StreamSetup {
  readonly seat: SeatKey
  readonly signal: AbortSignal
  readonly onLine: (line: RoomLine) => void
  /** Broken, held back or refused; reopened after a wait. */
  readonly onBreak: () => void
}

async function keepRoomStream({ seat, signal, onLine, onBreak }: StreamSetup): Promise<void> {
  let wait = REOPEN_MS
  while (!signal.aborted) {
    const openedAt = performance.now()
    const hasMoved = await readOnce({ seat, signal, onLine })
    if (signal.aborted) return
    if (hasMoved) {
      // Not all readers of a server at once.
      await pause(Math.random() * REOPEN_MS, signal)
      continue
    }
    // It came through for a while.
    wait = performance.now() - openedAt > REOPEN_MAX_MS ? REOPEN_MS : Math.min(REOPEN_MAX_MS, wait * 2)
    onBreak()
    await pause(wait, signal)
  }
}

/** @returns whether another server has to be asked from now on */
async function readOnce({ seat, signal, onLine }: Omit<StreamSetup, 'onBreak'>): Promise<boolean> {
  let hasMoved = false
  const attempt = new AbortController()
  const stop = () => attempt.abort()
  signal.addEventListener('abort', stop)
  let silence = setTimeout(stop, SILENT_MS)
  try {
    const query = { screeningId: seat.screeningId }
    const body = await openStream(privateCinemaStream, seat, {
      context: requestContext(),
      signal: attempt.signal,
      query,
    })
    if (!body) return false
    await readRoomLines(body, (line) => {
      clearTimeout(silence)
      silence = setTimeout(stop, SILENT_MS)
      onLine(line)
      // The next request tells why.
      if (line.type === 'end') stop()
      if (line.type === 'move') hasMoved = true
    })
  } catch {
    // Broken, or ended here.
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', stop)
  }
  return hasMoved
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done)
  })
}

/** A line of a room's stream. */
export type RoomLine = { readonly type: 'room'; readonly room: Room } | { readonly type: 'beat' | 'end' | 'move' }

/** Twenty seats with their names. */
const LINE_MAX = 64 * 1024

/** Skips padding and unknown lines. @throws when the stream breaks */
export async function readRoomLines(body: ReadableStream<Uint8Array>, onLine: (line: RoomLine) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      if (rest.length > LINE_MAX) throw new Error('a line without an end')
      for (const text of lines) {
        const line = parseLine(text)
        if (line) onLine(line)
      }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

export function parseLine(text: string): RoomLine | undefined {
  if (text.trim() === '') return undefined
  try {
    const said = JSON.parse(text) as { type?: unknown }
    if (said.type === 'beat' || said.type === 'end' || said.type === 'move') return { type: said.type }
    const read = z.safeParse(room, said)
    return said.type === 'room' && read.success ? { type: 'room', room: read.data } : undefined
  } catch {
    return undefined
  }
}
