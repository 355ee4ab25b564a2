import { hasReturnedFocus } from './focus.ts'
import type { Layer, PlayerActions } from './player-context.ts'
import { useEffect, useRef } from 'react'
import { type Command, commandOf, mayRepeat } from './keys.rules.ts'

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
