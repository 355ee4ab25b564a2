import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import type { Program } from '#contract/programs.ts'
import { useStore } from '#web/kit/use-store.ts'
import {
  isWarningSettled,
  type OrderState,
  type PlayStep,
  playStep,
} from '#web/viewer/playback-gates/play-flow.rules.ts'
import { closeGates, factsOf, openGate } from '#web/viewer/playback-gates/playback-gates.ts'
import type { Playback } from '../engine/playback.ts'

interface PlayFlow {
  playback: Playback
  /** Undefined for a trailer and a preview file, which have no gates. */
  program: Program | undefined
  /** Not encoded yet: the order is refused, and no warning comes before it. */
  isPreparing: boolean
  onLeave: () => void
}

/**
 * The steps between the opened player and the playing title, where the order is placed at once. Opens the content warning; closing
 * it leaves, unless Back has left already. `mayStart`: the engine may show the title as soon as it has an order.
 */
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
    // The page changed to the same title: Forward came at once after Back, or the app has asked before it closes. The warning opens again.
  }, [step, programId, warning, onLeave, page])
  return { step, mayStart: isPreparing || isWarningSettled(facts) }
}

function useOrderState({ request, state }: Playback): OrderState {
  const isPlayable = useStore(state, ({ order }) => order !== null) || request.file !== undefined
  const refused = useStore(state, ({ failure }) => (failure?.kind === 'refused' ? failure.code : undefined))
  if (refused !== undefined) return { refused }
  return isPlayable ? 'playable' : 'pending'
}
