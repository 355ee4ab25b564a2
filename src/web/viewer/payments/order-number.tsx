import { copyText } from '#web/kit/copy-text.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CopyIcon } from '#web/ui/feature-icons.tsx'
import styles from './order-number.module.css'

interface OrderNumberProps {
  number: string
  /** Where nothing beside it says what it is. */
  label?: string
  text: { label: string; done: string; failed: string }
}

/** A number that its buyer may have to quote, with a button that copies it. */
export const OrderNumber = ({ number, label, text }: OrderNumberProps) => (
  <span className={styles.line}>
    {label ? <span>{label}</span> : null}
    <span className={styles.number}>{number}</span>
    <IconButton
      className={styles.copy}
      size={36}
      icon={<CopyIcon size={16} />}
      label={`${text.label} ${number}`}
      onClick={() => void copyText(number, text)}
    />
  </span>
)
