import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type WireResponse, failed, succeeded } from '../envelope.ts'
import { isForwarded, isLocalHost, isLoopback } from '../trusted-origin.ts'
import type { DevTools } from './http-deps.ts'

/** What a browser says of requests that no other page made. */
const OWN_SITES: readonly unknown[] = [undefined, 'same-origin', 'none']

/** `/dev/*`, which exist only with HARBOUR_TEST=1: what left by SMS and e-mail, the accounts of the demo, and the clock. */
export function bindDev(app: FastifyInstance, clock: Clock, doors: DevTools): void {
  app.get<{ Querystring: { to?: string } }>('/dev/outbox', (request, reply) =>
    answer(request, reply, async () => ({ list: await doors.outbox(request.query.to) })),
  )
  app.get('/dev/accounts', (request, reply) => answer(request, reply, async () => ({ list: await doors.accounts() })))
  app.post('/dev/clock', (request, reply) =>
    answer(request, reply, async () => {
      await doors.advanceClock(durationOf(request.body))
      return { now: clock.now().toString() }
    }),
  )
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<object>,
): Promise<FastifyReply> {
  const { status, body } = await attempt(request, work)
  return reply.header('cache-control', 'no-store').status(status).send(body)
}

async function attempt(request: FastifyRequest, work: () => Promise<object>): Promise<WireResponse> {
  try {
    refuseStrangers(request)
    return succeeded(await work())
  } catch (error) {
    if (!(error instanceof AppError)) request.log.error({ err: error }, 'test endpoint failed')
    return failed(error, { language: DEFAULT_LANGUAGE, requestId: request.id })
  }
}

/** Whoever comes through a proxy is a stranger, whatever Host the proxy writes, and also where its word is trusted. */
function refuseStrangers({ headers, raw }: FastifyRequest): void {
  const local = isLoopback(raw.socket.remoteAddress) && isLocalHost(headers.host) && !isForwarded(headers)
  if (!local || !OWN_SITES.includes(headers['sec-fetch-site'])) throw new AppError('CROSS_SITE')
}

/** @throws AppError INVALID_INPUT unless it is an ISO 8601 duration of hours and smaller, forward */
function durationOf(body: unknown): string {
  const said = typeof body === 'object' && body !== null && 'advance' in body ? body.advance : undefined
  try {
    const duration = Temporal.Duration.from(String(said))
    if (duration.sign < 0 || duration.years || duration.months || duration.weeks)
      throw new RangeError('backward, or of no fixed length')
    return Temporal.Duration.from({
      ...plain(duration),
      hours: duration.hours + duration.days * 24,
      days: 0,
    }).toString()
  } catch {
    throw new AppError('INVALID_INPUT', { fields: { advance: 'PT48H' } })
  }
}

const plain = ({ minutes, seconds, milliseconds }: Temporal.Duration) => ({ minutes, seconds, milliseconds })
