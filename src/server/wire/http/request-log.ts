import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { loggableUrl } from '#server/kit/log.ts'

/** Logs one line per response, with a URL stripped of grants and secrets. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply): void {
    const { method, url } = request
    const line = {
      method,
      url: loggableUrl(url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (error) request.log.warn({ ...line, err: error }, 'request aborted')
    else request.log.info(line, 'request')
  }

  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.warn({ err: error }, 'response could not start')
  }
}
