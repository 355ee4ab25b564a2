import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { ByteRange, MediaBody, MediaStat, MediaStore } from '#server/domains/media/ports.ts'
import { checkKey, typeOf } from './keys.rules.ts'

export type S3Settings = {
  bucket: string
  /** Empty, or ends in a slash. */
  prefix: string
  region: string
  endpoint?: string | undefined
  credentials?: S3ClientConfig['credentials'] | undefined
}

const isMissing = (error: unknown) =>
  error instanceof S3ServiceException && (error.$metadata.httpStatusCode === 404 || error.name === 'NoSuchKey')

function connect({ region, endpoint, credentials }: Pick<S3Settings, 'region' | 'endpoint' | 'credentials'>): S3Client {
  return new S3Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Compatible stores do not all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** Media in an S3-compatible store. A put there is whole or not at all by itself. */
export function createS3Store({
  bucket,
  prefix,
  region,
  endpoint,
  credentials,
}: S3Settings): MediaStore & { close(): void } {
  const client = connect({ region, endpoint, credentials })
  const at = (key: string) => ({ Bucket: bucket, Key: prefix + checkKey(key) })
  return { put, open, stat, remove, list, localPath: () => null, close: () => client.destroy() }

  async function put(key: string, body: MediaBody, { contentType }: { contentType: string }): Promise<void> {
    const bytes = 'bytes' in body ? body.bytes : await readFile(body.file)
    await client.send(
      new PutObjectCommand({ ...at(key), Body: bytes, ContentLength: bytes.length, ContentType: contentType }),
    )
  }

  async function stat(key: string): Promise<MediaStat | null> {
    try {
      const head = await client.send(new HeadObjectCommand(at(key)))
      return { size: head.ContentLength ?? 0, contentType: typeOf(key), etag: head.ETag ?? '' }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function open(key: string, range?: ByteRange) {
    try {
      const Range = range && `bytes=${range.start}-${range.end}`
      const got = await client.send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }))
      const whole = Number(got.ContentRange?.split('/')[1] ?? got.ContentLength ?? 0)
      const found = { size: whole, contentType: typeOf(key), etag: got.ETag ?? '' }
      return { stat: found, body: got.Body as Readable }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async function* pages(from: string): AsyncIterable<string[]> {
    let token: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix + (from && checkKey(from)),
          ContinuationToken: token,
        }),
      )
      const keys = (page.Contents ?? []).flatMap(({ Key }) => Key ?? []).map((key) => key.slice(prefix.length))
      yield from === '' || from.endsWith('/') ? keys : keys.filter((key) => key === from)
      token = page.NextContinuationToken
    } while (token)
  }

  async function* list(from: string): AsyncIterable<string> {
    for await (const keys of pages(from)) yield* keys
  }

  async function remove(from: string): Promise<void> {
    if (!from.endsWith('/')) {
      await client.send(new DeleteObjectCommand(at(from)))
      return
    }
    const all: string[] = []
    for await (const keys of pages(from)) all.push(...keys)
    for (let first = 0; first < all.length; first += REMOVED_AT_ONCE) {
      const Objects = all.slice(first, first + REMOVED_AT_ONCE).map((key) => ({ Key: prefix + key }))
      const gone = await client.send(new DeleteObjectsCommand({ Bucket: bucket, Delete: { Objects, Quiet: true } }))
      if (gone.Errors?.length) throw new Error(`${gone.Errors.length} objects stay: ${gone.Errors[0]?.Message}`)
    }
  }
}

/** As many as one call takes. */
const REMOVED_AT_ONCE = 1000
