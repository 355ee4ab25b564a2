import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { type Clock, systemClock } from '#server/kit/clock.ts'
import { type WireResponse, failed, succeeded } from '../envelope.ts'
import { isForwarded, isLocalHost, isLoopback } from '../trusted-origin.ts'
import type { DevTools } from './http-deps.ts'

const ALLOWED_FETCH_SITES: readonly unknown[] = [undefined, 'same-origin', 'none']

/** `/dev/*`, with HARBOUR_TEST=1: sent SMS and e-mails, demo accounts and codes, the clock. */
export function bindDev(app: FastifyInstance, clock: Clock, tools: DevTools): void {
  app.get<{ Querystring: { to?: string } }>('/dev/outbox', (request, reply) =>
    answer(request, reply, async () => ({ list: await tools.outbox(request.query.to) })),
  )
  app.get('/dev/accounts', (request, reply) =>
    answer(request, reply, async () => ({
      list: await tools.accounts(),
      codes: await tools.codes(),
      operators: await tools.operators(),
    })),
  )
  app.post('/dev/clock', (request, reply) =>
    answer(request, reply, async () => {
      await tools.advanceClock(durationOf(request.body))
      return { now: clock.now().toString() }
    }),
  )
}

/** The `Date` of responses is by the service's clock where `/dev/clock` has moved it: browsers learn the time from it. */
export function followClock(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    const nowMs = clock.nowMs()
    // oxlint-disable-next-line no-restricted-globals -- writes HTTP's form of a date (RFC 9110 5.6.7)
    if (Math.abs(nowMs - systemClock.nowMs()) > 1_000) raw.setHeader('date', new Date(nowMs).toUTCString())
    done()
  })
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
    requireLocal(request)
    return succeeded(await work())
  } catch (error) {
    if (!(error instanceof AppError)) request.log.error({ err: error }, 'test endpoint failed')
    return failed(error, { language: DEFAULT_LANGUAGE, requestId: request.id })
  }
}

/** All forwarded requests are refused, even from a trusted proxy. */
function requireLocal({ headers, raw }: FastifyRequest): void {
  const local = isLoopback(raw.socket.remoteAddress) && isLocalHost(headers.host) && !isForwarded(headers)
  if (!local || !ALLOWED_FETCH_SITES.includes(headers['sec-fetch-site'])) throw new AppError('CROSS_SITE')
}

/** @throws AppError INVALID_INPUT unless it is a positive ISO 8601 duration of hours or smaller units */
function durationOf(body: unknown): string {
  const advance = typeof body === 'object' && body !== null && 'advance' in body ? body.advance : undefined
  try {
    const duration = Temporal.Duration.from(String(advance))
    if (duration.sign < 0 || duration.years || duration.months || duration.weeks)
      throw new RangeError('negative, or without a fixed length')
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
