import { useCallback, useEffect, useRef, useState } from 'react'
import type { Layer } from './player-context.ts'

/** Layers that are a step of the browser's history, so that Back closes them first. A menu is none. */
type Step = 'episodes' | 'help'
const isStep = (layer: unknown): layer is Step => layer === 'episodes' || layer === 'help'

/** Names the layer in its history entry. The router has no part in these entries: they have the player's address and number. */
const STEP = 'playerLayer'

/** The open layer of the player. `openLayer` closes the one that is open already. */
export function useLayer(): readonly [Layer, (layer: Layer) => void] {
  // A reload keeps the entry, and its layer with it.
  const [layer, setLayer] = useState<Layer>(stepOfEntry)
  const latest = useRef(layer)
  const show = useCallback((next: Layer) => {
    latest.current = next
    setLayer(next)
  }, [])
  useEffect(() => {
    const follow = () => show(stepOfEntry() ?? (isStep(latest.current) ? null : latest.current))
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [show])
  const openLayer = useCallback(
    (next: Layer) => {
      const to = latest.current === next ? null : next
      if (isStep(to)) addStep(to)
      else takeStepBack()
      show(to)
    },
    [show],
  )
  return [layer, openLayer]
}

/** Runs a navigation from the player's own entry: at once, or after the step of an open layer was taken back. */
export function navigateBelowLayer(navigate: () => void): void {
  if (stepOfEntry() === null) return navigate()
  addEventListener('popstate', () => navigate(), { once: true })
  takeStepBack()
}

function stepOfEntry(): Step | null {
  const entry: unknown = history.state
  const step = typeof entry === 'object' && entry !== null && STEP in entry ? entry[STEP] : null
  return isStep(step) ? step : null
}

function addStep(step: Step): void {
  const entry = { ...(history.state as object | null), [STEP]: step }
  if (stepOfEntry() === null) history.pushState(entry, '')
  else history.replaceState(entry, '')
}

/** True between `history.back` and its popstate: going back is asynchronous, and a second step would leave the player. */
let isGoingBack = false

function takeStepBack(): void {
  if (isGoingBack || stepOfEntry() === null) return
  isGoingBack = true
  addEventListener('popstate', () => (isGoingBack = false), { once: true })
  history.back()
}
