import type { Log } from '#server/kit/log.ts'
import { logFailure } from '#server/kit/outage.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { PREVIEW_HEADER, PREVIEW_PATH } from '#contract/preview.ts'
import type { Previews } from '#server/domains/previews/index.ts'
import { languageOf } from '../context.ts'
import { failed, succeeded, type WireResponse } from '../envelope.ts'
import { wireInstant } from '../instants.ts'
import type { RequestLimiter } from '../request-rate.ts'
import { fieldsOf } from './calls.ts'
import type { HttpDeps } from './http-deps.ts'
import type { Sender } from './send.ts'

export interface PreviewDeps extends Pick<HttpDeps, 'previews' | 'site'> {
  readonly limiter: RequestLimiter
  readonly sender: Sender
  /** Headers of the document, which alone may be in a frame of the console. */
  readonly page: Readonly<Record<string, string>>
}

const NOT_FOUND_STATUS = 404

/** The document holds nothing of a preview: its page sends the grant, which is in the fragment, and is told what it shows. */
export function bindPreview(app: FastifyInstance, { previews, site, limiter, sender, page }: PreviewDeps): void {
  app.get(PREVIEW_PATH, (_request, reply) => sendDocument(reply))

  app.post(PREVIEW_PATH, async (request, reply) => {
    const answer = await answerOf(async () => {
      limiter.countPreview(request.ip, 1)
      const grant = request.headers[PREVIEW_HEADER]
      if (!previews || typeof grant !== 'string') throw new AppError('GRANT_REFUSED', { of: 'preview' })
      return shown(await previews.find(grant))
    })
    return sender.sendPrivate(request, reply, { answer, format: 'json' })

    async function answerOf(work: () => Promise<object>): Promise<WireResponse> {
      try {
        return succeeded(await work())
      } catch (error) {
        if (!(error instanceof AppError))
          logFailure(app.log as Log, error, { message: 'preview failed', reqId: request.id })
        return failed(error, { language: languageOf(fieldsOf(request)), requestId: request.id })
      }
    }
  })

  function sendDocument(reply: FastifyReply): FastifyReply {
    const html = site?.renderPreview?.()
    reply
      .headers(page)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
    return html === undefined ? reply.status(NOT_FOUND_STATUS).send('') : reply.send(html)
  }
}

/** Each field by name: the contents of what is previewed are not among them. */
const shown = (preview: Awaited<ReturnType<Previews['find']>>) => ({
  at: wireInstant(preview.at),
  region: preview.region,
  profile: preview.profile,
  language: preview.language,
  expiresAt: wireInstant(preview.expiresAt),
  secondsLeft: preview.secondsLeft,
  titles: Object.entries(preview.titles).map(([programId, { title }]) => ({ programId, title })),
  pages: Object.entries(preview.pages).map(([scope, { name }]) => ({ scope, name })),
})
