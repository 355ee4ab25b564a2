import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UploadStore } from '#server/domains/media/index.ts'
import { openS3Store } from '../../../../test/support/s3.ts'
import { StoreDown } from '#server/kit/store-down.ts'
import { openUploadStore } from './upload-store.ts'

let folder: string
let s3: Awaited<ReturnType<typeof openS3Store>>
let listing: Server
let store: UploadStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-upload-store-'))
  s3 = await openS3Store(folder, 'below/')
  listing = listParts(s3.settings.endpoint)
  await once(listing.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${(listing.address() as AddressInfo).port}`
  const settings = { address: 's3://media/below', folder: '', region: 'us-east-1', ...s3.settings, endpoint }
  store = await openUploadStore(settings, { store: s3.store, find: async () => undefined })
})
afterAll(async () => {
  listing.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

/** The server of the tests has multipart uploads, but cannot list their parts. */
function listParts(target: string): Server {
  const uploads = new Map<string, Map<number, { size: number; etag: string }>>()
  return createServer(async (incoming, response) => {
    const { searchParams } = new URL(incoming.url!, target)
    const id = searchParams.get('uploadId')
    if (incoming.method === 'GET' && id !== null) {
      const parts = uploads.get(id)
      const code = parts ? 200 : 404
      const listed = [...(parts ?? [])].map(
        ([number, { size, etag }]) =>
          `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag><Size>${size}</Size></Part>`,
      )
      response.writeHead(code, { 'content-type': 'application/xml' })
      return response.end(
        parts
          ? `<ListPartsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListPartsResult>`
          : '<Error><Code>NoSuchUpload</Code></Error>',
      )
    }
    const body = await buffer(incoming)
    const answer = await forward(target, incoming, body)
    const content = await buffer(answer)
    const number = Number(searchParams.get('partNumber'))
    if (incoming.method === 'POST' && searchParams.has('uploads'))
      uploads.set(/<UploadId>(.*?)</.exec(String(content))![1]!, new Map())
    if (incoming.method === 'PUT' && id !== null)
      uploads.get(id)!.set(number, { size: body.length, etag: answer.headers.etag! })
    if (id !== null && (incoming.method === 'DELETE' || incoming.method === 'POST')) uploads.delete(id)
    response.writeHead(answer.statusCode!, answer.headers).end(content)
  })
}

async function forward(
  target: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage> {
  const outgoing = request(new URL(url!, target), { method: method!, headers })
  outgoing.end(body)
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return answer
}

const create = (uploadId: string, size: number) =>
  store.parts.create(new Upload({ id: store.keyOf(uploadId), size, offset: 0 }))
const write = (uploadId: string, bytes: Buffer, offset: number) =>
  store.parts.write(Readable.from([bytes]), store.keyOf(uploadId), offset)
const offsetOf = async (uploadId: string) => (await store.parts.getUpload(store.keyOf(uploadId))).offset

test('with S3, parts that were cut anywhere become one object of the media store', async () => {
  const bytes = Buffer.alloc(20_000_000, 'abcdefg')
  await create('whole', bytes.length)
  let offset = 0
  for (const end of [8_388_608, 9_000_000, 9_000_100, 20_000_000]) {
    offset = await write('whole', bytes.subarray(offset, end), offset)
    expect(offset).toBe(end)
    if (end < bytes.length) expect(await offsetOf('whole')).toBe(end)
  }
  expect(await offsetOf('whole')).toBe(bytes.length)
  const { body } = (await s3.store.open(store.fileOf('whole')))!
  expect((await buffer(body)).equals(bytes)).toBe(true)
})

test('with S3, a part is given up soon where the store hangs, as an outage', async () => {
  const asked: string[] = []
  const hanging = createServer((incoming) => void asked.push(`${incoming.method} ${incoming.url}`))
  await once(hanging.listen(0, '127.0.0.1'), 'listening')
  const endpoint = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`
  const settings = { address: 's3://media/below', folder: '', region: 'us-east-1', ...s3.settings, endpoint }
  const lost = await openUploadStore(settings, { store: s3.store, find: async () => undefined, idleMs: 100 })
  const key = lost.keyOf('one')
  await expect(lost.parts.getUpload(key)).rejects.toBeInstanceOf(StoreDown)
  await expect(lost.parts.write(Readable.from([Buffer.alloc(10)]), key, 0)).rejects.toBeInstanceOf(StoreDown)
  await expect(lost.parts.create(new Upload({ id: key, size: 10, offset: 0 }))).rejects.toBeInstanceOf(StoreDown)
  expect(asked.length).toBeLessThanOrEqual(6)
  hanging.closeAllConnections()
  hanging.close()
})

test('with S3, what is removed leaves nothing, complete or not', async () => {
  await create('half', 10_000_000)
  await write('half', Buffer.alloc(100), 0)
  expect(await store.list()).toContain('half')
  for (const uploadId of await store.list()) await store.remove(uploadId)
  expect(await Array.fromAsync(s3.store.list(''))).toEqual([])
  await expect(offsetOf('half')).rejects.toMatchObject({ status_code: 404 })
})
