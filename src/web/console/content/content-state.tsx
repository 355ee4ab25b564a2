import type { ConsoleContentText } from '#text/zh_HK/console-content.ts'
import { useText } from '#web/kit/text.ts'
import { Pill, type Tone } from '../widgets/pill.tsx'

type State = keyof ConsoleContentText['states']

const TONES = {
  live: 'ok',
  planned: 'blue',
  soldOut: 'warn',
  past: 'plain',
  over: 'plain',
  withdrawn: 'bad',
} as const satisfies Record<State, Tone>

/** `label`: where a kind calls its state otherwise. */
export function ContentState({ state, label }: { state: State; label?: string }) {
  const { states } = useText('consoleContent')
  return (
    <Pill tone={TONES[state]} hasDot>
      {label ?? states[state]}
    </Pill>
  )
}
