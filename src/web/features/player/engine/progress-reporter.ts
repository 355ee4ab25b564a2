import { isFinished } from '#contract/watch-progress.ts'

/** While it runs, a place is kept so often. */
export const SAVE_EVERY_MS = 10_000
/** A film that was gone on with and left at once keeps the place that it had: so much must really have been played first. */
const PLAYED_FIRST_S = 15
/** One that was begun at its beginning has no place to lose; it counts as begun after so much. */
const BEGUN_S = 3
/** Between two of the browser's reports no more than this is played; a longer way was a jump. */
const STEP_MAX_S = 2

/** A place in the film, in whole seconds. */
export interface ReportedProgress {
  position: number
  duration: number
  finished: boolean
}

export interface ProgressReporterOptions {
  video: HTMLVideoElement
  /** Where the credits begin; 0 when that is unknown. */
  endPosition: () => number
  keep: (place: ReportedProgress) => void
  now?: () => number
}

export interface ProgressReporter {
  /** Another episode is gone on to: at its end this one counts as seen, however it was come to. */
  pass(): void
  /** The last place is kept; afterwards nothing is. */
  close(): void
}

/** How much of a film must be played before its place is kept: of a very short one, half. */
const playedFirst = (duration: number, hadPlace: boolean): number =>
  Math.min(hadPlace ? PLAYED_FIRST_S : BEGUN_S, duration / 2)

/** Keeps the place of a film: every ten seconds while it runs, on pause, after a jump, when the page is hidden and when the film is left. */
export function createProgressReporter({
  video,
  endPosition,
  keep,
  now = () => performance.now(),
}: ProgressReporterOptions): ProgressReporter {
  let at = video.currentTime
  let played = 0
  /** Where the film was first seen to run. */
  let from: number | undefined
  let savedAt = now()
  let saved = -1
  /** Once the film is left, the element does not know it any more. */
  let length = 0

  const read = () => {
    at = video.currentTime
    if (Number.isFinite(video.duration)) length = video.duration
  }
  const onTime = () => {
    // Without a film in it, the element stands at zero: that is no place.
    if (video.seeking || video.readyState === 0) return
    const step = video.currentTime - at
    read()
    from ??= at
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
    pass() {
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
    if (duration <= 0 || position === saved || played < playedFirst(duration, (from ?? 0) > BEGUN_S)) return
    saved = position
    savedAt = now()
    keep({ position, duration, finished: isFinished({ position, duration, endPosition: endPosition() }) })
  }
}
