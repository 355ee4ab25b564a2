import { useCallContext } from '#web/kit/call-context.ts'
import { formatDuration } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ClassBadge, TechBadge } from '#web/ui/badge.tsx'
import type { Slot } from './slots.ts'
import styles from './slot-row.module.css'

/** The class, the length and the resolution of a title. */
export function ProgramLine({ program }: { program: Slot['program'] }) {
  const { cards } = useShellText()
  const { language } = useCallContext()
  const { restriction, duration, maxResolution } = program
  return (
    <p className={styles.facts}>
      <ClassBadge value={restriction} label={cards.restriction[restriction]} />
      {duration > 0 ? <span>{formatDuration(duration, language)}</span> : null}
      {maxResolution === '4K' ? <TechBadge>4K</TechBadge> : null}
    </p>
  )
}
