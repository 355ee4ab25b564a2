import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { reportProgress } from '#contract/progress.ts'
import type { Progress } from '#server/domains/progress/index.ts'
import { deviceClassOf } from '#server/domains/visits/index.ts'
import { languageOf, readContext } from '../context.ts'
import { failed, succeeded, type WireResponse } from '../envelope.ts'
import { invalidInput } from '../errors.ts'
import type { Log } from '#server/kit/log.ts'
import { logFailure } from '#server/kit/outage.ts'
import type { CallRequest } from '../handle.ts'
import type { RequestLimiter } from '../request-rate.ts'
import { toRunningStreams } from '../v2/streams.presenter.ts'
import { readCall } from './calls.ts'
import { corsHeaders, type Origins } from './origins.ts'
import type { Sender } from './send.ts'

export interface ProgressRouteDeps {
  readonly progress: Pick<Progress, 'report'>
  readonly limiter: RequestLimiter
  readonly origins: Origins
  readonly sender: Sender
  readonly log: Log
  readonly regionOf: (request: FastifyRequest) => string
}

/** Undecoded, as paths of streams. */
const PATH = /^\/v\/([\w.-]{1,512})\/progress(?:\?|$)/
const SAVED = succeeded({})

/** `POST /v/{grant}/progress`: the grant authorizes it, and no session is read. Other POSTs below `/v` do not exist. */
export function bindProgress(app: FastifyInstance, deps: ProgressRouteDeps): void {
  const { limiter, origins, sender, regionOf, log } = deps
  app.post('/v/*', async (request, reply) => {
    const [, grant] = PATH.exec(request.raw.url ?? '') ?? []
    if (grant === undefined) return reply.callNotFound()
    const call = readCall(request, regionOf(request))
    const answer = await answerTo(call, grant).catch((error: unknown) => {
      if (!(error instanceof AppError)) logFailure(log, error, { message: 'progress not saved', reqId: request.id })
      return failed(error, { language: languageOf(call.fields), requestId: call.requestId })
    })
    return sender.sendPrivate(request, reply, { answer, format: 'json', headers: corsHeaders(origins, request) })
  })

  async function answerTo(call: CallRequest, grant: string): Promise<WireResponse> {
    limiter.count(call.address, reportProgress.cost, call.headers.authorization)
    const context = readContext(call.fields, call.headers, false)
    const input = z.safeParse(reportProgress.input, call.fields, { reportInput: true })
    if (!input.success) throw invalidInput(input.error.issues, context.language)
    const { at, sentAt, ...told } = input.data
    const times = {
      at: Temporal.Instant.from(at),
      sentAt: sentAt === undefined ? undefined : Temporal.Instant.from(sentAt),
    }
    const by = { region: call.region, device: deviceClassOf(context), profileId: context.profileId }
    const saved = await deps.progress.report(grant, { ...told, ...times }, by)
    if (saved.outcome === 'kept') return SAVED
    const viewer = { language: context.language, kids: saved.kids }
    throw new AppError('STREAM_LIMIT', { streams: toRunningStreams(saved.streams, viewer) })
  }
}
