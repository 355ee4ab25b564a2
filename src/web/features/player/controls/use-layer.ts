import { useCallback, useEffect, useRef, useState } from 'react'
import { addStep, stepOfEntry, takeStepBack } from '#web/kit/history-step.ts'
import type { Layer } from './player-context.ts'

/** Layers that are a history entry, so that Back closes them first. A menu is none (docs/decisions/066). */
type Step = 'episodes' | 'help'
const isStep = (layer: unknown): layer is Step => layer === 'episodes' || layer === 'help'

function layerOfEntry(): Step | null {
  const step = stepOfEntry()
  return isStep(step) ? step : null
}

/** The open layer. `openLayer` closes the layer that is open already. */
export function useLayer(): readonly [Layer, (layer: Layer) => void] {
  // A reload keeps the entry, and its layer with it.
  const [layer, setLayer] = useState<Layer>(layerOfEntry)
  const latest = useRef(layer)
  const show = useCallback((next: Layer) => {
    latest.current = next
    setLayer(next)
  }, [])
  useEffect(() => {
    const follow = () => show(layerOfEntry() ?? (isStep(latest.current) ? null : latest.current))
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
