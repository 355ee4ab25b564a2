import { useEffect } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { type Fact, Facts } from '#web/ui/panel.tsx'
import styles from './showtime-dialog.module.css'
import { TicketCode } from './ticket-code.tsx'
import { useCinemaTickets } from './use-cinema-tickets.ts'
import { useRedeemTicket } from './use-redeem-ticket.ts'

interface RedeemStepProps {
  showtimeId: string
  onBusy: (busy: boolean) => void
  onBack: () => void
  onDone: (ticketCode: string) => void
}

/** Asks once more before a cinema ticket is used, with the balance before and after. */
export function RedeemStep({ showtimeId, onBusy, onBack, onDone }: RedeemStepProps) {
  const { dialog: text } = useText('cinema')
  const { language } = useCallContext()
  const tickets = useCinemaTickets()
  const { redeem, pending, message } = useRedeemTicket(showtimeId, onDone)
  useEffect(() => {
    onBusy(pending)
    return () => onBusy(false)
  }, [pending, onBusy])
  const count = tickets.kind === 'holder' ? tickets.count : 0
  const [before, after] = [count, count - 1].map((one) => formatNumber(Math.max(0, one), language))
  return (
    <>
      <p className={styles.balance}>
        <span>{text.balance}</span>
        <strong>{text.balanceChange(before!, after!)}</strong>
      </p>
      <p className={styles.note}>{text.confirmText}</p>
      {message ? (
        <p className={styles.refusal} role="alert">
          {message}
        </p>
      ) : null}
      <DialogActions
        main={{ label: text.confirm, onClick: redeem, busy: pending, busyText: text.busy, autoFocus: true }}
        cancel={{ label: text.back, onClick: onBack, disabled: pending }}
      />
    </>
  )
}

interface RedeemedTicketProps {
  ticketCode: string
  /** When and where. */
  facts: readonly Fact[]
  onClose: () => void
}

/** The code of the seat that was got. */
export function RedeemedTicket({ ticketCode, facts, onClose }: RedeemedTicketProps) {
  const { dialog: text } = useText('cinema')
  return (
    <div className={styles.done}>
      <TicketCode ticketCode={ticketCode} />
      <p className={styles.note}>{text.doneText}</p>
      <Facts list={facts} />
      <DialogActions
        main={{ label: text.toTickets, href: paths.setupTickets() }}
        other={{
          label: text.copy,
          onClick: () => void copyText(ticketCode, { done: text.copied, failed: text.notCopied }),
        }}
        cancel={{ label: text.done, onClick: onClose }}
      />
    </div>
  )
}
