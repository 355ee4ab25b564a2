import type { InputOf } from '#contract/endpoint.ts'
import { REPORT_MAX, REPORTED_SHARE, reportPlayback } from '#contract/playback-reports.ts'
import { call } from '#web/viewer/session/api-client.ts'
import type { Playback } from './engine.ts'

type Report = InputOf<typeof reportPlayback>

interface ReportOptions {
  isReported?: boolean
  send?: (report: Report) => void
  now?: () => number
}

const post = (report: Report): void => void call(reportPlayback, report, { keepalive: true })

/**
 * Reports a sample of playbacks once each, anonymously: at the end, on leaving, or when the page is hidden for good.
 * @returns a function that ends it
 */
export function reportQuality(
  { request, video, state }: Pick<Playback, 'request' | 'video' | 'state'>,
  { isReported = Math.random() < REPORTED_SHARE, send = post, now = () => performance.now() }: ReportOptions = {},
): () => void {
  if (!isReported || request.file !== undefined || request.kind !== 'movie') return () => {}
  const { startedAt, playingAt } = state.get()
  // A preloaded title plays already.
  let startMs = playingAt > 0 ? playingAt - startedAt : undefined
  let at = video.currentTime
  let playedSeconds = 0
  let stalls = 0
  let stalledMs = 0
  let stalledAt: number | undefined
  let renditionChanges = 0
  let errorCode: string | undefined
  let { height } = state.get()
  let isSent = false

  const endStall = () => {
    if (stalledAt !== undefined) stalledMs += now() - stalledAt
    stalledAt = undefined
  }
  const events: Record<string, () => void> = {
    playing() {
      endStall()
      startMs ??= now() - state.get().startedAt
    },
    waiting() {
      // Waiting for the first frame or a seek is no stall.
      if (startMs === undefined || video.seeking || stalledAt !== undefined) return
      stalls += 1
      stalledAt = now()
    },
    pause: endStall,
    timeupdate() {
      const step = video.currentTime - at
      at = video.currentTime
      if (!video.paused && step > 0 && step < 2) playedSeconds += step
    },
    ended: report,
  }
  const unsubscribe = state.subscribe(() => {
    const found = state.get()
    if (found.height !== height && height !== undefined) renditionChanges += 1
    height = found.height
    errorCode ??= found.failure?.code
  })
  for (const [name, listener] of Object.entries(events)) video.addEventListener(name, listener)
  addEventListener('pagehide', report)

  return () => {
    report()
    unsubscribe()
    for (const [name, listener] of Object.entries(events)) video.removeEventListener(name, listener)
    removeEventListener('pagehide', report)
  }

  function report(): void {
    // Neither started nor failed: nothing to report.
    if (isSent || (startMs === undefined && errorCode === undefined)) return
    isSent = true
    endStall()
    send({
      programId: request.programId,
      engine: state.get().rungs.length > 0 ? 'hls' : 'native',
      ...(startMs !== undefined && { startMs: atMost('startMs', startMs) }),
      playedSeconds: atMost('playedSeconds', playedSeconds),
      stalls: atMost('stalls', stalls),
      stalledMs: atMost('stalledMs', stalledMs),
      renditionChanges: atMost('renditionChanges', renditionChanges),
      ...(errorCode !== undefined && { errorCode }),
    })
  }
}

const atMost = (name: keyof typeof REPORT_MAX, measured: number): number =>
  Math.round(Math.min(measured, REPORT_MAX[name]))
