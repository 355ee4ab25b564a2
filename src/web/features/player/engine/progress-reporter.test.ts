import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type ReportedProgress,
  createProgressReporter,
  type ProgressReporter,
  SAVE_EVERY_MS,
} from './progress-reporter.ts'

/** A `<video>` as far as its place goes. */
class FakeVideo extends EventTarget {
  paused = false
  seeking = false
  readyState = 4
  playbackRate = 1
  currentTime = 0
  duration = 3600
  say(name: string) {
    this.dispatchEvent(new Event(name))
  }
}

let video: FakeVideo
let kept: ReportedProgress[]
let clock: number
let keeper: ProgressReporter
let page: EventTarget & { visibilityState?: string }
let endPosition: number

beforeEach(() => {
  page = new EventTarget()
  const frame = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame))
  vi.stubGlobal('removeEventListener', frame.removeEventListener.bind(frame))
  video = new FakeVideo()
  kept = []
  clock = 0
  endPosition = 0
  keeper = createProgressReporter({
    video: video as unknown as HTMLVideoElement,
    endPosition: () => endPosition,
    keep: (place) => kept.push(place),
    now: () => clock,
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Runs on for so many seconds, told of four times a second. */
function play(seconds: number) {
  for (let n = 0; n < seconds * 4; n += 1) {
    clock += 250
    video.currentTime += 0.25 * video.playbackRate
    video.say('timeupdate')
  }
}
function jump(to: number) {
  video.seeking = true
  video.currentTime = to
  video.say('timeupdate')
  video.seeking = false
  video.say('seeked')
}
const pause = () => {
  video.paused = true
  video.say('pause')
  video.paused = false
}
const positions = () => kept.map(({ position }) => position)

test('a place that was gone on from stays until 15 s were really played, however far one jumps', () => {
  jump(900)
  play(14)
  jump(1800)
  pause()
  keeper.close()
  expect(kept).toEqual([])
})

test('a film that was begun at its beginning is begun after three seconds, wherever it is left', () => {
  play(2)
  pause()
  expect(kept).toEqual([])
  play(1)
  jump(1800)
  expect(positions()).toEqual([1800])
})

test('then every ten seconds, on pause, after a jump and when it is left', () => {
  play(10)
  expect(positions()).toEqual([10])
  play(SAVE_EVERY_MS / 1000)
  expect(positions()).toEqual([10, 20])
  play(3)
  pause()
  jump(1800)
  play(2)
  keeper.close()
  expect(positions()).toEqual([10, 20, 23, 1800, 1802])
})

test('at double speed 15 s are 15 s', () => {
  video.playbackRate = 2
  jump(900)
  play(14)
  pause()
  expect(kept).toEqual([])
  play(1)
  pause()
  expect(positions()).toEqual([930])
})

test('a hidden page keeps the place, a shown one does not', () => {
  play(18)
  kept.length = 0
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(kept).toEqual([])
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(positions()).toEqual([18])
})

test('an element that has lost its film says nothing, and the last place is not lost', () => {
  play(18)
  kept.length = 0
  Object.assign(video, { readyState: 0, currentTime: 0, duration: Number.NaN })
  video.say('timeupdate')
  video.say('pause')
  keeper.close()
  expect(kept).toEqual([{ position: 18, duration: 3600, finished: false }])
})

test('the same place is not kept twice, and nothing after the end', () => {
  play(18)
  pause()
  pause()
  expect(positions()).toEqual([10, 18])
  keeper.close()
  play(20)
  expect(positions()).toEqual([10, 18])
})

test('from 95 % or the credits on it is finished', () => {
  play(16)
  jump(3500)
  expect(kept.at(-1)).toMatchObject({ position: 3500, finished: true })
  endPosition = 3000
  jump(3001)
  expect(kept.at(-1)).toMatchObject({ finished: true })
})

test('going on to the next episode at the end marks this one, however little of it was played; earlier it does not', () => {
  endPosition = 3000
  play(1)
  jump(3010)
  keeper.pass()
  keeper.close()
  expect(kept).toEqual([{ position: 3010, duration: 3600, finished: true }])
})

test('going on to the next episode in the middle keeps what was kept', () => {
  endPosition = 3000
  play(1)
  jump(900)
  keeper.pass()
  keeper.close()
  expect(kept).toEqual([])
})

test('of a very short film half is enough', () => {
  video.duration = 12
  play(6)
  pause()
  expect(positions()).toEqual([6])
})
