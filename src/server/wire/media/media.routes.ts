import type { FastifyError, FastifyInstance } from 'fastify'
import { AppError, type ErrorCode } from '#contract/errors.ts'
import { languageOf } from '../context.ts'
import { CONTENT_TYPE, failed } from '../envelope.ts'
import type { FindFile } from '../http/http-deps.ts'
import { createFileFinder } from './media-fast-path.ts'
import { imageRoutes, type ImageRoutesDeps } from './images.routes.ts'
import { streamRoutes, type StreamRoutesDeps } from './streams.routes.ts'
import { uploadRoutes, type UploadRoutesDeps } from './uploads.routes.ts'

export type MediaRoutesDeps = StreamRoutesDeps &
  ImageRoutesDeps &
  UploadRoutesDeps & {
    /** Registers the finder of the fast path. */
    findFirst: (find: FindFile) => void
  }

/** File requests come from players and browsers, which read the status code, not the envelope. */
const FILE_STATUS: Partial<Record<ErrorCode, number>> = { NOT_FOUND: 404 }

/** The raw routes `/v /p /i /f /u`. They are not API calls, but refuse with the same envelope. */
export async function mediaRoutes(app: FastifyInstance, deps: MediaRoutesDeps): Promise<void> {
  await app.register(async (scope) => {
    scope.setErrorHandler((error: FastifyError | AppError, request, reply) => {
      // Other errors are handled and logged by the general error handler.
      if (!(error instanceof AppError)) throw error
      const language = languageOf(request.query as Record<string, unknown>)
      const { status, body, retryAfter } = failed(error, { language, requestId: request.id })
      for (const name of ['etag', 'accept-ranges', 'content-length', 'content-range']) reply.removeHeader(name)
      if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
      reply.headers({ 'content-type': CONTENT_TYPE.json, 'cache-control': 'private, no-store' })
      return reply.code(FILE_STATUS[error.code] ?? status).send(JSON.stringify(body))
    })
    streamRoutes(scope, deps)
    imageRoutes(scope, deps)
    uploadRoutes(scope, deps)
  })
  deps.findFirst(createFileFinder(deps))
}
