import { isFinished } from '#contract/watch-progress.ts'

export const SAVE_EVERY_MS = 10_000
/** Played seconds before the first report: a video left at once keeps its stored progress. */
const PLAYED_MIN_S = 15
/** The same without stored progress. */
const STARTED_MIN_S = 3
/** Seconds between two `timeupdate` events; more is a seek. */
const STEP_MAX_S = 2

export interface ReportedProgress {
  position: number
  duration: number
  finished: boolean
}

export interface ProgressReporterOptions {
  video: HTMLVideoElement
  /** Seconds; 0 while unknown. */
  endPosition: () => number
  /** True while unknown. */
  isStored: () => boolean
  report: (progress: ReportedProgress) => void
  now?: () => number
}

export interface ProgressReporter {
  /** Next episode chosen: at its end this one counts as watched, however little of it was played. */
  skip(): void
  close(): void
}

const minimumPlayed = (duration: number, isStored: boolean): number =>
  Math.min(isStored ? PLAYED_MIN_S : STARTED_MIN_S, duration / 2)

/** Reports every ten seconds of playback, on pause, after a seek, when the page is hidden, and at the end. */
export function createProgressReporter({
  video,
  endPosition,
  isStored,
  report,
  now = () => performance.now(),
}: ProgressReporterOptions): ProgressReporter {
  let at = video.currentTime
  let played = 0
  let savedAt = now()
  let saved = -1
  /** Kept: the released element has lost it. */
  let length = 0

  const read = () => {
    at = video.currentTime
    if (Number.isFinite(video.duration)) length = video.duration
  }
  const onTime = () => {
    // Without a source the element is at 0.
    if (video.seeking || video.readyState === 0) return
    const step = video.currentTime - at
    read()
    if (video.paused || step <= 0 || step > STEP_MAX_S * video.playbackRate) return
    played += step / video.playbackRate
    if (now() - savedAt >= SAVE_EVERY_MS) save()
  }
  const onStop = () => {
    if (video.readyState === 0) return
    read()
    save()
  }
  const onHide = () => {
    if (document.visibilityState === 'hidden') save()
  }
  const events = { timeupdate: onTime, pause: onStop, seeked: onStop, ended: onStop }
  for (const [name, listener] of Object.entries(events)) video.addEventListener(name, listener)
  document.addEventListener('visibilitychange', onHide)
  addEventListener('pagehide', save)

  return {
    skip() {
      if (isFinished({ position: at, duration: length, endPosition: endPosition() })) played = Infinity
    },
    close() {
      save()
      for (const [name, listener] of Object.entries(events)) video.removeEventListener(name, listener)
      document.removeEventListener('visibilitychange', onHide)
      removeEventListener('pagehide', save)
    },
  }

  function save() {
    const duration = Math.floor(length)
    const position = Math.min(Math.floor(at), duration)
    if (duration <= 0 || position === saved) return
    // After the first report the stored progress is its own.
    if (saved < 0 && played < minimumPlayed(duration, isStored())) return
    saved = position
    savedAt = now()
    report({ position, duration, finished: isFinished({ position, duration, endPosition: endPosition() }) })
  }
}
