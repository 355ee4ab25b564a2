import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdStreamSlot, pastStreamsLeft } from './stream-orders.ts'

interface Sent {
  path: string
  answer: (body: object) => void
}
let sent: Sent[]
let token: string | undefined
vi.mock('#web/viewer/session/session.ts', () => ({ readSession: () => ({ token }) }))
vi.mock('#web/viewer/session/api-client.ts', () => ({
  call: ({ path }: { path: string }) => new Promise((answer) => sent.push({ path, answer })),
}))

class FakeVideo extends EventTarget {
  paused = true
  play() {
    this.paused = false
    this.dispatchEvent(new Event('playing'))
  }
}

const REQUEST = { programId: 'tram', programGuid: 'tram', kind: 'movie', start: 0 } as const
const SUCCESS = { result: 'SUCCESS' }
let video: FakeVideo
let page: EventTarget
let onRefused: ReturnType<typeof vi.fn>

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  token = 'member'
  video = new FakeVideo()
  page = new EventTarget()
  onRefused = vi.fn()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  for (const { answer } of sent) answer(SUCCESS)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const holdSlot = (more: { isAcquired?: boolean; request?: object } = {}) =>
  holdStreamSlot({
    request: { ...REQUEST, ...more.request },
    video: video as unknown as HTMLVideoElement,
    isAcquired: more.isAcquired ?? true,
    onRefused: onRefused as never,
  })
const paths = () => sent.map(({ path }) => path)
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('a title that plays reports every 30 seconds, one that is paused does not', async () => {
  holdSlot()
  video.play()
  await wait(29)
  expect(paths()).toEqual([])
  await wait(1)
  expect(paths()).toEqual(['/stream/keep'])
  video.paused = true
  await wait(120)
  expect(paths()).toEqual(['/stream/keep'])
  video.play()
  await wait(0)
  expect(paths()).toEqual(['/stream/keep', '/stream/keep'])
})

test('a preloaded title takes its slot when it plays, and none when it does not', async () => {
  const preloaded = holdSlot({ isAcquired: false })
  await wait(60)
  preloaded.destroy()
  expect(paths()).toEqual([])
  holdSlot({ isAcquired: false })
  video.play()
  await wait(0)
  expect(paths()).toEqual(['/stream/keep'])
})

test.each([
  ['a visitor', undefined, {}],
  ['a trailer', 'member', { kind: 'trailer' }],
  ['a plain file', 'member', { file: '/p/a/b.mp4' }],
])('%s takes no slot', async (...[, session, request]) => {
  token = session
  const slot = holdSlot({ request })
  video.play()
  await wait(60)
  slot.destroy()
  page.dispatchEvent(new Event('pagehide'))
  expect(paths()).toEqual([])
})

test('leaving the player and closing the page free the slot, once', async () => {
  const slot = holdSlot()
  page.dispatchEvent(new Event('pagehide'))
  slot.destroy()
  expect(paths()).toEqual(['/stream/leave'])
})

test('a page that comes back takes its slot again as it plays', async () => {
  holdSlot()
  page.dispatchEvent(new Event('pagehide'))
  sent[0]!.answer(SUCCESS)
  video.play()
  await wait(0)
  expect(paths()).toEqual(['/stream/leave', '/stream/keep'])
})

test('the next title waits until the one before is reported as left', async () => {
  holdSlot().destroy()
  let isFree = false
  void pastStreamsLeft().then(() => (isFree = true))
  await wait(0)
  expect(isFree).toBe(false)
  sent[0]!.answer(SUCCESS)
  await wait(0)
  expect(isFree).toBe(true)
})

test.each(['STREAM_LIMIT', 'STREAM_ENDED'])('%s is told; a call without an answer is not', async (errorCode) => {
  holdSlot({ isAcquired: false })
  video.play()
  await wait(0)
  sent[0]!.answer({ result: 'FAILED', errorCode: 'NETWORK', message: '' })
  await wait(30)
  expect(onRefused).not.toHaveBeenCalled()
  sent[1]!.answer({ result: 'FAILED', errorCode, message: 'no' })
  await wait(0)
  expect(onRefused).toHaveBeenCalledWith(expect.objectContaining({ code: errorCode, message: 'no' }))
})
