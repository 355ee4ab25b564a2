import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import type { Program } from '#contract/programs.ts'
import { useStore } from '#web/kit/use-store.ts'
import {
  isWarningSettled,
  type OrderState,
  type PlayStep,
  playStep,
} from '#web/viewer/playback-gates/play-flow.rules.ts'
import { closeGates, factsOf, openGate } from '#web/viewer/playback-gates/playback-gates.ts'
import { countPlay, PLAY_SECONDS, PLAY_SHARE } from '#contract/playback-reports.ts'
import { call } from '#web/viewer/session/api-client.ts'
import { readSession } from '#web/viewer/session/session.ts'
import { takePlayback } from '../engine/preload.ts'
import { removeVideoOverlay } from '../engine/preloaded-video-overlay.ts'
import { reportQuality } from '../engine/quality-report.ts'
import type { Playback, PlayRequest } from '../engine/engine.ts'

/** Destroys it on unmount. `request` must be stable. */
export function usePlayback(request: PlayRequest): Playback | null {
  const [held, setHeld] = useState<{ request: PlayRequest; playback: Playback } | null>(null)
  // Before the first paint: no dark frame between.
  useLayoutEffect(() => {
    const taken = takePlayback(request)
    // oxlint-disable-next-line react/set-state-in-effect -- a playback is an external resource that is acquired and released with the screen
    setHeld({ request, playback: taken })
    const endReport = reportQuality(taken)
    const endCount = countVisitorPlay(taken)
    return () => {
      endReport()
      endCount()
      removeVideoOverlay()
      taken.destroy()
    }
  }, [request])
  // In the render that changes the request, the previous playback is still held.
  return held?.request === request ? held.playback : null
}

interface PlayFlow {
  playback: Playback
  /** Undefined for trailers and previews, which have no gates. */
  program: Program | undefined
  isPreparing: boolean
  onLeave: () => void
}

/** Opens the content warning; closing it leaves, unless Back did already. `mayStart`: the engine may start as soon as it has an order. */
export function usePlayFlow({ playback, program, isPreparing, onLeave }: PlayFlow): {
  step: PlayStep
  mayStart: boolean
} {
  const order = useOrderState(playback)
  const [acceptedId, setAcceptedId] = useState<string>()
  const { programId } = playback.request
  const known = factsOf({ programId, ...program })
  const facts = {
    ...known,
    access: isPreparing ? ('deny' as const) : known.access,
    isWarningAccepted: known.isWarningAccepted || acceptedId === programId,
    order,
  }
  const step = playStep(facts)
  const { warning } = facts
  const page = useLocation()
  useEffect(() => {
    if (step !== 'warning') return
    let isCurrent = true
    void openGate('warning', { programId, warning }, `#${page.pathname}${page.search}`).then((answer) => {
      if (!isCurrent) return
      if (answer === 'passed') setAcceptedId(programId)
      if (answer === 'refused') onLeave()
    })
    return () => {
      isCurrent = false
      closeGates()
    }
    // `page`: Forward right after Back returns to the same title; the warning opens again.
  }, [step, programId, warning, onLeave, page])
  return { step, mayStart: isPreparing || isWarningSettled(facts) }
}

function useOrderState({ request, state }: Playback): OrderState {
  const isPlayable = useStore(state, ({ order }) => order !== null) || request.file !== undefined
  const refused = useStore(state, ({ failure }) => (failure?.kind === 'refused' ? failure.code : undefined))
  if (refused !== undefined) return { refused }
  return isPlayable ? 'playable' : 'pending'
}

/** Seconds between two `timeupdate` events; more is a seek. */
const STEP_MAX_S = 2

const post = (grant: string): void => void call(countPlay, { grant }, { keepalive: true })

/** Counts a visitor's play of a film once; a member's is counted by the progress. @returns a function that ends it */
function countVisitorPlay({ request, video, state }: Pick<Playback, 'request' | 'video' | 'state'>, send = post) {
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
