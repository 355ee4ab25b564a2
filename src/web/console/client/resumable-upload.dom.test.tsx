import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UPLOAD_REFUSAL } from '#contract/admin/uploads.ts'
import { fakeTus, type TusAnswer, type TusRequest } from '../../../../test/support/tus-client.ts'
import { consoleShell as text } from '#text/zh_HK/console-shell.ts'
import { loadShellText } from '../shell/shell-text.ts'
import { sendFile } from './send-file.ts'
import { type Me, session } from './session.ts'

const FILE = new File(['a'.repeat(10)], 'harbour lights.mp4')
const URL_OF = '/api_admin/uploads/u1'
const refusal = (errorCode: string, message: string) => ({
  [UPLOAD_REFUSAL]: encodeURIComponent(JSON.stringify({ errorCode, message })),
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** An upload of which the server has six of ten bytes; `heads`: what it says when it is asked for it. */
function aServer(heads: readonly TusAnswer[]) {
  const left = [...heads]
  return fakeTus(({ method, url, headers }: TusRequest) => {
    if (method === 'HEAD')
      return left.shift() ?? { status: 200, headers: { 'upload-offset': '6', 'upload-length': '10' } }
    if (method === 'POST') return { status: 201, headers: { location: '/api_admin/uploads/u2' } }
    return { status: 204, headers: { 'upload-offset': url === URL_OF || headers['upload-offset'] === '0' ? '10' : '' } }
  })
}

async function resumed(heads: readonly TusAnswer[]) {
  const tus = aServer(heads)
  const upload = { size: 10, metadata: {}, creationTime: '', urlStorageKey: 'harbour lights.mp4 10' }
  tus.stored.set(upload.urlStorageKey, { ...upload, uploadUrl: URL_OF, parallelUploadUrls: null })
  const ended = vi.fn<(how: string) => void>()
  const sending = sendFile(
    FILE,
    { role: 'film', programId: undefined },
    {
      onProgress: () => undefined,
      onComplete: (id) => ended(`complete ${id}`),
      onStopped: (why = 'offline') => ended(why),
    },
  )
  await vi.advanceTimersByTimeAsync(2_000)
  await sending.stop()
  return { ...tus, ended }
}

test.each([
  ['a proxy whose server restarts', { status: 502 }],
  ['a server that is not ready', { status: 503, headers: refusal('UNAVAILABLE', 'later') }],
  ['a console that is not open to the address', { status: 404 }],
  ['a firewall', { status: 403 }],
  ['a limit of requests', { status: 429, headers: refusal('TOO_MANY_TRIES', 'slowly') }],
  ['an upload that another request holds', { status: 423 }],
] as const)('goes on where it stopped after %s', async (_, head) => {
  const { methods, sent, stored, ended } = await resumed([head])
  expect(methods()).toEqual(['HEAD', 'HEAD', 'PATCH'])
  expect(sent.at(-1)).toMatchObject({ url: URL_OF, headers: { 'upload-offset': '6' } })
  expect([...stored.values()]).toMatchObject([{ uploadUrl: URL_OF }])
  expect(ended.mock.calls).toEqual([['complete u1']])
})

test('begins again only when the server says that it does not know the upload', async () => {
  const { methods, stored, ended } = await resumed([{ status: 404, headers: refusal('NOT_FOUND', 'unknown upload') }])
  expect(methods()).toEqual(['HEAD', 'POST', 'PATCH'])
  expect([...stored.values()]).toMatchObject([{ uploadUrl: '/api_admin/uploads/u2' }])
  expect(ended.mock.calls).toEqual([['complete u2']])
})

test('stops with the words of the server when it is refused, and keeps where it was', async () => {
  const { methods, stored, ended } = await resumed([{ status: 403, headers: refusal('NOT_ALLOWED', '沒有權限') }])
  expect(methods()).toEqual(['HEAD'])
  expect([...stored.values()]).toMatchObject([{ uploadUrl: URL_OF }])
  expect(ended.mock.calls).toEqual([['沒有權限']])
})

test('the same answer of a proxy, three times, is told instead of a lost connection', async () => {
  await loadShellText('zh_HK')
  fakeTus(({ method }: TusRequest) =>
    method === 'POST' ? { status: 201, headers: { location: '/api_admin/uploads/u2' } } : { status: 413 },
  )
  const ended = vi.fn<(why: string | undefined) => void>()
  const nothing = () => undefined
  for (let times = 0; times < 3; times++) {
    const handlers = { onProgress: nothing, onComplete: nothing, onStopped: ended }
    sendFile(FILE, { role: 'film', programId: undefined }, handlers)
    await vi.advanceTimersByTimeAsync(120_000)
  }
  expect(ended.mock.calls.map(([why]) => why)).toEqual([undefined, undefined, text.uploadAnswered('413')])
})

test('an upload of another operator of the same browser is left alone', async () => {
  const tus = fakeTus(({ method }: TusRequest): TusAnswer =>
    method === 'POST'
      ? { status: 201, headers: { location: '/api_admin/uploads/u2' } }
      : { status: 204, headers: { 'upload-offset': '10' } },
  )
  const theirs = { size: 10, metadata: {}, creationTime: '', urlStorageKey: 'harbour lights.mp4 10 op-ann' }
  tus.stored.set(theirs.urlStorageKey, { ...theirs, uploadUrl: URL_OF, parallelUploadUrls: null })
  session.set({ me: { operator: { operatorId: 'op-bea' } } as Me })
  const ended = vi.fn<(how: string | undefined) => void>()
  const nothing = () => undefined
  sendFile(FILE, { role: 'film', programId: undefined }, { onProgress: nothing, onComplete: ended, onStopped: ended })
  await vi.advanceTimersByTimeAsync(2_000)
  session.reset()
  expect(tus.methods()).toEqual(['POST', 'PATCH'])
  expect([...tus.stored.keys()]).toEqual([theirs.urlStorageKey, 'harbour lights.mp4 10 op-bea'])
  expect(ended.mock.calls).toEqual([['u2']])
})

test('an upload that was begun before keys named their operator goes on, as this operator’s', async () => {
  const tus = aServer([])
  const before = { size: 10, metadata: {}, creationTime: '', urlStorageKey: 'harbour lights.mp4 10' }
  tus.stored.set(before.urlStorageKey, { ...before, uploadUrl: URL_OF, parallelUploadUrls: null })
  session.set({ me: { operator: { operatorId: 'op-bea' } } as Me })
  const ended = vi.fn<(how: string | undefined) => void>()
  const nothing = () => undefined
  const sending = sendFile(
    FILE,
    { role: 'film', programId: undefined },
    { onProgress: nothing, onComplete: ended, onStopped: ended },
  )
  await vi.advanceTimersByTimeAsync(2_000)
  await sending.stop()
  session.reset()
  expect(tus.methods()).toEqual(['HEAD', 'PATCH'])
  expect([...tus.stored.keys()]).toEqual(['harbour lights.mp4 10 op-bea'])
  expect(ended.mock.calls).toEqual([['u1']])
})

test('files of one name are not taken for one whose answers repeat', async () => {
  await loadShellText('zh_HK')
  fakeTus(({ method }: TusRequest) =>
    method === 'POST' ? { status: 201, headers: { location: '/api_admin/uploads/u2' } } : { status: 413 },
  )
  const ended = vi.fn<(why: string | undefined) => void>()
  const nothing = () => undefined
  for (const bytes of [10, 11, 12]) {
    const file = new File(['a'.repeat(bytes)], FILE.name)
    const handlers = { onProgress: nothing, onComplete: nothing, onStopped: ended }
    sendFile(file, { role: 'film', programId: undefined }, handlers)
    await vi.advanceTimersByTimeAsync(120_000)
  }
  expect(ended.mock.calls.map(([why]) => why)).toEqual([undefined, undefined, undefined])
})
