import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { holdStreamSlot, pastStreamsLeft } from './stream-orders.ts'

interface Sent {
  path: string
  input: { event?: string; position?: number }
  answer: (body: object) => void
}
let sent: Sent[]
let token: string | undefined
let grant: string | undefined
vi.mock('#web/viewer/session/session.ts', () => ({ readSession: () => ({ token }) }))
vi.mock('#web/viewer/session/api-client.ts', () => ({
  call: ({ path }: { path: string }, input: object) => new Promise((answer) => sent.push({ path, input, answer })),
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
  grant = 'g'
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
    grant: () => grant,
    isAcquired: more.isAcquired ?? true,
    onRefused: onRefused as never,
  })
/** What was called, with the event of a report. */
const paths = () => sent.map(({ path, input }) => (path === '/g/progress' ? input.event : path))
const PROGRESS = { position: 20, duration: 60, at: '2026-11-21T10:00:00Z' }
const wait = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000)

test('a title that plays without progress reports every 31 seconds, one that is paused does not', async () => {
  holdSlot()
  video.play()
  await wait(30)
  expect(paths()).toEqual([])
  await wait(1)
  expect(paths()).toEqual(['playing'])
  video.paused = true
  await wait(120)
  expect(paths()).toEqual(['playing'])
  video.play()
  await wait(0)
  expect(paths()).toEqual(['playing', 'playing'])
})

test('progress is the sign of life: one report each, with the position', async () => {
  const slot = holdSlot()
  video.play()
  await wait(30)
  void slot.report(PROGRESS)
  await wait(30)
  void slot.report(PROGRESS)
  await wait(30)
  expect(paths()).toEqual(['playing', 'playing'])
  expect(sent[0]!.input).toMatchObject(PROGRESS)
  video.paused = true
  void slot.report(PROGRESS)
  await wait(0)
  expect(paths()).toEqual(['playing', 'playing', 'paused'])
})

test('a preloaded title takes its slot when it plays, and none when it does not', async () => {
  const preloaded = holdSlot({ isAcquired: false })
  await wait(60)
  preloaded.destroy()
  expect(paths()).toEqual([])
  holdSlot({ isAcquired: false })
  video.play()
  await wait(0)
  expect(paths()).toEqual(['playing'])
})

test.each([
  ['a visitor', undefined, {}],
  ['a guest', 'member', { screening: { screeningId: 's', guestToken: 't' } }],
])('%s takes no slot: only that it plays is reported', async (...[, session, request]) => {
  token = session
  const slot = holdSlot({ request })
  video.play()
  await wait(62)
  expect(await slot.report(PROGRESS)).toBeUndefined()
  slot.destroy()
  page.dispatchEvent(new Event('pagehide'))
  expect(paths()).toEqual(['playing', 'playing'])
  expect(sent.every(({ input }) => input.position === undefined)).toBe(true)
})

test.each([
  ['a trailer', { kind: 'trailer' }],
  ['a plain file', { file: '/p/a/b.mp4' }],
])('%s reports nothing', async (_, request) => {
  const slot = holdSlot({ request })
  video.play()
  await wait(62)
  slot.destroy()
  expect(paths()).toEqual([])
})

test('leaving the player and closing the page free the slot, once', async () => {
  const slot = holdSlot()
  page.dispatchEvent(new Event('pagehide'))
  slot.destroy()
  expect(paths()).toEqual(['left'])
})

test('a page that comes back takes its slot again as it plays', async () => {
  holdSlot()
  page.dispatchEvent(new Event('pagehide'))
  sent[0]!.answer(SUCCESS)
  await wait(0)
  video.play()
  await wait(0)
  expect(paths()).toEqual(['left', 'playing'])
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
  await wait(31)
  expect(onRefused).not.toHaveBeenCalled()
  sent[1]!.answer({ result: 'FAILED', errorCode, message: 'no' })
  await wait(0)
  expect(onRefused).toHaveBeenCalledWith(expect.objectContaining({ code: errorCode, message: 'no' }))
})

test('what the answer to progress refuses is told as well, and returned', async () => {
  const slot = holdSlot()
  video.play()
  const answered = slot.report(PROGRESS)
  const refusal = { result: 'FAILED', errorCode: 'STREAM_ENDED', message: 'no' }
  sent[0]!.answer(refusal)
  expect(await answered).toEqual(refusal)
  expect(onRefused).toHaveBeenCalledWith(expect.objectContaining({ code: 'STREAM_ENDED' }))
})

test('under a grant that has expired, or none yet, the calls with a session are made', async () => {
  const slot = holdSlot()
  video.play()
  await wait(31)
  sent[0]!.answer({ result: 'FAILED', errorCode: '403', message: 'no' })
  await wait(0)
  expect(paths()).toEqual(['playing', '/stream/keep'])
  sent[1]!.answer(SUCCESS)
  grant = undefined
  expect(await slot.report(PROGRESS)).toBeUndefined()
  slot.destroy()
  await wait(0)
  expect(paths()).toEqual(['playing', '/stream/keep', '/stream/leave'])
})
