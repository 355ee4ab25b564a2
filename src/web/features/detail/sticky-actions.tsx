import { type RefObject, useEffect, useState } from 'react'
import type { Program } from '#contract/programs.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { DetailActions } from './detail-actions.tsx'
import styles from './sticky-actions.module.css'

interface StickyActionsProps {
  program: Program
  /** The buttons that it replaces once they are scrolled out of view. */
  after: RefObject<HTMLElement | null>
  onIntent: () => void
}

/** The title and its play button along the upper edge, beside the dialog's close button, once the buttons below the key art are scrolled out of view. */
export function StickyActions({ program, after, onIntent }: StickyActionsProps) {
  const { cards } = useShellText()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const element = after.current
    if (!element) return
    const watcher = new IntersectionObserver(
      ([entry]) => setShown(entry !== undefined && !entry.isIntersecting && entry.boundingClientRect.top < 0),
      { root: element.closest('dialog') },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [after])
  return (
    <div className={styles.anchor}>
      <div className={styles.bar} data-shown={shown || undefined}>
        <span className={styles.image}>
          {shown ? <ResponsiveImage src={program.artImageURL} alt="" sizes="78px" to={480} /> : null}
        </span>
        <div className={styles.names}>
          <p className={styles.title}>{program.title}</p>
          <ClassBadge value={program.restriction} label={cards.restriction[program.restriction]} />
        </div>
        <DetailActions program={program} size="s" onIntent={onIntent} />
      </div>
    </div>
  )
}
