import { once } from 'node:events'
import { createReadStream, type ReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '#server/kit/log.ts'
import { logFailure } from '#server/kit/outage.ts'
import { SESSION_HOURS } from '#contract/admin/session.ts'
import { AppError } from '#contract/errors.ts'
import type { NewSession, Operator } from '#server/domains/operators/index.ts'
import { toCsv } from '#server/kit/csv.ts'
import { inSnapshot, type Tx } from '#server/kit/db.ts'
import { createFairQueue } from '#server/kit/fairness.ts'
import { IMAGE_UPLOAD_BYTES_MAX, IMAGE_UPLOAD_URL, type UploadedImage } from '#contract/admin/uploads.ts'
import type { ConsoleAccess } from '../admin/console-access.ts'
import type { AdminRequest, AdminRoute, Export } from '../admin/pipeline.ts'
import { type Fields, languageOf } from '../context.ts'
import { failed } from '../envelope.ts'
import type { RequestLimiter } from '../request-rate.ts'
import { fieldsOf } from './calls.ts'
import type { AdminWire } from './http-deps.ts'
import { bindOperatorUploads } from './operator-uploads.ts'
import type { Sender } from './send.ts'
import { deleteAbandoned, temporaryName } from './temporary-files.ts'

export interface AdminHttpDeps extends AdminWire {
  readonly access: ConsoleAccess
  readonly limiter: RequestLimiter
  readonly sender: Sender
  /** Its folder `tmp/exports` has the files that are sent when they are complete. */
  readonly dataDir: string
}

/** A series of two thousand episodes. Endpoints that take a file have their own. */
const BODY_BYTES_MAX = 2 * 1024 * 1024
const DEVICE_DAYS = 180
const EXPORTS_WAITING = 4

/** The operators' wire. To whom the console is not open it does not exist. */
export async function bindAdmin(app: FastifyInstance, deps: AdminHttpDeps): Promise<void> {
  const { routes, answer, access, limiter, sender } = deps
  const exports = createExports(deps)
  await exports.deleteAbandoned()
  const guarded = { ...deps, admit, refuse, readRequest: (request: FastifyRequest) => readRequest(request, access) }
  bindOperatorImages(app, guarded)
  bindOperatorUploads(app, guarded)
  for (const [url, route] of routes) {
    const isExport = route.endpoint.kind === 'export'
    app.route({
      method: isExport ? 'GET' : 'POST',
      url,
      bodyLimit: route.endpoint.bodyBytesMax ?? BODY_BYTES_MAX,
      ...(route.endpoint.bodyBytesMax !== undefined && { onRequest: admitLarge(route, guarded) }),
      handler: (request, reply) => (isExport ? download(route, request, reply) : call(route, request, reply)),
    })
  }

  async function call(route: AdminRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      // The sender of a large body was admitted before it was read.
      if (route.endpoint.bodyBytesMax === undefined) {
        admit(request)
        access.assertSameOrigin(request)
      }
      if (route.endpoint.roles === 'signed out') access.assertSecure(request)
      const outcome = await answer(route, readRequest(request, access))
      if (outcome.kind !== 'answer') throw new Error('a call answered a file')
      if (outcome.session) reply.header('set-cookie', cookiesOf(outcome.session, access))
      return await sender.sendPrivate(request, reply, { answer: outcome.answer, format: 'json' })
    } catch (error) {
      return refuse(error, request, reply)
    }
  }

  /** A link of a page: the browser names the page by Sec-Fetch-Site, and sends no header of ours. */
  async function download(route: AdminRoute, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      admit(request)
      if (request.headers['sec-fetch-site'] !== 'same-origin') throw new AppError('CROSS_SITE')
      const fields = queryOf(request)
      const language = languageOf(fields as Fields)
      const outcome = await answer(route, { ...readRequest(request, access), fields, language })
      if (outcome.kind === 'answer')
        return await sender.sendPrivate(request, reply, { answer: outcome.answer, format: 'json' })
      // A slow reader keeps no other export waiting.
      const { rows, stream } = await exports.prepare(outcome.file)
      return reply.headers(exportHeaders(outcome.file, rows, request.id)).send(stream)
    } catch (error) {
      return refuse(error, request, reply)
    }
  }

  function admit(request: FastifyRequest): void {
    if (!access.admits({ headers: request.headers, ip: request.ip, peer: request.raw.socket.remoteAddress }))
      throw new AppError('NOT_FOUND')
    limiter.count(request.ip, 1)
  }

  function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (!(error instanceof AppError))
      logFailure(app.log as Log, error, { message: 'response failed', reqId: request.id })
    const refusal = failed(error, { language: languageOf(request.query as object as never), requestId: request.id })
    const isHidden = error instanceof AppError && error.code === 'NOT_FOUND'
    return sender.sendPrivate(request, reply, {
      answer: isHidden ? { ...refusal, status: 404 } : refusal,
      format: 'json',
    })
  }
}

type Guard = Parameters<typeof bindOperatorImages>[1] & Pick<AdminWire, 'admitBody'>

/** Who sends a large body is known before it is read. */
function admitLarge(route: AdminRoute, { access, admit, admitBody, readRequest: read, refuse }: Guard) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      admit(request)
      access.assertSameOrigin(request)
      await admitBody(route, read(request))
    } catch (error) {
      await refuse(error, request, reply)
    }
  }
}

