import { logFailure } from '#server/kit/outage.ts'
import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { BEAT_SECONDS, privateCinemaStream, type Room } from '#contract/watching-together.ts'
import { createClientHolds, networkShares, type Share } from '#server/kit/fairness.ts'
import type { Log } from '#server/kit/log.ts'
import { languageOf } from '../context.ts'
import { failed } from '../envelope.ts'
import type { Pipeline } from '../handle.ts'
import type { RequestLimiter } from '../request-rate.ts'
import { toRoom } from '../v2/private-cinema.presenter.ts'
import { readCall } from './calls.ts'
import { corsHeaders, type Origins } from './origins.ts'
import type { RoomStreamDeps } from './http-deps.ts'

interface Parts extends RoomStreamDeps {
  readonly pipeline: Pipeline
  readonly limiter: RequestLimiter
  readonly origins: Origins
  readonly fixed: Readonly<Record<string, string>>
  readonly regionOf: (request: FastifyRequest) => string
  readonly log: Log
}

/** Proxies pass a response on once they have this much. */
const PADDING = ' '.repeat(2_048)
const ROUTE = { endpoint: privateCinemaStream, names: new Set(['screeningId', 'guestToken']) }

/** A line of JSON for each change, and a heartbeat in between. */
export function bindRoomStreams(app: FastifyInstance, parts: Parts): void {
  const { screenings, followRoom: follow, pipeline, limiter, origins, fixed, regionOf, log } = parts
  const read = async (screeningId: string) => toRoom(await screenings.rooms.read(screeningId))
  const hub = createRoomHub({ read, follow, log })
  const beats = setInterval(hub.beat, BEAT_SECONDS * 1000)
  app.addHook('preClose', async () => {
    clearInterval(beats)
    hub.close()
  })
  app.post('/api_v2/privateCinema/stream', async (request, reply) => {
    const call = readCall(request, regionOf(request))
    try {
      limiter.count(call.address, privateCinemaStream.cost, call.headers.authorization)
      const { viewer } = await pipeline.authorize(ROUTE, call)
      const input = z.safeParse(privateCinemaStream.input, call.fields)
      if (!input.success) throw new AppError('INVALID_INPUT')
      const { screeningId, seatId } = await screenings.seats.seatOf(viewer, input.data)
      await screenings.rooms.read(screeningId)
      const reader = readerOf(request, reply.raw)
      // The client may have left during the awaits: 'close' is not emitted again.
      if (!reader.isGone()) {
        const leave = hub.enter({ screeningId, seatId, networks: networkShares(call.address) }, reader)
        if (!leave) throw new AppError('TOO_MANY_TRIES', { retryAfter: BEAT_SECONDS })
        reply.raw.once('close', leave)
        start(reply.raw, { ...fixed, ...corsHeaders(origins, request), 'x-request-id': request.id })
      }
      reply.hijack()
      return undefined
    } catch (error) {
      if (!(error instanceof AppError)) logFailure(log, error, { message: 'stream failed', reqId: request.id })
      const { status, body } = failed(error, { language: languageOf(call.fields), requestId: call.requestId })
      return reply
        .code(status)
        .headers({ ...fixed, ...corsHeaders(origins, request) })
        .send(body)
    }
  })
}

function start(response: ServerResponse, headers: Record<string, string>): void {
  response.writeHead(200, {
    ...headers,
    'content-type': 'application/x-ndjson; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // nginx: pass each line on.
    'x-accel-buffering': 'no',
  })
  response.write(`${PADDING}\n`)
}

/** A reader that has not taken this much is dropped: it reconnects, and gets the newest room. */
const SLOW_BYTES = 256 * 1024

/** A pipelined response that waits emits no 'close' of its own: the socket tells. */
const readerOf = ({ socket }: FastifyRequest, response: ServerResponse): RoomReader => ({
  send: (line) => response.write(`${line}\n`),
  end: () => response.end(),
  destroy: () => response.destroy(),
  isSlow: () => response.writableLength > SLOW_BYTES,
  isGone: () => socket.destroyed || response.destroyed,
})

interface RoomListener {
  readonly screeningId: string
  readonly seatId: string
  readonly networks: readonly Share[]
}

interface RoomReader {
  send(line: string): void
  end(): void
  destroy(): void
  isSlow(): boolean
  isGone(): boolean
}

