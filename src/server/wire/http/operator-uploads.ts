import type { Log } from '#server/kit/log.ts'
import { logFailure, outageOf } from '#server/kit/outage.ts'
import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { ERRORS, type Lock, Metadata, type RequestRelease, Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { UPLOAD_PART_BYTES, UPLOAD_REFUSAL, uploadMetadata, UPLOADS_URL } from '#contract/admin/uploads.ts'
import { AppError } from '#contract/errors.ts'
import { id } from '#contract/wire-values.ts'
import type { Uploads } from '#server/domains/media/index.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { acceptedLanguage } from '../context.ts'
import { failed } from '../envelope.ts'
import type { ConsoleAccess } from '../admin/console-access.ts'
import type { AdminRequest, SentEntry } from '../admin/pipeline.ts'
import type { AdminWire } from './http-deps.ts'
import type { Sender } from './send.ts'

export interface OperatorUploadsDeps extends Pick<AdminWire, 'uploads' | 'admitUpload' | 'recordSent'> {
  readonly access: ConsoleAccess
  readonly sender: Sender
  readonly admit: (request: FastifyRequest) => void
  readonly readRequest: (request: FastifyRequest) => AdminRequest
}

type Part = FastifyRequest<{ Params: { uploadId: string } }>

/** Resumable uploads of operators (tus 1.0). What is refused says so as calls do, with a status that is no success. */
export function bindOperatorUploads(app: FastifyInstance, deps: OperatorUploadsDeps): void {
  const { uploads, access, sender } = deps
  const { serve } = createTus(uploads)
  void app.register(async (scope) => {
    // The tus server reads the bytes.
    scope.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null))
    scope.post(UPLOADS_URL, (request, reply) => answered(request, reply, () => create(request, reply)))
    scope.route<{ Params: Part['params'] }>({
      method: ['HEAD', 'PATCH', 'DELETE'],
      url: `${UPLOADS_URL}/:uploadId`,
      handler: (request, reply) => answered(request, reply, () => continued(request, reply)),
    })
  })

  async function create(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const operator = await admitted(request)
    partBytes(request)
    const file = readCreation(request)
    const { name, bytes, role } = file
    const uploadId = await uploads.create({ ...file, operatorId: operator.operatorId }, (tx, id) =>
      record(request, { tx, operator, action: 'upload file', subject: `upload:${id}`, details: { name, bytes, role } }),
    )
    await serve(request, reply, uploadId)
  }

  async function continued(request: Part, reply: FastifyReply): Promise<void> {
    const operator = await admitted(request)
    const { uploadId } = request.params
    if (!z.safeParse(id, uploadId).success) throw operatorRefusal({ is: 'uploadUnknown' })
    const upload = await uploads.own(uploadId, operator.operatorId)
    if (request.method === 'DELETE') {
      const { name } = upload
      await uploads.discard(upload, (tx, id) =>
        record(request, { tx, operator, action: 'discard upload', subject: `upload:${id}`, details: { name } }),
      )
      await reply.status(204).header('tus-resumable', '1.0.0').send()
      return
    }
    if (request.method === 'PATCH') await uploads.receive(upload, partBytes(request))
    else await uploads.settle(upload)
    await serve(request, reply, uploadId)
  }

  const record = (request: FastifyRequest, entry: Omit<SentEntry, 'request'>) =>
    deps.recordSent({ ...entry, request: deps.readRequest(request) })

  function admitted(request: FastifyRequest) {
    deps.admit(request)
    access.assertSameOrigin(request)
    return deps.admitUpload(deps.readRequest(request))
  }

  async function answered(request: FastifyRequest, reply: FastifyReply, work: () => Promise<void>) {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof AppError))
        logFailure(app.log as Log, error, { message: 'upload failed', reqId: request.id })
      const language = acceptedLanguage(request.headers['accept-language'])
      const answer = failed(error, { language, requestId: request.id })
      const status = answer.status === 200 ? refusedStatus(error as AppError) : answer.status
      if (request.method === 'HEAD' && isTold(error)) {
        const { errorCode, message } = answer.body
        reply.header(UPLOAD_REFUSAL, encodeURIComponent(JSON.stringify({ errorCode, message })))
      }
      await sender.sendPrivate(request, reply, { answer: { ...answer, status }, format: 'json' })
    }
    return reply
  }
}

/** Of another 404 the console is not open to the caller, which says nothing of the upload. */
const isTold = (error: unknown): boolean =>
  error instanceof AppError && (error.code !== 'NOT_FOUND' || error.details.problem !== undefined)

/** Neither 409 nor 423, after which clients try again. */
const refusedStatus = ({ code }: AppError): number => (code === 'NOT_FOUND' ? 404 : code === 'NOT_ALLOWED' ? 403 : 422)

