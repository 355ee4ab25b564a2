import { type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { loggableUrl } from '#server/kit/log.ts'

/** Images, fonts, uploads and files of the site: dozens for each page. */
const FILE = /^\/(?:assets|i|f|u)\//

/** Logs one line per response, with a URL stripped of grants and secrets. Files that were sent are logged at level debug, as segments are. */
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
    else if (FILE.test(url) && reply.statusCode < 400) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  }

  override writeHeadError(error: Error, request: FastifyRequest): void {
    request.log.warn({ err: error }, 'response could not start')
  }
}
