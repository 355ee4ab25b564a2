import { IconButton } from './icon-button.tsx'
import { CopyIcon } from './feature-icons.tsx'
import styles from './order-number.module.css'

interface OrderNumberProps {
  number: string
  /** Where nothing beside it says what it is. */
  label?: string
  copy: { label: string; onClick: () => void }
}

/** A number that its buyer may have to quote, with a button that copies it. */
export const OrderNumber = ({ number, label, copy }: OrderNumberProps) => (
  <span className={styles.line}>
    {label ? <span>{label}</span> : null}
    <span className={styles.number}>{number}</span>
    <IconButton
      className={styles.copy}
      size={36}
      icon={<CopyIcon size={16} />}
      label={`${copy.label} ${number}`}
      onClick={copy.onClick}
    />
  </span>
)
