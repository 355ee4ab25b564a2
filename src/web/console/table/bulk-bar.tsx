import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useShellText } from '../shell/shell-text.ts'
import styles from './bulk-bar.module.css'

interface BulkBarProps {
  /** How many rows are selected, as a sentence. */
  selected: string
  onClear: () => void
  children: ReactNode
}

/** What can be done with the selected rows. In the document before the table, on screen at its lower edge: rows do not move under the pointer. */
export function BulkBar({ selected, onClear, children }: BulkBarProps) {
  const text = useShellText()
  return (
    <section className={styles.bar} aria-label={text.bulkBar}>
      <output>{selected}</output>
      {children}
      <Button look="text" onClick={onClear}>
        {text.clearSelection}
      </Button>
    </section>
  )
}
