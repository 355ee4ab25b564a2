import { useCallContext } from '#web/kit/call-context.ts'
import { formatDuration } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { isDemoClip } from '#web/viewer/site-config/site-config.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ClassBadge, TechBadge } from '#web/ui/badge.tsx'
import type { Slot } from './slots.ts'
import styles from './slot-row.module.css'

/** The class, the length and the resolution of a title. */
export function ProgramLine({ program }: { program: Slot['program'] }) {
  const { cards } = useShellText()
  const text = useText('screenings')
  const { language } = useCallContext()
  const { restriction, duration, maxResolution } = program
  const length = duration > 0 ? formatDuration(duration, language) : ''
  return (
    <p className={styles.facts}>
      <ClassBadge value={restriction} label={cards.restriction[restriction]} />
      {length ? <span>{isDemoClip(duration) ? text.demoClip(length) : length}</span> : null}
      {maxResolution === '4K' ? <TechBadge>4K</TechBadge> : null}
    </p>
  )
}
