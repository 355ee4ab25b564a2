import styles from './ticket-code.module.css'
import { useText } from '#web/kit/text.ts'

/** A ticket code in groups of four, as it is read out. */
export function TicketCode({ ticketCode }: { ticketCode: string }) {
  const { dialog: text } = useText('cinema')
  return (
    <p className={styles.code}>
      <span className={styles.label}>{text.code}</span>
      <strong className={styles.value} data-code={ticketCode}>
        {ticketCode.match(/.{1,4}/g)?.join(' ')}
      </strong>
    </p>
  )
}
