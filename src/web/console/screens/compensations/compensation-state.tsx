import type { list } from '#contract/admin/compensations.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Pill, type Tone } from '../../widgets/pill.tsx'

/** A row of the list. */
export type Shown = AdminOutputOf<typeof list>['list'][number]

const TONES: Readonly<Record<Shown['state'], Tone>> = { running: 'blue', done: 'ok', stopped: 'plain' }

export function CompensationState({ state }: Pick<Shown, 'state'>) {
  const { states } = useText('consoleCompensations')
  return <Pill tone={TONES[state]}>{states[state]}</Pill>
}

/** What each member gets. */
export function useGivenText(): (gives: Shown['gives']) => string {
  const text = useText('consoleCompensations')
  const { language } = useCallContext()
  return (gives) =>
    gives.kind === 'credits'
      ? text.gives.credits(formatNumber(gives.credits, language))
      : text.gives.rental(formatNumber(gives.hours, language))
}