/** Of a body with a length. @throws AppError PAYLOAD_TOO_LARGE, INVALID_INPUT without a length */
function partBytes({ headers, method }: FastifyRequest): number {
  const length = headers['content-length']
  if (length === undefined && (method === 'PATCH' || headers['transfer-encoding'] !== undefined))
    throw new AppError('INVALID_INPUT')
  if (Number(length ?? 0) > UPLOAD_PART_BYTES) throw new AppError('PAYLOAD_TOO_LARGE')
  return Number(length ?? 0)
}

/** @throws AppError INVALID_INPUT */
function readCreation({ headers }: FastifyRequest) {
  const length = String(headers['upload-length'])
  const metadata = z.safeParse(uploadMetadata, metadataOf(String(headers['upload-metadata'] ?? '')))
  if (!metadata.success || !/^\d{1,15}$/.test(length)) throw new AppError('INVALID_INPUT')
  return { ...metadata.data, bytes: Number(length) }
}

function metadataOf(header: string): Record<string, string | null> {
  try {
    return Metadata.parse(header)
  } catch {
    throw new AppError('INVALID_INPUT')
  }
}

const keyOfUrl = (url: string): string => decodeURIComponent(new URL(url, 'http://upload').pathname.split('/').at(-1)!)

function createTus(uploads: Uploads) {
  const { store, lock } = uploads
  const created = new WeakMap<IncomingMessage, string>()
  const tus = new Server({
    path: UPLOADS_URL,
    datastore: store.parts,
    relativeLocation: true,
    allowedOrigins: [],
    locker: createLocker(lock),
    namingFunction: (request) => store.keyOf(created.get(request.runtime!.node!.req as IncomingMessage)!),
    generateUrl: (_request, { id }) => `${UPLOADS_URL}/${id.slice(id.lastIndexOf('/') + 1)}`,
    getFileIdFromRequest: (request) => store.keyOf(keyOfUrl(request.url)),
    onUploadFinish: async (_request, { id }) => {
      await uploads.complete(id.slice(id.lastIndexOf('/') + 1))
      return {}
    },
    onResponseError: (_request, error) => (outageOf(error) ? { status_code: 503, body: '' } : undefined),
  })
  return { serve }

  async function serve(request: FastifyRequest, reply: FastifyReply, uploadId: string): Promise<void> {
    created.set(request.raw, uploadId)
    reply.hijack()
    for (const [name, value] of Object.entries({ ...reply.getHeaders(), 'cache-control': 'no-store' }))
      if (value !== undefined) reply.raw.setHeader(name, value)
    // The client has gone.
    await tus.handle(request.raw, reply.raw).catch(() => request.raw.destroy())
  }
}

const LOCK_WAIT_MS = 70_000
const LOCK_TRY_MS = 200

/** One request of an upload at a time: of this process the earlier one is ended, since its connection may be broken. */
export function createLocker(lock: Uploads['lock']) {
  const held = new Map<string, { endEarlier: RequestRelease; ended: Promise<void> }>()
  return { newLock: (id: string): Lock => createLock(id) }

  function createLock(id: string): Lock {
    let release: (() => void) | undefined
    return {
      async lock(signal, endEarlier) {
        const limit = AbortSignal.any([signal, AbortSignal.timeout(LOCK_WAIT_MS)])
        for (let earlier = held.get(id); earlier; earlier = held.get(id)) {
          await earlier.endEarlier()
          await untilAborted(earlier.ended, limit)
        }
        const { promise: ended, resolve } = Promise.withResolvers<void>()
        held.set(id, { endEarlier, ended })
        const free = () => {
          held.delete(id)
          resolve()
        }
        try {
          const freeElsewhere = await lockElsewhere(lock, id, limit)
          release = () => {
            freeElsewhere()
            free()
          }
        } catch (error) {
          free()
          throw error
        }
      },
      unlock: async () => release?.(),
    }
  }
}

const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      const abort = () => reject(ERRORS.ERR_LOCK_TIMEOUT)
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    }),
  ])

/** Of all processes. @returns what frees it */
async function lockElsewhere(lock: Uploads['lock'], id: string, signal: AbortSignal): Promise<() => void> {
  for (;;) {
    const { promise: freed, resolve: free } = Promise.withResolvers<void>()
    const { promise: taken, resolve, reject } = Promise.withResolvers<boolean>()
    lock(`upload:${id}`, () => {
      resolve(true)
      return freed
    }).then(() => resolve(false), reject)
    try {
      if (await untilAborted(taken, signal)) return free
    } catch (error) {
      // It may be had later.
      free()
      taken.catch(() => undefined)
      throw error
    }
    await untilAborted(setTimeout(LOCK_TRY_MS), signal)
  }
}
