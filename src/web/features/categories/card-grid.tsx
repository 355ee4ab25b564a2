import type { ProgramCard } from '#contract/programs.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { cardRef } from '#web/viewer/cards/card-targets.ts'
import { cardOf } from '#web/viewer/cards/card-presenter.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { classNames } from '#web/ui/class-names.ts'
import { CardSkeleton, TitleCard } from '#web/ui/title-card.tsx'
import styles from './card-grid.module.css'

export interface CardGridProps {
  programs: readonly ProgramCard[]
  shape: 'portrait' | 'landscape'
  kids: boolean
  label: string
  /** Placeholders of the next page. */
  awaited?: number
}

export function CardGrid({ programs, shape, kids, label, awaited = 0 }: CardGridProps) {
  const { cards } = useShellText()
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  return (
    <ul
      className={classNames(styles.grid, styles[shape])}
      aria-label={label}
      aria-busy={awaited > 0}
      data-awaited={awaited > 0 ? '' : undefined}
    >
      {programs.map((program, at) => (
        <li key={program.programId}>
          <TitleCard
            {...cardOf(program, shape, { text: cards, language, kids })}
            ref={cardRef(program)}
            href={detailLink(program.programId)}
            priority={at < 12 ? 'eager' : 'lazy'}
          />
        </li>
      ))}
      {Array.from({ length: awaited }, (_, at) => (
        <li key={`awaited-${at}`} aria-hidden="true">
          <CardSkeleton shape={shape} />
        </li>
      ))}
    </ul>
  )
}
