import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { IMAGE_TYPES, uploadedFile } from '#contract/uploads.ts'
import { createTestHttp, type TestHttp } from '../../../../test/support/http.ts'
import { PNG } from '../../../../test/support/uploads.ts'
import { UPLOADS_MAX } from './upload-slots.ts'

const MAX = 1_000
const rule = { maxBytes: MAX, types: IMAGE_TYPES }

const review = endpoint({
  wire: 'v2',
  path: '/test/review',
  viewer: 'anyone',
  changes: true,
  summary: 'Takes a text and an image.',
  uploads: { image: rule, small: { ...rule, maxBytes: 10 } },
  input: z.object({ text: z.string(), image: z.optional(uploadedFile), small: z.optional(uploadedFile) }),
  output: z.object({ text: z.string(), bytes: z.number(), contentType: z.string() }),
})
const plain = endpoint({
  wire: 'v2',
  path: '/test/plain',
  viewer: 'anyone',
  changes: true,
  summary: 'Takes no file.',
  input: z.object({}),
  output: z.object({}),
})
const faulty = endpoint({
  ...review,
  path: '/test/faulty',
  uploads: {
    image: {
      ...rule,
      get types(): readonly string[] {
        throw new TypeError('a fault of ours')
      },
    },
  },
})
const members = endpoint({ ...review, path: '/test/members', viewer: 'member' })

let folder: string
let http: TestHttp
let listening: Promise<string> | undefined
let received: { path: string; content: Buffer; mode: number }[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harbour-uploads-'))
  received = []
  listening = undefined
  http = await createTestHttp(
    (on) => {
      on(review, async (_viewer, { text, image }) => {
        if (image) {
          const { mode } = await stat(image.path)
          received.push({ path: image.path, content: await readFile(image.path), mode: mode & 0o777 })
        }
        if (text === 'fail') throw new Error('the handler failed')
        return { text, bytes: image?.bytes ?? 0, contentType: image?.contentType ?? '' }
      })
      on(plain, () => ({}))
      on(faulty, () => ({ text: '', bytes: 0, contentType: '' }))
      on(members, () => ({ text: '', bytes: 0, contentType: '' }))
    },
    { config: { DATA_DIR: folder } },
  )
})
afterEach(async () => {
  await http.app.close()
  await rm(folder, { recursive: true })
})

type Part = { name: string; value: string | Buffer; fileName?: string; type?: string }

