import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  type ReportedProgress,
  createProgressReporter,
  type ProgressReporter,
  SAVE_EVERY_MS,
} from './use-watch-progress.ts'

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
let reports: ReportedProgress[]
let clock: number
let reporter: ProgressReporter
let page: EventTarget & { visibilityState?: string }
let endPosition: number
let isStored: boolean

beforeEach(() => {
  page = new EventTarget()
  const frame = new EventTarget()
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', frame.addEventListener.bind(frame))
  vi.stubGlobal('removeEventListener', frame.removeEventListener.bind(frame))
  video = new FakeVideo()
  reports = []
  clock = 0
  endPosition = 0
  isStored = false
  reporter = createProgressReporter({
    video: video as unknown as HTMLVideoElement,
    endPosition: () => endPosition,
    isStored: () => isStored,
    report: (progress) => reports.push(progress),
    now: () => clock,
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Plays for so many seconds, with four `timeupdate` events a second. */
function play(seconds: number) {
  for (let n = 0; n < seconds * 4; n += 1) {
    clock += 250
    video.currentTime += 0.25 * video.playbackRate
    video.say('timeupdate')
  }
}
function seek(to: number) {
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
const positions = () => reports.map(({ position }) => position)

test.each([0, 900])(
  'stored progress is replaced only after 15 played seconds from %i, however far the viewer seeks',
  (from) => {
    isStored = true
    seek(from)
    play(14)
    seek(1800)
    pause()
    reporter.close()
    expect(reports).toEqual([])
  },
)

test('a video without stored progress is reported after three played seconds, wherever it is left', () => {
  play(2)
  pause()
  expect(reports).toEqual([])
  play(1)
  seek(1800)
  expect(positions()).toEqual([1800])
})

test('progress is reported after ten seconds, then every 30, on pause, after a seek and on close', () => {
  play(10)
  expect(positions()).toEqual([10])
  play(SAVE_EVERY_MS / 1000 - 1)
  expect(positions()).toEqual([10])
  play(1)
  expect(positions()).toEqual([10, 40])
  play(3)
  pause()
  seek(1800)
  play(2)
  reporter.close()
  expect(positions()).toEqual([10, 40, 43, 1800, 1802])
})

test('progress that becomes known before the first report counts; the first report itself does not', () => {
  isStored = true
  play(4)
  isStored = false
  pause()
  isStored = true
  play(2)
  pause()
  expect(positions()).toEqual([4, 6])
})

test('played seconds are real time at double speed', () => {
  isStored = true
  video.playbackRate = 2
  seek(900)
  play(14)
  pause()
  expect(reports).toEqual([])
  play(1)
  pause()
  expect(positions()).toEqual([930])
})

test('progress is reported when the page is hidden, not when it is shown', () => {
  play(18)
  reports.length = 0
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(reports).toEqual([])
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(positions()).toEqual([18])
})

test('an element without a source reports nothing; close reports the last position', () => {
  play(18)
  reports.length = 0
  Object.assign(video, { readyState: 0, currentTime: 0, duration: Number.NaN })
  video.say('timeupdate')
  video.say('pause')
  reporter.close()
  expect(reports).toEqual([{ position: 18, duration: 3600, finished: false }])
})

test('a position is not reported twice, and nothing is reported after close', () => {
  play(18)
  pause()
  pause()
  expect(positions()).toEqual([10, 18])
  reporter.close()
  play(20)
  expect(positions()).toEqual([10, 18])
})

test('progress is finished from 95 % or from the credits on', () => {
  play(16)
  seek(3500)
  expect(reports.at(-1)).toMatchObject({ position: 3500, finished: true })
  endPosition = 3000
  seek(3001)
  expect(reports.at(-1)).toMatchObject({ finished: true })
})

test('skipping to the next episode at the end finishes this one, however little of it was played', () => {
  endPosition = 3000
  play(1)
  seek(3010)
  reporter.skip()
  reporter.close()
  expect(reports).toEqual([{ position: 3010, duration: 3600, finished: true }])
})

test('skipping to the next episode in the middle reports nothing new', () => {
  endPosition = 3000
  play(1)
  seek(900)
  reporter.skip()
  reporter.close()
  expect(reports).toEqual([])
})

test('half of a very short video is enough to report it', () => {
  video.duration = 12
  play(6)
  pause()
  expect(positions()).toEqual([6])
})
