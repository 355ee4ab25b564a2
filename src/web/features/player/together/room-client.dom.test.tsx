import { afterEach, expect, test, vi } from 'vitest'
import { RoomClient } from './room-client.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Before a stream that broke is opened again. */
const FIRST_WAIT_MS = 2_000

/** A server whose streams say this and end. Counts how often they are opened. */
function serve(line: string) {
  const requests = { stream: 0 }
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/privateCinema/stream')) return new Promise(() => undefined)
    requests.stream += 1
    const headers = { 'content-type': 'application/x-ndjson; charset=utf-8' }
    return requests.stream < 3 ? new Response(`${line}\n`, { headers }) : new Promise(() => undefined)
  })
  return requests
}

const openRoom = () => new RoomClient({ screeningId: 'film' }, () => ({ condition: 'playing', drift: 0 })).open()

test('a stream that was told to move is opened again at once, and is not counted as broken', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const requests = serve('{"type":"move"}')
  const waits = vi.spyOn(globalThis, 'setTimeout')
  openRoom()
  await vi.waitFor(() => expect(requests.stream).toBe(3))
  expect(waits.mock.calls.map(([, ms]) => ms)).not.toContain(FIRST_WAIT_MS)
})

test('a stream that breaks is opened again after a wait', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const requests = serve('{"type":"beat"}')
  const waits = vi.spyOn(globalThis, 'setTimeout')
  openRoom()
  await vi.waitFor(() => expect(waits.mock.calls.map(([, ms]) => ms)).toContain(FIRST_WAIT_MS))
  expect(requests.stream).toBe(1)
})
