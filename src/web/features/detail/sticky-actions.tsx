import { type RefObject, useEffect, useState } from 'react'
import type { Program } from '#contract/programs.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { DetailActions } from './detail-actions.tsx'
import { useDetailText } from './detail-text.ts'
import styles from './sticky-actions.module.css'

interface StickyActionsProps {
  program: Program
  /** The buttons that it replaces once they are scrolled out of view. */
  after: RefObject<HTMLElement | null>
  onClose: () => void
  onIntent: () => void
}

/** The title and its buttons along the upper edge, once the buttons below the key art are scrolled out of view. */
export function StickyActions({ program, after, onClose, onIntent }: StickyActionsProps) {
  const text = useDetailText()
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
        <p className={styles.title}>{program.title}</p>
        <DetailActions program={program} size="s" onIntent={onIntent} />
        <IconButton label={text.close} icon={<CloseIcon size={22} />} onClick={onClose} />
      </div>
    </div>
  )
}
