import { type ComponentType, useState, type ReactNode } from 'react'
import type { PaymentKind } from '#contract/payments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatTime } from '#web/kit/format-day.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { balancesOf } from '#web/viewer/account/balances.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { offeredBeside, usualKind } from '#web/viewer/payments/offered-kinds.rules.ts'
import { useLoginAction } from '#web/viewer/session/pending-action.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { formatStart, hoursBetween } from '#web/viewer/screenings/screening-times.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { RadioField } from '#web/ui/form/radio-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Facts } from '#web/ui/panel.tsx'
import { SpendingMeter } from '#web/ui/spending-meter.tsx'
import { blocksAll, isProvider, quoteProblem, type Way, waysOf } from './buying.rules.ts'
import { WaysSkeleton } from './buying-panel-skeleton.tsx'
import { HeldSeats } from './held-seats.tsx'
import { PriceKept } from './price-kept.tsx'
import type { Slot } from './slots.ts'
import { type OpenScreeningPayment, type ScreeningQuote, usePayment, usePurchase } from './use-buying.ts'
import styles from './buying-panel.module.css'
import { useServerNow } from '#web/kit/use-server-now.ts'
import { requestParentalCode } from '#web/viewer/parental/parental-gate.ts'
import { WarningIcon } from '#web/ui/icons.tsx'

export type ScreeningPaymentDialog = ComponentType<{ payment: OpenScreeningPayment; onClose: () => void }>

interface BuyingPanelProps {
  slot: Slot
  PaymentDialog: ScreeningPaymentDialog
}

/** Buys a screening: when it starts and ends, the ways to pay, and what is left afterwards (DESIGN, picture 21). */
export function BuyingPanel({ slot, PaymentDialog }: BuyingPanelProps) {
  const text = useText('screenings')
  const { buy } = text
  const { language } = useCallContext()
  const { program, startsAt, endsAt, seats, credits, screeningId } = slot
  const guests = formatNumber(seats - 1, language)
  const hasStarted = Date.parse(startsAt) <= useServerNow()
  // Of a screening that runs already only what is left can be bought.
  const hours = hasStarted ? undefined : formatNumber(hoursBetween(startsAt, endsAt), language)
  // It costs more than a rental because it is for several people.
  const isPerSeat = seats > 1 && credits > 0 && credits % seats === 0
  return (
    <section className={styles.panel} aria-label={buy.title}>
      {screeningId === undefined ? <HeldSeats slotId={slot.slotId} /> : null}
      <h2 className={styles.kicker}>{buy.title}</h2>
      <p className={styles.title}>{program.title}</p>
      <Facts
        list={[
          { label: hasStarted ? buy.started : buy.starts, value: formatStart(startsAt, language) },
          { label: buy.watch, value: joinFacts([formatInstant(endsAt, language), hours && buy.span(hours)], language) },
          { label: buy.seats, value: seats > 1 ? buy.seatsOf(guests) : buy.seatsAlone },
          ...(isPerSeat
            ? [
                {
                  label: buy.price,
                  value: buy.perSeat(formatNumber(seats, language), formatNumber(credits / seats, language)),
                },
              ]
            : []),
        ]}
      />
      {screeningId === undefined ? (
        <Sale slot={slot} hours={hours} PaymentDialog={PaymentDialog} />
      ) : (
        <>
          <p className={styles.owned}>{buy.owned}</p>
          <Button look="primary" size="l" wide href={paths.private(screeningId)}>
            {buy.toScreening}
          </Button>
        </>
      )}
    </section>
  )
}

type SaleProps = BuyingPanelProps & { hours: string | undefined }

function Sale(props: SaleProps) {
  const { slot } = props
  const text = useText('screenings')
  const isMember = useSession().token !== undefined
  if (slot.state === 'soldOut') return <p className={styles.sold}>{text.soldOut}</p>
  if (slot.state === 'held') return <SellingFast retryAt={slot.retryAt} />
  return isMember ? <MemberSale {...props} /> : <VisitorSale {...props} />
}

/** The price, and the login before it is paid. */
function VisitorSale({ slot }: SaleProps) {
  const text = useText('screenings')
  const { language } = useCallContext()
  const { credits, amount, currency, slotId } = slot
  const logIn = useLoginAction({ kind: 'go', to: routerPath(paths.payCinema(slotId)) })
  return (
    <>
      <p className={styles.prices}>
        <strong>{text.credits(formatNumber(credits, language))}</strong>
        <span>{formatMoney(amount, language, currency)}</span>
      </p>
      <Button look="primary" size="l" wide {...logIn}>
        {text.buy.logIn}
      </Button>
    </>
  )
}

