import { open as openFile, type FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { ByteRange, MediaBody, MediaStat, MediaStore } from '#server/domains/media/ports.ts'
import { StoreDown } from '#server/kit/store-down.ts'
import { checkKey, typeOf } from './keys.rules.ts'

export type S3Settings = {
  bucket: string
  /** Empty, or ends in a slash. */
  prefix: string
  region: string
  endpoint?: string | undefined
  credentials?: S3ClientConfig['credentials'] | undefined
  firstByteMs?: number
  idleMs?: number
  /** Objects of one part are written within the deadline of reads. */
  promptWrites?: boolean | undefined
}

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode === 404 || error.name === 'NoSuchKey')

const isBeyondEnd = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416

/**
 * A request for a segment, repeated once, is answered within 12 s. Copies, and uploads that are put together, are silent for longer
 * while the service works.
 */
const CONNECT_MS = 1_000
const FIRST_BYTE_MS = 5_000
const IDLE_MS = 10_000
const WORK_MS = 120_000

const readLimits = ({ firstByteMs = FIRST_BYTE_MS, idleMs = IDLE_MS }: S3Settings): S3ClientConfig => ({
  maxAttempts: 2,
  requestHandler: {
    connectionTimeout: CONNECT_MS,
    requestTimeout: firstByteMs,
    throwOnRequestTimeout: true,
    socketTimeout: idleMs,
  },
})

export const s3ClientConfig = ({
  region,
  endpoint,
  credentials,
}: Pick<S3Settings, 'region' | 'endpoint' | 'credentials'>): S3ClientConfig => ({
  requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: WORK_MS },
  region,
  ...(endpoint && { endpoint, forcePathStyle: true }),
  ...(credentials && { credentials }),
  // Not every compatible store supports the newer checksums.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
})

/**
 * Of parts of an upload, which a request waits for: a store that hangs is given up within 12 s. Only the last request of a multipart
 * upload, which puts it together, may be silent for longer.
 */
export function partClientConfig(
  settings: Parameters<typeof s3ClientConfig>[0],
  idleMs: number = FIRST_BYTE_MS,
): S3ClientConfig {
  const handlerOf = (socketTimeout: number) =>
    new S3Client({ region: settings.region, requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout } }).config
      .requestHandler
  const [prompt, patient] = [handlerOf(idleMs), handlerOf(WORK_MS)]
  const handle = prompt.handle.bind(prompt)
  prompt.handle = (request, options) =>
    request.method === 'POST' && 'uploadId' in request.query
      ? patient.handle(request, options)
      : handle(request, options)
  return { ...s3ClientConfig(settings), maxAttempts: 2, requestHandler: prompt }
}

