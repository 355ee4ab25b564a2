import { countPlay, PLAY_SECONDS, PLAY_SHARE } from '#contract/playback-reports.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { readSession } from '#web/viewer/session/session.ts'
import type { Playback } from './engine.ts'

/** Seconds between two `timeupdate` events; more is a seek. */
const STEP_MAX_S = 2

const post = (grant: string): void => void call(countPlay, { grant }, { keepalive: true })

/** Counts a visitor's play of a film once; a member's is counted by the progress. @returns a function that ends it */
export function countVisitorPlay(
  { request, video, state }: Pick<Playback, 'request' | 'video' | 'state'>,
  send = post,
) {
  const isCounted = request.kind === 'movie' && request.file === undefined && request.screening === undefined
  if (!isCounted || readSession().token !== undefined) return () => {}
  let at = video.currentTime
  let played = 0
  const stop = () => video.removeEventListener('timeupdate', onTime)
  video.addEventListener('timeupdate', onTime)
  return stop

  function onTime(): void {
    const step = video.currentTime - at
    at = video.currentTime
    if (video.paused || step <= 0 || step > STEP_MAX_S * video.playbackRate) return
    played += step
    if (played < Math.min(PLAY_SECONDS, video.duration * PLAY_SHARE)) return
    const [, grant] = /\/v\/([^/]+)\//.exec(state.get().order?.redirectURL ?? '') ?? []
    if (grant !== undefined) send(grant)
    stop()
  }
}