function MemberSale({ slot, hours, PaymentDialog }: SaleProps) {
  const text = useText('screenings')
  const { buy, providers } = text
  const { language } = useCallContext()
  const account = useAccount()
  const buying = usePurchase(slot, { enabled: true })
  const payment = usePayment(slot)
  const [chosen, setChosen] = useState<Way>()
  const [isConfirming, setConfirming] = useState(false)
  const { quote } = buying
  const profile = account.data?.profile
  if (quote.isPending || !profile) {
    if (quote.isLoadingError || account.isLoadingError)
      return <Failed onRetry={buying.renew} message={account.error?.message} />
    return (
      <>
        {/* The line that says how long the price is kept stands above the rest. */}
        <p className={styles.kept} aria-hidden="true">
          &nbsp;
        </p>
        <div className={styles.awaited} data-awaited="" aria-hidden="true">
          <WaysSkeleton />
        </div>
      </>
    )
  }
  const problem = quote.error ? quoteProblem(quote.error.code) : undefined
  if (problem && blocksAll(problem)) return <Blocked error={quote.error} problem={problem} onRetry={buying.renew} />
  const balances = balancesOf(profile)
  const unit = quote.data?.unit ?? balances.kind
  const kinds = offeredBeside(slot.providers)
  const ways = waysOf(unit, kinds)
  const way = chosen ?? (problem === 'short' ? (usualKind(kinds) ?? unit) : unit)
  const figure = (value: number) => formatNumber(value, language)
  const needed = unit === 'tickets' ? slot.tickets : slot.credits
  const owned = quote.data?.owned ?? balances.total
  const price = unit === 'tickets' ? text.tickets(figure(needed)) : text.credits(figure(needed))
  const money = formatMoney(slot.amount, language, slot.currency)
  const shortNote =
    unit === 'tickets' ? buy.ticketsShort : buy.creditsShort(figure(owned), figure(Math.max(0, needed - owned)))
  const ownNote =
    problem === 'short' ? shortNote : unit === 'tickets' ? buy.ticketsOwned(figure(needed), figure(owned)) : price
  return (
    <>
      {quote.data ? (
        <PriceKept key={quote.data.quoteExpiresAt} until={quote.data.quoteExpiresAt} onOver={buying.renew} />
      ) : null}
      <RadioField
        look="list"
        name="way"
        label={buy.ways}
        className={styles.ways}
        value={way}
        onChange={(value) => setChosen(value as Way)}
        choices={ways.map((one) => ({
          value: one,
          label: isProvider(one) ? providers[one] : unit === 'tickets' ? buy.ticketWay : buy.creditWay,
          note: isProvider(one) ? money : ownNote,
        }))}
      />
      <FormError>{isProvider(way) ? payment.problem : buying.problem}</FormError>
      {isProvider(way) ? (
        <PayButton provider={way} payment={payment} note={money} />
      ) : problem === 'short' ? (
        <Short unit={unit} missing={Math.max(0, needed - owned)} slotId={slot.slotId} />
      ) : problem === 'failed' ? (
        <Failed onRetry={buying.renew} message={quote.error?.message} />
      ) : (
        <>
          <Button look="primary" size="l" wide note={hours && buy.noteHours(hours)} onClick={() => setConfirming(true)}>
            {unit === 'tickets' ? buy.payTickets(figure(needed)) : buy.payCredits(figure(needed))}
          </Button>
          <p className={styles.hint}>
            {unit === 'tickets'
              ? buy.ticketsLeft(figure(owned), figure(owned - needed))
              : buy.creditsLeft(figure(owned), figure(owned - needed))}
          </p>
        </>
      )}
      <p className={styles.hint}>{buy.refund}</p>
      {isConfirming && quote.data ? (
        <ConfirmDialog slot={slot} quote={quote.data} buying={buying} onClose={() => setConfirming(false)} />
      ) : null}
      {payment.open ? <PaymentDialog payment={payment.open} onClose={payment.close} /> : null}
    </>
  )
}

function PayButton({
  provider,
  payment,
  note,
}: {
  provider: PaymentKind
  payment: ReturnType<typeof usePayment>
  note: string
}) {
  const { buy } = useText('screenings')
  const { site } = useShellText()
  return (
    <>
      <Button
        look="primary"
        size="l"
        wide
        note={note}
        busy={payment.pending}
        busyText={site.busy}
        onClick={() => void payment.pay(provider)}
      >
        {buy.payMoney}
      </Button>
      <p className={styles.hint}>{buy.noFee}</p>
    </>
  )
}

/** Others' payments hold the seats: with when to try again (SPEC 8). */
function SellingFast({ retryAt }: { retryAt: string | undefined }) {
  const text = useText('screenings')
  const { language } = useCallContext()
  return (
    <output className={styles.fast}>
      <p>
        <WarningIcon size={18} />
        <strong>{text.sellingFast}</strong>
      </p>
      <p>{joinFacts([text.sellingFastText, retryAt && text.retryAt(formatTime(retryAt, language))], language)}</p>
    </output>
  )
}

