import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fileTypeFromFile } from 'file-type'
import { AppError } from '#contract/errors.ts'
import { UploadedFile, type UploadRule } from '#contract/uploads.ts'
import { BODY_BYTES_MAX } from './bodies.ts'
import { deleteAbandoned, temporaryName } from './temporary-files.ts'
import type { Uploader, UploadSlots } from './upload-slots.ts'

const FIELDS_MAX = 50

export type UploadRules = Readonly<Record<string, UploadRule>>

export interface Upload {
  discard(): Promise<void>
}

/** Handlers get multipart bodies unread. Deletes files that killed processes left. */
export async function bindUploads(app: FastifyInstance, folder: string): Promise<void> {
  await deleteAbandoned(folder)
  await app.register(multipart, { throwFileSizeLimit: true })
}

interface UploadDeps {
  readonly rules: UploadRules
  readonly folder: string
  readonly slots: UploadSlots
  readonly uploader: Uploader
  readonly fields: Record<string, unknown>
}

/**
 * Streams files to temporary ones within each field's limit, and checks their types. A wrong type is refused after all parts, since the
 * language may come last; a file too large at once.
 * @throws AppError INVALID_INPUT for an unknown or repeated field and other content types; PAYLOAD_TOO_LARGE; as `UploadSlots.take`
 */
export async function receiveUpload(
  request: FastifyRequest,
  { rules, folder, slots, uploader, fields }: UploadDeps,
): Promise<Upload> {
  const paths: string[] = []
  const free = slots.take(
    uploader,
    Object.values(rules).reduce((sum, { maxBytes }) => sum + maxBytes, 0),
  )
  const discard = async () => {
    try {
      await Promise.all(paths.map((path) => rm(path, { force: true })))
    } finally {
      free()
    }
  }
  const refused: Record<string, 'FILE_TYPE'> = {}
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    // 'close' is not emitted again: the parser would wait without end.
    if (isAborted(request)) throw new AppError('INVALID_INPUT')
    for await (const part of request.parts({ limits: limitsOf(rules) })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw new AppError('PAYLOAD_TOO_LARGE')
        addField(fields, part.fieldname, part.value)
      } else fields[part.fieldname] = await receiveFile(part)
    }
    if (Object.keys(refused).length > 0) throw new AppError('INVALID_INPUT', { fields: refused })
    return { discard }
  } catch (error) {
    discardBody(request)
    await discard()
    throw refusalOf(error, request)
  }

  async function receiveFile(part: MultipartFile): Promise<UploadedFile> {
    const rule = Object.hasOwn(rules, part.fieldname) ? rules[part.fieldname] : undefined
    if (!rule || fields[part.fieldname] !== undefined) throw new AppError('INVALID_INPUT')
    const path = join(folder, temporaryName())
    paths.push(path)
    const bytes = await store(part.file, path, rule.maxBytes)
    const type = await fileTypeFromFile(path)
    const isAccepted = type !== undefined && rule.types.includes(type.mime)
    if (!isAccepted) refused[part.fieldname] = 'FILE_TYPE'
    return new UploadedFile({ path, bytes, contentType: type?.mime ?? '' })
  }
}

/**
 * @returns the bytes written
 * @throws PAYLOAD_TOO_LARGE as soon as there are more than `maxBytes`
 */
async function store(source: Readable, path: string, maxBytes: number): Promise<number> {
  let bytes = 0
  const limited = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE')
      yield chunk
    }
  }
  // Before the first byte: an upload refused at once could otherwise create it after its deletion.
  const file = await open(path, 'wx', 0o600)
  await pipeline(source, limited, file.createWriteStream())
  return bytes
}

/**
 * Node drops only bodies whose reading has not started. A client that sends all before it reads would wait, and the connection
 * could not be closed. The request timeout limits it.
 */
function discardBody({ raw }: FastifyRequest): void {
  raw.unpipe()
  raw.resume()
}

function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const existing = fields[name]
  fields[name] = existing === undefined ? value : [existing, value].flat()
}

const limitsOf = (rules: UploadRules) => ({
  // Each field's own limit is enforced by `store`, so nothing is truncated silently.
  fileSize: Math.max(...Object.values(rules).map(({ maxBytes }) => maxBytes)) + 1,
  files: Object.keys(rules).length,
  fields: FIELDS_MAX,
  fieldSize: BODY_BYTES_MAX,
})

const TOO_LARGE = new Set([
  'FST_REQ_FILE_TOO_LARGE',
  'FST_FILES_LIMIT',
  'FST_FIELDS_LIMIT',
  'FST_PARTS_LIMIT',
  'FST_ERR_CTP_BODY_TOO_LARGE',
])

const MALFORMED =
  /^(?:Unexpected end of multipart data|(?:Part|File|Field) terminated early|Multipart: Boundary not found)/

const DISCONNECTED = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'])

const isAborted = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete

function refusalOf(error: unknown, request: FastifyRequest): unknown {
  if (error instanceof AppError) return error
  const { code = '' } = error as { code?: string }
  if (isAborted(request) && DISCONNECTED.has(code)) return new AppError('INVALID_INPUT')
  if (TOO_LARGE.has(code)) return new AppError('PAYLOAD_TOO_LARGE')
  const isMalformed =
    code.startsWith('FST_') || (error instanceof Error && code === '' && MALFORMED.test(error.message))
  return isMalformed ? new AppError('INVALID_INPUT') : error
}
