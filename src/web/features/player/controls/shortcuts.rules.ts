import type { PlayerText } from '#text/zh_HK/player.ts'

/** The keys of a command, as they are printed. `space` has a name in each language. */
interface Shortcut {
  readonly means: Exclude<keyof PlayerText['keys'], 'space'>
  readonly keys: readonly string[]
  /** Who it does nothing for. */
  readonly not?: 'guest' | 'room'
}

const SHORTCUTS: readonly Shortcut[] = [
  { means: 'toggle', keys: ['space', 'K'], not: 'guest' },
  { means: 'skip', keys: ['←', '→'], not: 'guest' },
  { means: 'volume', keys: ['↑', '↓'] },
  { means: 'mute', keys: ['M'] },
  { means: 'fullscreen', keys: ['F'] },
  { means: 'subtitles', keys: ['C'] },
  { means: 'episodes', keys: ['N', 'P'] },
  { means: 'jump', keys: ['0–9'], not: 'guest' },
  { means: 'speed', keys: ['<', '>'], not: 'room' },
  { means: 'help', keys: ['?'] },
]

interface ShortcutFacts {
  readonly hasEpisodes: boolean
  /** A private screening, where nobody changes the speed. */
  readonly isRoom: boolean
  /** A guest of one, where the host controls playback. */
  readonly isGuest: boolean
}

/** The shortcuts that do something for this viewer. */
export const shortcutsFor = ({ hasEpisodes, isRoom, isGuest }: ShortcutFacts): Shortcut[] =>
  SHORTCUTS.filter(({ means, not }) => {
    if (means === 'episodes') return hasEpisodes
    if (not === 'guest') return !isGuest
    return not === undefined || !isRoom
  })