/** Its writes are atomic. */
export function createS3Store(settings: S3Settings): MediaStore & { close(): void } {
  const { bucket, prefix } = settings
  const common = s3ClientConfig(settings)
  const [client, reading] = [new S3Client(common), new S3Client({ ...common, ...readLimits(settings) })]
  for (const one of [client, reading]) nameLoss(one)
  const closeClients = () => [client, reading].forEach((one) => one.destroy())
  const writers = { whole: settings.promptWrites ? reading : client, parts: client }
  const objectOf = (key: string) => ({ Bucket: bucket, Key: prefix + checkKey(key) })
  const put: MediaStore['put'] = async (key, body, { contentType }) =>
    putObject(writers, { ...objectOf(key), ContentType: contentType }, body)
  return { put, copy, open, stat, remove, list, localPath: () => null, close: closeClients }

  async function copy(from: string, to: string): Promise<void> {
    const source = `${bucket}/${objectOf(from).Key}`.split('/').map(encodeURIComponent).join('/')
    await client.send(new CopyObjectCommand({ ...objectOf(to), CopySource: source }))
  }

  async function stat(key: string): Promise<MediaStat | null> {
    try {
      const head = await reading.send(new HeadObjectCommand(objectOf(key)))
      return { size: head.ContentLength ?? 0, contentType: typeOf(key), etag: head.ETag ?? '' }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function open(key: string, range?: ByteRange) {
    try {
      const Range = range && `bytes=${range.start}-${range.end}`
      const response = await reading.send(new GetObjectCommand({ ...objectOf(key), ...(Range && { Range }) }))
      const whole = Number(response.ContentRange?.split('/')[1] ?? response.ContentLength ?? 0)
      const found = { size: whole, contentType: typeOf(key), etag: response.ETag ?? '' }
      return { stat: found, body: response.Body as Readable }
    } catch (error) {
      if (isMissing(error) || (range && isBeyondEnd(error))) return null
      throw error
    }
  }

  async function* pages(keyPrefix: string): AsyncIterable<string[]> {
    let token: string | undefined
    do {
      const page = await reading.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix + (keyPrefix && checkKey(keyPrefix)),
          ContinuationToken: token,
        }),
      )
      const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? []).map((key) => key.slice(prefix.length))
      yield keyPrefix === '' || keyPrefix.endsWith('/') ? keys : keys.filter((key) => key === keyPrefix)
      token = page.NextContinuationToken
    } while (token)
  }

  async function* list(keyPrefix: string): AsyncIterable<string> {
    for await (const keys of pages(keyPrefix)) yield* keys
  }

  async function remove(keyPrefix: string): Promise<void> {
    if (!keyPrefix.endsWith('/')) {
      await client.send(new DeleteObjectCommand(objectOf(keyPrefix)))
      return
    }
    const all: string[] = []
    for await (const keys of pages(keyPrefix)) all.push(...keys)
    for (let first = 0; first < all.length; first += DELETE_MAX_KEYS) {
      const Objects = all.slice(first, first + DELETE_MAX_KEYS).map((key) => ({ Key: prefix + key }))
      const result = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }))
      if (result.Errors?.length) throw new Error(`${result.Errors.length} objects stay: ${result.Errors[0]?.Message}`)
    }
  }
}

/** Of a call that the client has given up repeating. */
function nameLoss(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (call) =>
      next(call).catch((error: unknown) => {
        throw isLoss(error) ? new StoreDown(error) : error
      }),
    { step: 'initialize', priority: 'high' },
  )
}

/** Of the network, a timeout, or a fault of the service. */
export const isLoss = (error: unknown): boolean =>
  error instanceof S3ServiceException
    ? (error.$metadata.httpStatusCode ?? 500) >= 500
    : error instanceof Error && (error.name === 'TimeoutError' || 'syscall' in error || 'errno' in error)

type NewObject = { Bucket: string; Key: string; ContentType: string }

interface Writers {
  readonly whole: S3Client
  readonly parts: S3Client
}

async function putObject({ whole, parts }: Writers, object: NewObject, body: MediaBody): Promise<void> {
  const putWhole = async (bytes: Uint8Array) =>
    void (await whole.send(new PutObjectCommand({ ...object, Body: bytes, ContentLength: bytes.length })))
  if ('bytes' in body) return putWhole(body.bytes)
  const file = await openFile(body.file)
  try {
    const { size } = await file.stat()
    if (size <= PART_BYTES) await putWhole(await file.readFile())
    else await putParts(parts, object, { file, size })
  } finally {
    await file.close()
  }
}

/** One part in memory at a time. */
async function putParts(
  client: S3Client,
  { ContentType, ...object }: NewObject,
  { file, size }: { file: FileHandle; size: number },
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...object, ContentType }))
  try {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = []
    const partBytes = Math.max(PART_BYTES, Math.ceil(size / PARTS_MAX))
    for (let start = 0; start < size; start += partBytes) {
      const Body = Buffer.alloc(Math.min(partBytes, size - start))
      const { bytesRead } = await file.read(Body, 0, Body.length, start)
      if (bytesRead < Body.length) throw new Error(`${object.Key}: the file became shorter while it was stored`)
      const PartNumber = Parts.length + 1
      const { ETag } = await client.send(new UploadPartCommand({ ...object, UploadId, PartNumber, Body }))
      Parts.push({ PartNumber, ETag })
    }
    await client.send(new CompleteMultipartUploadCommand({ ...object, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...object, UploadId })).catch(() => undefined)
    throw error
  }
}

/** Of the service: at least 5 MiB but for the last, at most 10 000 of an object. */
const PART_BYTES = 16 * 1024 * 1024
const PARTS_MAX = 10_000

/** Of one delete call. */
const DELETE_MAX_KEYS = 1000
