import type { IncomingMessage } from 'node:http'
import { readDeliveryPath, readPreviewPath, type DeliveryPath } from '#server/domains/playback/index.ts'
import type { FileReply, FindFile, RequestHead } from '../http/http-deps.ts'
import { type ObjectRequest, respondByNginx, respondWithObject, type StoredObject } from './object-response.ts'
import { pathIn } from './paths.ts'
import { previewFile, streamFile, type StreamRoutesDeps } from './streams.routes.ts'

/**
 * Finds segments and previews for the fast path, with the same path grammar, authorization and responses as the
 * routes.
 */
export function createFileFinder({ playback, source, addressOf }: StreamRoutesDeps): FindFile {
  const { accelPrefix } = source
  return (request) => {
    const { url } = request
    if (url?.startsWith('/v/')) {
      const path = readDeliveryPath(pathIn(url))
      // The routes check everything else, and refuse.
      return path?.guard === 'signed' && playback.hasGrant(path) ? segment(request, path) : undefined
    }
    return url?.startsWith('/p/') ? preview(request, url) : undefined
  }

  function segment(request: IncomingMessage, path: DeliveryPath): FileReply | Promise<FileReply> {
    return accelPrefix === undefined
      ? reply(request, '/v/*', streamFile(path))
      : { route: '/v/*', ...respondByNginx(accelPrefix, streamFile(path)) }
  }

  async function preview(request: IncomingMessage, url: string): Promise<FileReply | undefined> {
    const path = readPreviewPath(pathIn(url))
    if (!path || !(await playback.isPublicPreview(path))) return undefined
    return reply(request, '/p/*', previewFile(path.key))
  }

  async function reply(request: IncomingMessage, route: string, object: StoredObject): Promise<FileReply> {
    return { route, ...(await respondWithObject(objectRequest(request), source, object)) }
  }

  function objectRequest(request: IncomingMessage): ObjectRequest {
    return { method: request.method, headers: request.headers, ip: addressOf(headOf(request)) }
  }
}

const headOf = (request: IncomingMessage): RequestHead => ({ headers: request.headers, raw: request })