export const STREAMS_OF_SEAT = 3
/** Its /56 twice, its /48 four times; and all of this process. Ours. */
export const STREAMS_OF_ADDRESS = 40
const STREAMS_MAX = 5_000

interface Deps {
  /** @throws WINDOW_CLOSED */
  readonly read: (screeningId: string) => Promise<Room>
  readonly follow: RoomStreamDeps['followRoom']
  readonly log: Log
}

interface Open extends RoomListener {
  readonly reader: RoomReader
  readonly free: () => void
}

/** Each room once. Each beginning is a change: a stream has opened. */
function followedBy(follow: Deps['follow']) {
  const stops = new Map<string, () => void>()
  return {
    begin(screeningId: string, changed: () => void): void {
      if (!stops.has(screeningId)) stops.set(screeningId, follow(screeningId, changed))
      changed()
    },
    end(screeningId: string): void {
      stops.get(screeningId)?.()
      stops.delete(screeningId)
    },
  }
}

/** A room is read once for all of its streams, and followed as long as it has any. */
export function createRoomHub({ read, follow, log }: Deps) {
  const rooms = new Map<string, Set<Open>>()
  const followed = followedBy(follow)
  const reading = new Map<string, 'once' | 'again'>()
  const slots = createClientHolds()
  return { enter, changed, beat, close }

  /** @returns the function that frees its slot, idempotent; undefined when there are too many */
  function enter(listener: RoomListener, reader: RoomReader): (() => void) | undefined {
    const { screeningId, seatId, networks } = listener
    if (slots.total() >= STREAMS_MAX || slots.heldBy(networks) >= STREAMS_OF_ADDRESS) return undefined
    const [oldest, ...others] = [...(rooms.get(screeningId) ?? [])].filter((one) => one.seatId === seatId)
    // The oldest one is most likely lost.
    if (oldest && others.length >= STREAMS_OF_SEAT - 1) end(oldest)
    const one = { ...listener, reader, free: slots.take(networks) }
    rooms.set(screeningId, (rooms.get(screeningId) ?? new Set()).add(one))
    followed.begin(screeningId, () => changed(screeningId))
    return () => leave(one)
  }

  /** Frees the slot at once: the connection may stay open for longer. */
  function end(one: Open): void {
    one.reader.end()
    leave(one)
  }

  function finish(one: Open, type: 'end' | 'move' = 'end'): void {
    one.reader.send(JSON.stringify({ type }))
    end(one)
  }

  function drop(one: Open): void {
    one.reader.destroy()
    leave(one)
  }

  function leave(one: Open): void {
    const room = rooms.get(one.screeningId)
    if (!room?.delete(one)) return
    if (room.size === 0 && rooms.delete(one.screeningId)) followed.end(one.screeningId)
    one.free()
  }

  /** Without an id any room may have. Changes while a room is read are sent together. */
  function changed(screeningId?: string): void {
    for (const name of screeningId === undefined ? rooms.keys() : rooms.has(screeningId) ? [screeningId] : []) {
      const isReading = reading.has(name)
      reading.set(name, isReading ? 'again' : 'once')
      if (!isReading) void tell(name)
    }
  }

  async function tell(screeningId: string): Promise<void> {
    try {
      const room = await read(screeningId)
      const line = JSON.stringify({ type: 'room', ...room })
      const seats = new Set(room.people.map(({ seatId }) => seatId))
      for (const one of rooms.get(screeningId) ?? []) {
        if (!seats.has(one.seatId)) finish(one)
        else if (one.reader.isSlow()) drop(one)
        else one.reader.send(line)
      }
    } catch (error) {
      if (error instanceof AppError) for (const one of rooms.get(screeningId) ?? []) finish(one)
      else logFailure(log, error, { message: 'room not read', screeningId })
    }
    const isDue = reading.get(screeningId) === 'again'
    reading.delete(screeningId)
    if (isDue) changed(screeningId)
  }

  /** The heartbeat, with the room: who is disconnected, and whether the window has ended. Closed connections leave. */
  function beat(): void {
    for (const room of rooms.values())
      for (const one of room)
        if (one.reader.isGone()) leave(one)
        else one.reader.send(JSON.stringify({ type: 'beat' }))
    changed()
  }

  /** Readers open their streams elsewhere. */
  function close(): void {
    for (const room of rooms.values()) for (const one of room) finish(one, 'move')
  }
}
