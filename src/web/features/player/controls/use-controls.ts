import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { addStep, stepOfEntry, takeStepBack } from '#web/kit/history-step.ts'
import { hasReturnedFocus } from './focus.ts'
import { type Command, commandOf, mayRepeat } from './keys.rules.ts'
import type { Layer, PlayerActions } from './player-context.ts'

interface Commands {
  actions: PlayerActions
  duration: () => number
  layer: Layer
  openLayer: (layer: Layer) => void
  volume: () => number
  onSkip: (seconds: number) => void
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
}

export function useCommands({
  actions,
  duration,
  layer,
  openLayer,
  volume,
  onSkip,
  onNext,
  onPrevious,
}: Commands): void {
  useKeyboard((command) => {
    switch (command.do) {
      case 'toggle':
        return actions.toggle()
      case 'skip':
        actions.skip(command.seconds)
        return onSkip(command.seconds)
      case 'volume':
        return actions.setVolume(volume() + command.step)
      case 'mute':
        return actions.toggleMute()
      case 'speed':
        return actions.stepSpeed(command.step)
      case 'jump':
        return actions.seekTo((duration() * command.tenth) / 10)
      case 'fullscreen':
        return actions.toggleFullscreen()
      case 'subtitles':
        return actions.toggleSubtitles()
      case 'next':
        return onNext?.()
      case 'previous':
        return onPrevious?.()
      case 'help':
        return openLayer('help')
      case 'close':
        return layer ? openLayer(null) : undefined
    }
  })
}

/** Skips keys that a field, an open menu or a focused button needs. */
function useKeyboard(run: (command: Command) => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || belongsElsewhere(event)) return
      const command = commandOf(event)
      if (!command) return
      event.preventDefault()
      if (!event.repeat || mayRepeat(command)) latest.current(command)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

function belongsElsewhere({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.closest('dialog, input, textarea, select')) return true
  if (code === 'Space' && hasReturnedFocus(target)) return false
  return (code === 'Space' || code === 'Enter') && target.closest('a, button') !== null
}

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

const FADE_MS = 3000

/** True for three seconds after each pointer move or key, and while `held` (paused, a menu open) or focused. */
export function useAwake(box: RefObject<HTMLElement | null>, held: boolean) {
  const [awake, setAwake] = useState(true)
  const [focused, setFocused] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const wake = useCallback(() => {
    setAwake(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setAwake(false), FADE_MS)
  }, [])
  const sleep = useCallback(() => {
    clearTimeout(timer.current)
    setAwake(false)
  }, [])

  useEffect(() => {
    if (!held) timer.current = setTimeout(() => setAwake(false), FADE_MS)
    return () => clearTimeout(timer.current)
  }, [held])

  useEffect(() => {
    const element = box.current
    if (!element) return
    const onMove = (event: PointerEvent) => {
      if (event.pointerType === 'mouse') wake()
    }
    const onFocus = (event: FocusEvent) => {
      const at = event.type === 'focusin' ? event.target : event.relatedTarget
      setFocused(at instanceof HTMLElement && at.closest('[data-controls]') !== null && at.matches(':focus-visible'))
    }
    window.addEventListener('keydown', wake)
    element.addEventListener('pointermove', onMove)
    element.addEventListener('focusin', onFocus)
    element.addEventListener('focusout', onFocus)
    return () => {
      window.removeEventListener('keydown', wake)
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('focusin', onFocus)
      element.removeEventListener('focusout', onFocus)
    }
  }, [box, wake])

  return { shown: awake || held || focused, wake, sleep }
}