function send(parts: Part[], path = '/test/review', remoteAddress = '127.0.0.1') {
  const boundary = 'xxBOUNDARYxx'
  const chunks = parts.flatMap(({ name, value, fileName, type }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n` +
        `${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ])
  return http.app.inject({
    method: 'POST',
    url: `/api_v2${path}`,
    remoteAddress,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  })
}

const leftovers = (): Promise<string[]> => readdir(join(folder, 'tmp', 'uploads')).catch(() => [])
const image = (value: Buffer = PNG, change: Partial<Part> = {}): Part => ({
  name: 'image',
  value,
  fileName: 'a.png',
  type: 'image/png',
  ...change,
})
const text: Part = { name: 'text', value: '好看' }

test('a file is passed as a private temporary file and deleted afterwards', async () => {
  const response = await send([text, image()])
  expect(response.json()).toMatchObject({
    result: 'SUCCESS',
    text: '好看',
    bytes: PNG.length,
    contentType: 'image/png',
  })
  expect(received).toMatchObject([{ content: PNG, mode: 0o600 }])
  expect(received[0]!.path.startsWith(folder)).toBe(true)
  expect(await leftovers()).toEqual([])
})

test('the file is deleted also if the handler fails', async () => {
  expect((await send([{ ...text, value: 'fail' }, image()])).statusCode).toBe(500)
  expect(received).toHaveLength(1)
  expect(await leftovers()).toEqual([])
})

test('an optional file may be absent', async () => {
  expect((await send([text])).json()).toMatchObject({ result: 'SUCCESS', bytes: 0 })
})

test('the type is detected from the content, not from the client’s claim; refused in the language of the address', async () => {
  const mislabelled = await send([image(Buffer.from('<script>alert(1)</script>')), text], '/test/review?language=en_US')
  const said = expect.stringMatching(/^[\x20-\x7E’]+$/)
  expect(mislabelled.json()).toMatchObject({ errorCode: 'INVALID_INPUT', message: said, fields: { image: said } })
  const detected = await send([text, image(PNG, { fileName: 'a.txt', type: 'text/plain' })])
  expect(detected.json()).toMatchObject({ result: 'SUCCESS', contentType: 'image/png' })
  expect(await leftovers()).toEqual([])
})

const english: Part = { name: 'language', value: 'en_US' }
const script = image(Buffer.from('<script>alert(1)</script>'))
test.each([
  ['of another type, the language before it', [english, script, text]],
  ['of another type, the language behind it', [script, text, english]],
  ['that is too large, the language before it', [english, image(Buffer.alloc(MAX + 1)), text]],
])('a file %s, is refused in the language of the form', async (_, parts) => {
  const { result, message } = (await send(parts)).json()
  expect([result, message]).toEqual(['FAILED', expect.stringMatching(/^[\x20-\x7E’]+$/)])
  expect(await leftovers()).toEqual([])
})

test('every file of another type is named', async () => {
  const { fields } = (await send([script, { ...script, name: 'small', value: 'no' }, text])).json()
  expect(Object.keys(fields)).toEqual(['image', 'small'])
})

test.each([
  ['at the limit', MAX, 200],
  ['a byte above the limit', MAX + 1, 413],
  ['far above the limit', MAX * 100, 413],
])('a file %s gets the expected status (%#)', async (_, bytes, status) => {
  const value = Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length)])
  expect((await send([text, image(value)])).statusCode).toBe(status)
  expect(await leftovers()).toEqual([])
})

test('each field has its own limit', async () => {
  expect((await send([text, image(PNG, { name: 'small' })])).statusCode).toBe(413)
})

test.each([
  ['an unknown file field', [text, image(PNG, { name: 'other' })]],
  ['a field of Object.prototype', [text, image(PNG, { name: 'constructor' })]],
  ['the same file twice', [text, image(), image()]],
])('%s is refused', async (_, parts) => {
  expect((await send(parts)).json().result).toBe('FAILED')
  expect(await leftovers()).toEqual([])
})

test('refuses too many fields', async () => {
  const parts = Array.from({ length: 60 }, (_, index) => ({ name: `f${index}`, value: 'x' }))
  expect((await send([...parts, text])).statusCode).toBe(413)
})

test('refuses a text field above its limit instead of truncating it', async () => {
  expect((await send([{ ...text, value: 'x'.repeat(64 * 1024 + 1) }])).statusCode).toBe(413)
})

test('refuses a text field or a JSON path in place of a file', async () => {
  expect((await send([text, { name: 'image', value: '/etc/passwd' }])).json().errorCode).toBe('INVALID_INPUT')
  const payload = { text: 'x', image: { path: '/etc/passwd', bytes: 1, contentType: 'image/png' } }
  const response = await http.app.inject({ method: 'POST', url: '/api_v2/test/review', payload })
  expect(response.json().errorCode).toBe('INVALID_INPUT')
})

test('a call without files refuses multipart', async () => {
  expect((await send([text], '/test/plain')).statusCode).toBe(415)
})

test('stores nothing for an unauthenticated request to a member call', async () => {
  expect((await send([text, image()], '/test/members')).json().errorCode).toBe('LOGIN_REQUIRED')
  expect(await leftovers()).toEqual([])
})

test('refuses a truncated body and leaves no file', async () => {
  const response = await http.app.inject({
    method: 'POST',
    url: '/api_v2/test/review',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nabc',
  })
  expect(response.json().errorCode).toBe('INVALID_INPUT')
  expect(await leftovers()).toEqual([])
})

