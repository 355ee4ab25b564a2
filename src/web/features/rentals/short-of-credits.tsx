import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useRentalsText } from '#web/viewer/rentals/rentals-text.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import styles from './short-of-credits.module.css'

interface ShortOfCreditsProps {
  owned: number
  needed: number
  onClose: () => void
}

/** Too few credits for a title (SPEC 8): what there is and what is needed. */
export function ShortOfCredits({ owned, needed, onClose }: ShortOfCreditsProps) {
  const text = useRentalsText()
  const { language } = useCallContext()
  const figure = (value: number) => formatNumber(value, language)
  return (
    <>
      <p className={styles.sentence}>{text.notEnough}</p>
      <div className={styles.meter} aria-hidden="true">
        <span className={styles.owned} style={{ width: `${Math.round((owned / needed) * 100)}%` }} />
      </div>
      <p className={styles.ends}>
        <span>{text.owned(figure(owned))}</span>
        <span>{text.needed(figure(needed))}</span>
      </p>
      <p className={styles.sentence}>{text.recharge}</p>
      <DialogActions cancel={{ label: text.close, onClick: onClose }} />
    </>
  )
}
