import { useState, useEffect, useRef } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Fact, Facts } from '#web/ui/panel.tsx'
import type { Film, Showing } from './cinema-address.rules.ts'
import { formatWhole, spokenOf, subtitlesOf } from './format-showtime.ts'
import styles from './showtime-dialog.module.css'
import { useCinemaTickets } from './use-cinema-tickets.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { TicketCode } from './ticket-code.tsx'
import { userInfo, userProfile } from '#contract/accounts.ts'
import { cinemaShowtimes, redeemTicket, ticketList, TICKETS_PER_SHOWTIME } from '#contract/cinema.ts'
import { useSubmit } from '#web/kit/use-submit.ts'

interface ShowtimeDialogProps {
  film: Film
  showing: Showing
  onClose: () => void
}

/** A showtime: where and when, where its seats are sold, and a seat for a cinema ticket. */
export function ShowtimeDialog({ film, showing, onClose }: ShowtimeDialogProps) {
  const { dialog: text } = useText('cinema')
  const { cards } = useShellText()
  const [step, setStep] = useState<{ kind: 'showtime' | 'confirm' } | { kind: 'done'; ticketCode: string }>({
    kind: 'showtime',
  })
  const [busy, setBusy] = useState(false)
  // The choice when the dialog opened: the list behind it may change.
  const [{ cinema, showtime }] = useState(showing)
  const title = { showtime: text.title, confirm: text.confirmTitle, done: text.doneTitle }[step.kind]
  const facts = useFacts({ cinema, showtime })
  return (
    <Dialog title={title} closeLabel={text.close} busy={busy} onClose={onClose}>
      <p className={styles.film}>
        <strong>{film.title}</strong>
        <ClassBadge value={film.restriction} label={cards.restriction[film.restriction]} />
      </p>
      {step.kind === 'done' ? (
        <RedeemedTicket ticketCode={step.ticketCode} facts={facts.slice(0, SHORT)} onClose={onClose} />
      ) : (
        <Facts list={step.kind === 'showtime' ? facts : facts.slice(0, SHORT)} />
      )}
      {step.kind === 'showtime' ? (
        <Ways cinema={cinema} showtime={showtime} onRedeem={() => setStep({ kind: 'confirm' })} />
      ) : null}
      {step.kind === 'confirm' ? (
        <RedeemStep
          showtimeId={showtime.showtimeId}
          onBusy={setBusy}
          onBack={() => setStep({ kind: 'showtime' })}
          onDone={(ticketCode) => setStep({ kind: 'done', ticketCode })}
        />
      ) : null}
    </Dialog>
  )
}

/** When and where: all that a ticket needs to say. */
const SHORT = 4

function useFacts({ cinema, showtime }: Showing): Fact[] {
  const text = useText('cinema')
  const { language } = useCallContext()
  const { state, seatsLeft, ticketSeats } = showtime
  const { dialog } = text
  const subtitles = subtitlesOf(showtime, language, text)
  const left = (count: number) => dialog.ticketSeatsLeft(formatNumber(count, language))
  return [
    { label: dialog.when, value: formatWhole(showtime.startsAt, language, text) },
    { label: dialog.cinema, value: cinema.name },
    { label: dialog.address, value: joinFacts([cinema.district, cinema.address], language) },
    {
      label: dialog.language,
      value: joinFacts([spokenOf(showtime, language, text), subtitles], language),
    },
    ...(showtime.format === '2D' ? [] : [{ label: dialog.format, value: showtime.format }]),
    { label: dialog.price, value: formatMoney(showtime.amount, language) },
    { label: dialog.seats, value: state === 'few' && seatsLeft !== undefined ? left(seatsLeft) : dialog.seatsOpen },
    { label: dialog.ticketSeats, value: ticketSeats > 0 ? left(ticketSeats) : dialog.ticketSeatsNone },
  ]
}

/** How one gets a seat: from the cinema, or for a cinema ticket. */
function Ways({ cinema, showtime, onRedeem }: Showing & { onRedeem: () => void }) {
  const { dialog: text } = useText('cinema')
  const tickets = useCinemaTickets()
  const mayRedeem = tickets.kind === 'holder' && tickets.count > 0 && showtime.ticketSeats > 0
  return (
    <div className={styles.ways}>
      <p className={styles.note}>{cinema.bookingURL ? text.site : text.counter}</p>
      {cinema.bookingURL ? (
        <a className={styles.booking} href={cinema.bookingURL} target="_blank" rel="noopener noreferrer">
          {text.booking}
        </a>
      ) : null}
      {mayRedeem ? (
        <Button look="primary" wide onClick={onRedeem}>
          {text.redeem}
        </Button>
      ) : null}
    </div>
  )
}

interface RedeemStepProps {
  showtimeId: string
  onBusy: (busy: boolean) => void
  onBack: () => void
  onDone: (ticketCode: string) => void
}

/** Asks once more before a cinema ticket is used, with the balance before and after. */
function RedeemStep({ showtimeId, onBusy, onBack, onDone }: RedeemStepProps) {
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
function RedeemedTicket({ ticketCode, facts, onClose }: RedeemedTicketProps) {
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

/** A name for a request, so that sending it again does not take a second ticket. */
const newSubmission = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Uses a cinema ticket for a seat. `succeeded` is called with the code. */
function useRedeemTicket(showtimeId: string, succeeded: (ticketCode: string) => void) {
  const { dialog: text } = useText('cinema')
  // Kept until it has succeeded: a repetition after a lost answer is the same request.
  const submission = useRef<string>(undefined)
  const { submit, pending, refusal, clear } = useSubmit(redeemTicket, {
    invalidates: [userInfo, userProfile, cinemaShowtimes, ticketList],
    on: {
      SELLING_FAST: () => ({ message: text.soldOut }),
      NOT_FOUND: () => ({ message: text.gone }),
      CONFLICT: () => ({ message: text.limit(String(TICKETS_PER_SHOWTIME)) }),
    },
    onSuccess: ({ ticketCode }) => {
      submission.current = undefined
      succeeded(ticketCode)
    },
  })
  return {
    redeem: () => void submit({ showtimeId, submissionId: (submission.current ??= newSubmission()) }),
    pending,
    message: refusal?.message,
    clear,
  }
}
