import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeTus, type TusAnswer, type TusRequest } from '../../../../../test/support/tus-client.ts'
import { addFiles, pause, queue, resumeAll } from './upload-queue.ts'

/** Longer than an upload tries again by itself. */
const OUTAGE_MS = 80_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
  queue.reset()
})

/** Of each file the server has six of ten bytes; while `isCut` there is no connection. */
function aServer() {
  const connection = { isCut: false }
  let count = 0
  const tus = fakeTus(({ method, headers }: TusRequest): TusAnswer | undefined => {
    if (connection.isCut) return undefined
    if (method === 'POST') return { status: 201, headers: { location: `/api_admin/uploads/u${++count}` } }
    if (method === 'HEAD') return { status: 200, headers: { 'upload-offset': '6', 'upload-length': '10' } }
    connection.isCut = headers['upload-offset'] === '0'
    return connection.isCut ? undefined : { status: 204, headers: { 'upload-offset': '10' } }
  })
  return { ...tus, connection }
}

const states = () => queue.get().items.map(({ media: { state } }) => state)
const patchesFrom = (sent: readonly TusRequest[], offset: string) =>
  sent.filter(({ method, headers }) => method === 'PATCH' && headers['upload-offset'] === offset).length

async function cutOff(names: readonly string[]) {
  const server = aServer()
  addFiles(names.map((name) => new File(['a'.repeat(10)], name)))
  await vi.advanceTimersByTimeAsync(OUTAGE_MS)
  return server
}

test('uploads that the network stopped go on where they were, once the browser is back online', async () => {
  const { connection, sent } = await cutOff(['tram.mp4'])
  expect(states()).toEqual(['offline'])
  connection.isCut = false
  dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(10)
  expect(states()).toEqual(['complete'])
  expect([patchesFrom(sent, '0'), patchesFrom(sent, '6')]).toEqual([1, 1])
})

test('also when nothing says that the server is back, and one that is paused stays so', async () => {
  const { connection } = await cutOff(['tram.mp4', 'lantern.mp4'])
  await vi.advanceTimersByTimeAsync(OUTAGE_MS)
  const [first] = queue.get().items
  pause(first!.media.fileId)
  connection.isCut = false
  await vi.advanceTimersByTimeAsync(OUTAGE_MS * 2)
  expect(states().toSorted()).toEqual(['complete', 'paused'])
  resumeAll()
  await vi.advanceTimersByTimeAsync(OUTAGE_MS * 2)
  expect(states()).toEqual(['complete', 'complete'])
})