interface ConfirmDialogProps {
  slot: Slot
  quote: ScreeningQuote
  buying: ReturnType<typeof usePurchase>
  onClose: () => void
}

/** What is taken from where and what is left: credits are spent by its button only. */
function ConfirmDialog({ slot: { program, startsAt, endsAt }, quote, buying, onClose }: ConfirmDialogProps) {
  const { buy } = useText('screenings')
  const rentals = useText('rentals')
  const { site } = useShellText()
  const { language } = useCallContext()
  const confirmText = Date.parse(startsAt) <= useServerNow() ? buy.confirmStarted : buy.confirmText
  const { unit, payment, owned, left, from } = quote
  const figure = (value: number) => formatNumber(value, language)
  const isTickets = unit === 'tickets'
  const ticketsTaken = { taken: buy.taken(figure(payment)), takenLabel: buy.ticketsTaken(figure(payment)) }
  const lines = isTickets
    ? [{ name: buy.ticketWay, amount: payment, ...ticketsTaken }]
    : (from ?? []).map(({ bucket, credits }) => ({
        bucket,
        amount: credits,
        name: rentals.buckets[bucket],
        taken: rentals.taken(figure(credits)),
        takenLabel: rentals.takenLabel(figure(credits)),
      }))
  const ends = isTickets
    ? { owned: buy.ticketsHave(figure(owned)), left: buy.ticketsAfter(figure(left)) }
    : { owned: rentals.owned(figure(owned)), left: buy.creditsAfter(figure(left)) }
  return (
    <Dialog
      title={buy.confirmTitle(program.title)}
      closeLabel={rentals.close}
      busy={buying.pending}
      onClose={onClose}
      className={styles.confirm}
    >
      <p className={styles.hint}>{confirmText(formatStart(startsAt, language), formatInstant(endsAt, language))}</p>
      <SpendingMeter lines={lines} left={left} ends={ends} bucket={isTickets ? 'cinema' : undefined} />
      <p className={styles.hint}>{buy.refund}</p>
      <FormError>{buying.problem}</FormError>
      <DialogActions
        main={{
          label: isTickets ? buy.payTickets(figure(payment)) : buy.payCredits(figure(payment)),
          busy: buying.pending,
          busyText: site.busy,
          onClick: () => void buying.purchase(quote),
        }}
        cancel={{ label: rentals.cancel, onClick: onClose, disabled: buying.pending }}
      />
    </Dialog>
  )
}

interface ShortProps {
  unit: 'credits' | 'tickets'
  missing: number
  slotId: string
}

/** Too few credits or tickets: the button says how many are missing, and leads to them. */
function Short({ unit, missing, slotId }: ShortProps) {
  const { buy } = useText('screenings')
  const { language } = useCallContext()
  if (unit === 'credits')
    return (
      <Button
        look="primary"
        size="l"
        wide
        note={missing > 0 ? buy.missing(formatNumber(missing, language)) : undefined}
        href={paths.payPoint({ slotId })}
      >
        {buy.topUp}
      </Button>
    )
  return (
    <>
      <Button look="primary" size="l" wide href={paths.redeem()}>
        {buy.redeem}
      </Button>
      <p className={styles.hint}>{buy.redeemText}</p>
    </>
  )
}

/** Nothing can be paid now. */
function Blocked({
  error,
  problem,
  onRetry,
}: {
  error: { message: string; failure: { retryAfter?: number | undefined } } | null
  problem: ReturnType<typeof quoteProblem>
  onRetry: () => void
}): ReactNode {
  const { buy } = useText('screenings')
  const at = useServerNow()
  if (problem === 'fast') {
    const { retryAfter } = error?.failure ?? {}
    return (
      <SellingFast retryAt={retryAfter === undefined ? undefined : new Date(at + retryAfter * 1000).toISOString()} />
    )
  }
  if (problem === 'parental')
    return (
      <>
        <p className={styles.notice}>{buy.parental}</p>
        <Button
          look="primary"
          size="l"
          wide
          onClick={() => void requestParentalCode({ purpose: 'watch' }).then((isPassed) => isPassed && onRetry())}
        >
          {buy.parentalAction}
        </Button>
      </>
    )
  return (
    <p className={styles.notice} role="alert">
      {problem === 'gone' ? buy.gone : error?.message}
    </p>
  )
}

function Failed({ message, onRetry }: { message: string | undefined; onRetry: () => void }) {
  const { buy } = useText('screenings')
  return (
    <>
      <FormError>{message}</FormError>
      <Button wide onClick={onRetry}>
        {buy.retry}
      </Button>
    </>
  )
}