test('a fault of our own while a body is received is logged and INTERNAL, not the caller’s mistake', async () => {
  expect((await send([text, image()], '/test/faulty')).json().errorCode).toBe('INTERNAL')
  expect(JSON.stringify(http.logged)).toContain('a fault of ours')
  expect(await leftovers()).toEqual([])
})

test('keeps the files of other processes that share the folder', async () => {
  const uploads = join(folder, 'tmp', 'uploads')
  await mkdir(uploads, { recursive: true })
  const names = [`${hostname()}.${process.ppid}.a.1`, 'elsewhere.1.a.1']
  for (const name of names) await writeFile(join(uploads, name), 'x')
  const socket = await startUpload(MAX)
  socket.write(PNG)
  await vi.waitFor(async () => expect(await leftovers()).toHaveLength(3))
  const again = await createTestHttp(() => {}, { config: { DATA_DIR: folder } })
  await again.app.close()
  expect(await leftovers()).toHaveLength(3)
  socket.destroy()
  await vi.waitFor(async () => expect((await leftovers()).toSorted()).toEqual(names.toSorted()))
})

test('stores nothing for a token that is not valid', async () => {
  const socket = await startUpload(MAX, { path: '/test/members', head: 'authorization: Bearer made-up\r\n' })
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  // Refused before the body has arrived.
  await vi.waitFor(() => expect(answer).toContain('0x800A1000'))
  expect(await leftovers()).toEqual([])
  socket.destroy()
})

test('visitors of an address have three uploads at a time, those of others are not refused', async () => {
  const sockets = await Promise.all(Array.from({ length: UPLOADS_MAX.ofOne }, () => startUpload(MAX)))
  for (const socket of sockets) socket.write(PNG)
  await vi.waitFor(async () => expect(await leftovers()).toHaveLength(UPLOADS_MAX.ofOne))
  expect((await send([text, image()])).json()).toMatchObject({ errorCode: 'TOO_MANY_TRIES' })
  expect((await send([text, image()], '/test/review', '192.0.2.9')).json()).toMatchObject({ result: 'SUCCESS' })
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect(await leftovers()).toEqual([]))
  expect((await send([text, image()])).json()).toMatchObject({ result: 'SUCCESS' })
})

const PART = '--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n'

/** Starts an upload of `length` bytes over a connection of its own. */
async function startUpload(length: number, { path = '/test/review', head = '' } = {}) {
  if (!http.app.server.listening) await (listening ??= http.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect((http.app.server.address() as AddressInfo).port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST /api_v2${path} HTTP/1.1\r\nhost: harbour.test\r\n${head}content-type: multipart/form-data; boundary=b\r\n` +
      `content-length: ${PART.length + length}\r\n\r\n${PART}`,
  )
  return socket
}

test('receives a refused body to its end, so that the connection stays usable', async () => {
  const bytes = Buffer.alloc(20_000_000)
  const socket = await startUpload(bytes.length)
  try {
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk)))
    await new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())))
    await vi.waitFor(() => expect(received).toContain('HTTP/1.1 413'))
    socket.write('GET /api_v2/test/none HTTP/1.1\r\nhost: harbour.test\r\n\r\n')
    await vi.waitFor(() => expect(received).toContain('HTTP/1.1 404'))
  } finally {
    socket.destroy()
  }
  expect(await leftovers()).toEqual([])
})

test('deletes the file of a client that disconnects during the upload, which is no fault of ours', async () => {
  const socket = await startUpload(MAX)
  socket.write(PNG)
  await vi.waitFor(async () => expect(await leftovers()).toHaveLength(1))
  socket.destroy()
  await vi.waitFor(async () => expect(await leftovers()).toEqual([]))
  await send([text])
  expect(http.logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
})
