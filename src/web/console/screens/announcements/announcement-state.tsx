import type { list } from '#contract/admin/announcements.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useText } from '#web/kit/text.ts'
import { Pill, type Tone } from '../../widgets/pill.tsx'

/** A row of the list. */
export type Shown = AdminOutputOf<typeof list>['list'][number]

const TONES: Readonly<Record<Shown['state'], Tone>> = {
  planned: 'blue',
  sending: 'blue',
  sent: 'ok',
  stopped: 'plain',
  limited: 'warn',
}

export function AnnouncementState({ state, isHeld }: Pick<Shown, 'state' | 'isHeld'>) {
  const { states, held } = useText('consoleAnnouncements')
  if (isHeld) return <Pill tone="warn">{held.state}</Pill>
  return <Pill tone={TONES[state]}>{states[state]}</Pill>
}
