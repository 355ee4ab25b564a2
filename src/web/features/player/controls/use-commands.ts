import type { PlayerActions } from './player-actions.ts'
import type { Layer } from './player-context.ts'
import { useKeyboard } from './use-keyboard.ts'

interface Commands {
  actions: PlayerActions
  duration: () => number
  layer: Layer
  openLayer: (layer: Layer) => void
  volume: () => number
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
}

/** Binds the keyboard commands to the actions. */
export function useCommands({ actions, duration, layer, openLayer, volume, onNext, onPrevious }: Commands): void {
  useKeyboard((command) => {
    switch (command.do) {
      case 'toggle':
        return actions.toggle()
      case 'skip':
        return actions.skip(command.seconds)
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
