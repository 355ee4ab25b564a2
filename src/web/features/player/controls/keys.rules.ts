import type { PlayerText } from '#text/zh_HK/player.ts'

export type Command =
  | { do: 'toggle' | 'mute' | 'fullscreen' | 'subtitles' | 'next' | 'previous' | 'help' | 'close' }
  | { do: 'skip'; seconds: number }
  | { do: 'volume'; step: number }
  | { do: 'speed'; step: 1 | -1 }
  | { do: 'jump'; tenth: number }

export type CommandKey = Pick<KeyboardEvent, 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

export const SKIP_S = 10
export const VOLUME_STEP = 0.05

const PLAIN: Readonly<Record<string, Command>> = {
  Space: { do: 'toggle' },
  KeyK: { do: 'toggle' },
  MediaPlayPause: { do: 'toggle' },
  ArrowLeft: { do: 'skip', seconds: -SKIP_S },
  KeyJ: { do: 'skip', seconds: -SKIP_S },
  ArrowRight: { do: 'skip', seconds: SKIP_S },
  KeyL: { do: 'skip', seconds: SKIP_S },
  ArrowUp: { do: 'volume', step: VOLUME_STEP },
  ArrowDown: { do: 'volume', step: -VOLUME_STEP },
  KeyM: { do: 'mute' },
  KeyF: { do: 'fullscreen' },
  KeyC: { do: 'subtitles' },
  KeyN: { do: 'next' },
  KeyP: { do: 'previous' },
  Escape: { do: 'close' },
}

const SHIFTED: Readonly<Record<string, Command>> = {
  Comma: { do: 'speed', step: -1 },
  Period: { do: 'speed', step: 1 },
  Slash: { do: 'help' },
}

/** By physical key (`event.code`), independent of Cangjie, Zhuyin and other layouts. With Ctrl, Alt or Meta a key is the browser's. */
export function commandOf(key: CommandKey): Command | null {
  if (key.ctrlKey || key.altKey || key.metaKey) return null
  if (key.shiftKey) return SHIFTED[key.code] ?? null
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(key.code)
  return digit ? { do: 'jump', tenth: Number(digit[1]) } : (PLAIN[key.code] ?? null)
}

export const mayRepeat = (command: Command): boolean => command.do === 'skip' || command.do === 'volume'

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 2] as const

export function stepSpeed(rate: number, step: 1 | -1): number {
  const at = SPEEDS.findIndex((speed) => speed >= rate)
  const from = at < 0 ? SPEEDS.length - 1 : at
  return SPEEDS[Math.min(SPEEDS.length - 1, Math.max(0, from + step))]!
}

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
  /** A private screening, whose speed is fixed. */
  readonly isRoom: boolean
  readonly isGuest: boolean
}

export const shortcutsFor = ({ hasEpisodes, isRoom, isGuest }: ShortcutFacts): Shortcut[] =>
  SHORTCUTS.filter(({ means, not }) => {
    if (means === 'episodes') return hasEpisodes
    if (not === 'guest') return !isGuest
    return not === undefined || !isRoom
  })
