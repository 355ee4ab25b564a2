import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { BEAT_SECONDS, privateCinemaStream } from '#contract/watching-together.ts'
import { addressPrefixes } from '#server/kit/addresses.ts'
import type { Log } from '#server/kit/log.ts'
import { languageOf } from '../context.ts'
import { failed } from '../envelope.ts'
import type { Pipeline } from '../handle.ts'
import type { RequestLimiter } from '../request-rate.ts'
import { toRoom } from '../v2/private-cinema.presenter.ts'
import { readCall } from './calls.ts'
import { corsHeaders, type Origins } from './origins.ts'
import type { RoomStreamDeps } from './http-deps.ts'
import { createRoomHub, type RoomReader } from './room-hub.ts'

interface Parts extends RoomStreamDeps {
  readonly pipeline: Pipeline
  readonly limiter: RequestLimiter
  readonly origins: Origins
  readonly fixed: Readonly<Record<string, string>>
  readonly regionOf: (request: FastifyRequest) => string
  readonly log: Log
}

/** Proxies pass a response on once they have this much of it. */
const PADDING = ' '.repeat(2_048)
const ROUTE = { endpoint: privateCinemaStream, names: new Set(['screeningId', 'guestToken']) }

/** The streams of rooms: one line of JSON for each change, and a sign of life in between. */
export function bindRoomStreams(app: FastifyInstance, parts: Parts): void {
  const { screenings, onRoomChange, pipeline, limiter, origins, fixed, regionOf, log } = parts
  const hub = createRoomHub({ read: async (screeningId) => toRoom(await screenings.rooms.read(screeningId)), log })
  const stopListening = onRoomChange(hub.changed)
  const beats = setInterval(hub.beat, BEAT_SECONDS * 1000)
  app.addHook('preClose', async () => {
    clearInterval(beats)
    stopListening()
    hub.close()
  })
  app.post('/api_v2/privateCinema/stream', async (request, reply) => {
    const call = readCall(request, regionOf(request))
    try {
      limiter.count(call.address, privateCinemaStream.cost, call.headers.authorization)
      const { viewer } = await pipeline.authorize(ROUTE, call)
      const input = z.safeParse(privateCinemaStream.input, call.fields)
      if (!input.success) throw new AppError('INVALID_INPUT')
      const { screeningId, seatId } = await screenings.seatOf(viewer, input.data)
      await screenings.rooms.read(screeningId)
      const reader = readerOf(request, reply.raw)
      // The client may have left during the awaits: 'close' is not emitted again.
      if (!reader.isGone()) {
        const leave = hub.enter({ screeningId, seatId, networks: addressPrefixes(call.address) }, reader)
        if (!leave) throw new AppError('TOO_MANY_TRIES', { retryAfter: BEAT_SECONDS })
        reply.raw.once('close', leave)
        start(reply.raw, { ...fixed, ...corsHeaders(origins, request), 'x-request-id': request.id })
      }
      reply.hijack()
      return undefined
    } catch (error) {
      if (!(error instanceof AppError)) request.log.error({ err: error }, 'stream failed')
      const { status, body } = failed(error, { language: languageOf(call.fields), requestId: call.requestId })
      return reply
        .code(status)
        .headers({ ...fixed, ...corsHeaders(origins, request) })
        .send(body)
    }
  })
}

/** Writes the head. The room follows as soon as it is read. */
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

/** A reader that has not taken this much is dropped: it comes back, and gets the newest room. */
const SLOW_BYTES = 256 * 1024

/** A response that waits behind another one of its connection (pipelining) emits no 'close' of its own: the socket tells. */
const readerOf = ({ socket }: FastifyRequest, response: ServerResponse): RoomReader => ({
  send: (line) => response.write(`${line}\n`),
  end: () => response.end(),
  destroy: () => response.destroy(),
  isSlow: () => response.writableLength > SLOW_BYTES,
  isGone: () => socket.destroyed || response.destroyed,
})