function readRequest(request: FastifyRequest, { cookies }: ConsoleAccess): AdminRequest {
  const fields = fieldsOf({ query: {}, body: request.body, method: request.method })
  const { cookie } = request.headers
  return {
    fields,
    language: languageOf(fields),
    token: cookieOf(cookie, cookies.session),
    device: cookieOf(cookie, cookies.device),
    isUse: request.headers['x-harbour-console'] !== 'poll',
    address: request.ip,
    requestId: request.id,
  }
}

function cookiesOf(session: NewSession | 'ended', { cookies, isSecure }: ConsoleAccess): string[] {
  const attributes = `; Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  if (session === 'ended') return [`${cookies.session}=; Max-Age=0${attributes}`]
  return [
    `${cookies.session}=${session.token}; Max-Age=${SESSION_HOURS * 3_600}${attributes}`,
    `${cookies.device}=${session.device}; Max-Age=${DEVICE_DAYS * 86_400}${attributes}`,
  ]
}

/** The filter, as JSON in the query: `?query={"filter":…}`. */
function queryOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { query, language } = request.query as { query?: string; language?: string }
  try {
    const fields: unknown = query === undefined ? {} : JSON.parse(query)
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields)) return { ...fields, language }
  } catch {
    // Refused below.
  }
  throw new AppError('INVALID_INPUT')
}

const cookieOf = (header: string | undefined, name: string): string | undefined =>
  (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const exportHeaders = ({ fileName }: Export, rows: number, requestId: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${fileName}"`,
  'cache-control': 'private, no-store',
  'x-row-count': String(rows),
  'x-request-id': requestId,
})

/** Files are complete before they are sent, so that a fault is told; one at a time, so that they take little memory. */
function createExports({ db, dataDir }: AdminHttpDeps) {
  const folder = join(dataDir, 'tmp', 'exports')
  const queue = createFairQueue({
    maxWaiting: EXPORTS_WAITING,
    full: () => new AppError('UNAVAILABLE', { retryAfter: 10 }),
  })
  return { prepare: (file: Export) => queue.run(() => prepare(file)), deleteAbandoned: () => deleteAbandoned(folder) }

  /** A stream of the complete file, which has no name any more: it goes with the stream. */
  async function prepare(file: Export): Promise<{ rows: number; stream: ReadStream }> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // Of a killed process of another machine that shares the folder.
    await deleteAbandoned(folder)
    const path = join(folder, `${temporaryName()}.csv`)
    try {
      const rows = await write(path, file)
      const stream = createReadStream(path)
      await once(stream, 'open')
      return { rows, stream }
    } finally {
      await rm(path, { force: true })
    }
  }

  async function write(path: string, file: Export): Promise<number> {
    const handle = await open(path, 'wx', 0o600)
    try {
      // By the mark spreadsheets know UTF-8.
      await handle.write('\uFEFF')
      return await inSnapshot(db, async (tx) => {
        let rows = -1
        for await (const part of file.rows(tx)) {
          rows += part.length
          await handle.write(toCsv(part))
        }
        return rows
      })
    } finally {
      await handle.close()
    }
  }
}

interface OperatorImagesDeps extends Pick<AdminWire, 'addImage' | 'admitUpload' | 'recordSent'> {
  readonly access: ConsoleAccess
  readonly sender: Sender
  readonly admit: (request: FastifyRequest) => void
  readonly refuse: (error: unknown, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
  readonly readRequest: (request: FastifyRequest) => AdminRequest
}

type ImageRequest = FastifyRequest<{ Querystring: { name?: string } }>

/** Images of titles, each the body of a call. Who sends it is asked before its bytes are read. */
function bindOperatorImages(app: FastifyInstance, deps: OperatorImagesDeps): void {
  const { access, sender } = deps
  const operators = new WeakMap<FastifyRequest, Operator>()
  void app.register(async (scope) => {
    scope.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post<{ Querystring: { name?: string } }>(IMAGE_UPLOAD_URL, {
      bodyLimit: IMAGE_UPLOAD_BYTES_MAX,
      onRequest: async (request, reply) => {
        try {
          deps.admit(request)
          access.assertSameOrigin(request)
          operators.set(request, await deps.admitUpload(deps.readRequest(request)))
        } catch (error) {
          await deps.refuse(error, request, reply)
        }
      },
      handler: add,
    })
  })

  async function add(request: ImageRequest, reply: FastifyReply): Promise<FastifyReply> {
    try {
      if (!Buffer.isBuffer(request.body)) throw new AppError('UNSUPPORTED_MEDIA_TYPE')
      const name = request.query.name ?? ''
      const image = await deps.addImage(request.body, name, (tx, added) => record(tx, request, added))
      const answer: UploadedImage = { image }
      return await sender.sendPrivate(request, reply, {
        answer: { status: 200, body: { result: 'SUCCESS', ...answer } },
        format: 'json',
      })
    } catch (error) {
      return deps.refuse(error, request, reply)
    }
  }

  /** The image is only a file until a title or page that names it is published, which has an entry of its own. */
  function record(tx: Tx, request: ImageRequest, image: string): Promise<void> {
    const operator = operators.get(request)
    if (!operator) throw new AppError('LOGIN_REQUIRED')
    const [hash, name] = image.split('/')
    const entry = { action: 'add image', subject: `image:${hash}`, details: { name } }
    return deps.recordSent({ tx, operator, request: deps.readRequest(request), ...entry })
  }
}
