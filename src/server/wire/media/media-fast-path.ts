import type { IncomingMessage } from 'node:http'
import { readDeliveryPath, readPreviewPath, type DeliveryPath } from '#server/domains/playback/index.ts'
import type { FileReply, FindFile, RequestHead } from '../http/http-deps.ts'
import { type ObjectRequest, respondWithObject } from './object-response.ts'
import { pathIn } from './paths.ts'
import { previewFile, streamFile, type StreamRoutesDeps } from './streams.routes.ts'

/**
 * Finds segments and previews for the fast path, with the same path grammar, authorization and responses as the
 * routes.
 */
export function createFileFinder({ playback, source, regionOf, addressOf }: StreamRoutesDeps): FindFile {
  return (request) => {
    const { url } = request
    if (url?.startsWith('/v/')) {
      const path = readDeliveryPath(pathIn(url))
      return path?.type === 'media' ? segment(request, path) : undefined
    }
    return url?.startsWith('/p/') ? preview(request, url) : undefined
  }

  async function segment(request: IncomingMessage, path: DeliveryPath): Promise<FileReply> {
    await playback.admit(path, regionOf(headOf(request)))
    return { route: '/v/*', ...(await respondWithObject(objectRequest(request), source, streamFile(path))) }
  }

  async function preview(request: IncomingMessage, url: string): Promise<FileReply | undefined> {
    const path = readPreviewPath(pathIn(url))
    if (!path || !(await playback.isPublicPreview(path))) return undefined
    return { route: '/p/*', ...(await respondWithObject(objectRequest(request), source, previewFile(path.key))) }
  }

  function objectRequest(request: IncomingMessage): ObjectRequest {
    return { method: request.method, headers: request.headers, ip: addressOf(headOf(request)) }
  }
}

const headOf = (request: IncomingMessage): RequestHead => ({ headers: request.headers, raw: request })
