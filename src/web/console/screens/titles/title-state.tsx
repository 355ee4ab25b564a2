import type { TitleState } from '#contract/admin/titles.ts'
import { useText } from '#web/kit/text.ts'
import { Pill, type Tone } from '../../widgets/pill.tsx'

const TONES = {
  draft: 'plain',
  scheduled: 'blue',
  live: 'ok',
  expired: 'warn',
  withdrawn: 'bad',
} as const satisfies Record<TitleState, Tone>

interface TitleStateProps {
  state: TitleState
  isPreparing?: boolean
  isChanged?: boolean
}

/** One of five states in words, and what else is under way. */
export function TitleStatePills({ state, isPreparing, isChanged }: TitleStateProps) {
  const text = useText('consoleTitles')
  return (
    <>
      <Pill tone={TONES[state]} hasDot>
        {text.states[state]}
      </Pill>
      {isPreparing ? <Pill tone="blue">{text.preparing}</Pill> : null}
      {isChanged && state !== 'draft' ? <Pill tone="warn">{text.changed}</Pill> : null}
    </>
  )
}
