import { useLayoutEffect, useState, useEffect } from 'react'
import { takePlayback } from '../engine/preload.ts'
import { removeVideoOverlay } from '../engine/preloaded-video-overlay.ts'
import { countVisitorPlay } from '../engine/count-play.ts'
import { reportQuality } from '../engine/quality-report.ts'
import type { PlayRequest, Playback } from '../engine/engine.ts'
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
