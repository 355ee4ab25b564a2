import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { IMAGE_TYPES, uploadedFile } from '#contract/uploads.ts'
import { createTestHttp, type TestHttp } from '../../../../test/support/http.ts'
import { REQUEST_RATE } from '../request-rate.ts'
import { PNG } from '../../../../test/support/uploads.ts'
import { memberViewer } from '../../../../test/support/viewers.ts'
import { UPLOADS_MAX } from './upload-slots.ts'

/** An account may spend twice the burst. */
const CALLS_OF_ACCOUNT = 4
const image = endpoint({
  wire: 'v2',
  path: '/test/image',
  viewer: 'anyone',
  changes: true,
  cost: (REQUEST_RATE.burst * 2) / CALLS_OF_ACCOUNT,
  summary: 'Takes an image.',
  uploads: { image: { maxBytes: 1_000, types: IMAGE_TYPES } },
  input: z.object({ image: uploadedFile }),
  output: z.object({ accountId: z.string() }),
})

/** The account of a token is its name. */
const memberOf = (accountId: string) => memberViewer({ accountId, sessionId: accountId })

let folder: string
let http: TestHttp
const [handled, resolved] = [vi.fn<() => Promise<void>>(), vi.fn<() => Promise<void>>()]
beforeEach(async () => {
  resolved.mockReset().mockResolvedValue()
  handled.mockReset().mockResolvedValue()
  folder = await mkdtemp(join(tmpdir(), 'harbour-member-uploads-'))
  http = await createTestHttp(
    (on) =>
      on(image, async (viewer) => {
        await handled()
        return { accountId: viewer.kind === 'member' ? viewer.accountId : '' }
      }),
    {
      config: { DATA_DIR: folder },
      resolveViewer: async (token) => {
        await resolved()
        return memberOf(token)
      },
    },
  )
})
afterEach(async () => {
  await http.app.close()
  await rm(folder, { recursive: true })
})

function send({ token, field }: { token?: string; field?: string } = {}) {
  const text = field === undefined ? '' : `--b\r\ncontent-disposition: form-data; name="token"\r\n\r\n${field}\r\n`
  const file = `--b\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n`
  return http.app.inject({
    method: 'POST',
    url: '/api_v2/test/image',
    headers: {
      'content-type': 'multipart/form-data; boundary=b',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    payload: Buffer.concat([Buffer.from(text + file), PNG, Buffer.from('\r\n--b--\r\n')]),
  })
}

test('a call with a file is counted once for its account', async () => {
  for (let n = 0; n < CALLS_OF_ACCOUNT; n++)
    expect((await send({ token: 'a' })).json()).toMatchObject({ result: 'SUCCESS', accountId: 'a' })
  expect((await send({ token: 'a' })).statusCode).toBe(429)
  expect((await send({ token: 'b' })).statusCode).toBe(200)
})

test('a token among the fields is counted for its account too', async () => {
  for (let n = 0; n < CALLS_OF_ACCOUNT; n++)
    expect((await send({ field: 'a' })).json()).toMatchObject({ result: 'SUCCESS', accountId: 'a' })
  expect((await send({ field: 'a' })).statusCode).toBe(429)
})

test('uploads that visitors leave under way do not take those of members of their address', async () => {
  const released = Promise.withResolvers<void>()
  handled.mockReturnValue(released.promise)
  const slow = Array.from({ length: UPLOADS_MAX.ofOne }, () => send())
  await vi.waitFor(() => expect(handled).toHaveBeenCalledTimes(UPLOADS_MAX.ofOne))
  handled.mockResolvedValue()
  expect((await send()).json()).toMatchObject({ errorCode: 'TOO_MANY_TRIES' })
  expect((await send({ token: 'a' })).json()).toMatchObject({ result: 'SUCCESS' })
  released.resolve()
  await Promise.all(slow)
  expect((await send()).json()).toMatchObject({ result: 'SUCCESS' })
})

test('uploads that their clients abort before they are received hold no slot', async () => {
  const released = Promise.withResolvers<void>()
  resolved.mockReturnValue(released.promise)
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  const closed = vi.fn<() => void>()
  http.app.server.on('connection', (socket: Socket) => socket.on('close', closed))
  const { port } = http.app.server.address() as AddressInfo
  const clients = Array.from({ length: UPLOADS_MAX.ofOne }, () => connect(port, '127.0.0.1'))
  const head =
    'host: x\r\nauthorization: Bearer a\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 999'
  for (const client of clients) client.write(`POST /api_v2/test/image HTTP/1.1\r\n${head}\r\n\r\n--b\r\n`)
  await vi.waitFor(() => expect(resolved).toHaveBeenCalledTimes(clients.length))
  for (const client of clients) client.resetAndDestroy()
  await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(clients.length))
  released.resolve()
  await vi.waitFor(async () => {
    // Not the limit of calls.
    http.clock.advance('PT1M')
    expect((await send({ token: 'a' })).json()).toMatchObject({ result: 'SUCCESS' })
  })
})
