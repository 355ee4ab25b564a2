import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Program, revampDetail } from '#contract/programs.ts'
import { payPlay } from '#contract/rentals.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDuration, formatInstant, formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { useServerNow } from '#web/kit/use-server-now.ts'
import { useDeviceLimits } from '#web/viewer/cards/device-limits.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { secondPlanOffer } from '#web/viewer/plans/offers.rules.ts'
import { usePlanOffer } from '#web/viewer/plans/use-plan-offer.ts'
import {
  isFullTerm,
  lacksTime,
  type Quote,
  secondsLeft,
  type CreditQuote,
  type VoucherQuote,
} from '#web/viewer/rentals/quote.rules.ts'
import { refreshAfterPurchase } from '#web/viewer/rentals/rental-cache.ts'
import { useQuote } from '#web/viewer/rentals/use-quote.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { ReplayIcon, ShieldIcon } from '#web/ui/feature-icons.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { SpendingMeter } from '#web/ui/spending-meter.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { PlanRequired } from './plan-required.tsx'
import { ShortOfCredits } from './short-of-credits.tsx'
import styles from './purchase-dialog.module.css'
import { formatExpiry } from '#web/kit/format-day.ts'

export interface PurchaseDialogProps {
  programId: string
  /** The title can be played now. */
  onBought: () => void
  onClose: () => void
}

/** Refusals after which another quote is requested. */
const OUTDATED: ReadonlySet<string> = new Set([
  'QUOTE_EXPIRED',
  'INSUFFICIENT_CREDITS',
  'INSUFFICIENT_TICKETS',
  'CONFLICT',
])

/**
 * Rents a title: says what it costs, from which bucket, what is left and until when it lasts, and charges that. With too few
 * credits, the way to more, or to the plan. A title that is rented already is not asked about again.
 */
export function PurchaseDialog({ programId, onBought, onClose }: PurchaseDialogProps) {
  const text = useText('rentals')
  const { site } = useShellText()
  const { language } = useCallContext()
  const program = useCall(revampDetail, { programId }).data?.program
  const { state, renew } = useQuote(
    { programId, programGuid: program?.programGuid },
    { enabled: program !== undefined },
  )
  const purchase = usePurchase(program, { onBought, renew })
  useOnce(state.kind === 'owned' && !purchase.pending, onBought)
  const shared = { closeLabel: text.close, onClose }

  if (state.kind === 'quote' && program) {
    const formatTitle = state.quote.unit === 'vouchers' ? text.voucherTitle : text.confirmTitle
    return (
      <Dialog {...shared} title={formatTitle(program.title)} busy={purchase.pending} className={styles.wide}>
        <div className={styles.body}>
          <Poster program={program} />
          <div className={styles.text}>
            <Confirm program={program} quote={state.quote} error={purchase.error} />
            <PlanInstead program={program} onClose={onClose} />
            <div className={styles.actions}>
              <Button look="outline" size="l" disabled={purchase.pending} onClick={onClose}>
                {text.cancel}
              </Button>
              <ConfirmButton quote={state.quote} busyText={site.busy} {...purchase} />
            </div>
          </div>
        </div>
      </Dialog>
    )
  }
  if (state.kind === 'short' && program) {
    return (
      <Dialog
        {...shared}
        title={text.missingTitle(formatNumber(state.needed - state.owned, language))}
        className={styles.bottom}
      >
        <ShortOfCredits program={program} owned={state.owned} needed={state.needed} onClose={onClose} />
      </Dialog>
    )
  }
  if (state.kind === 'plan' && program) {
    return (
      <Dialog {...shared} title={text.planTitle(program.title)} className={styles.bottom}>
        <p className={styles.sentence}>{state.message}</p>
        <PlanRequired program={program} onClose={onClose} />
      </Dialog>
    )
  }
  if (state.kind === 'refused' || state.kind === 'failed') {
    const isFinal = state.kind === 'refused'
    return (
      <Dialog {...shared} title={isFinal ? text.refusedTitle : text.failed}>
        <p className={styles.sentence} role="alert">
          {state.message}
        </p>
        <DialogActions
          main={isFinal ? undefined : { label: text.retry, onClick: renew }}
          cancel={{ label: text.close, onClick: onClose }}
        />
      </Dialog>
    )
  }
  return (
    <Dialog {...shared} title={text.rentTitle}>
      <Waiting label={text.loading} size="s" />
    </Dialog>
  )
}

interface Purchase {
  buy: (quote: Quote) => void
  pending: boolean
  error: string | undefined
}

/** Charges a quote once. An outdated quote is replaced by a new one, which has to be confirmed again. */
function usePurchase(
  program: Program | undefined,
  { onBought, renew }: { onBought: () => void; renew: () => void },
): Purchase {
  const text = useText('rentals')
  const queries = useQueryClient()
  const [isOutdated, setOutdated] = useState(false)
  const { submit, pending, refusal } = useSubmit(payPlay, {
    onSuccess: () => {
      refreshAfterPurchase(queries)
      onBought()
    },
  })
  const buy = async ({ payment, resourceId }: Quote) => {
    if (!program) return
    const { programId, programGuid } = program
    const answer = await submit({ programId, programGuid, payment, resourceId })
    const isStale = answer.result === 'FAILED' && OUTDATED.has(answer.failure.errorCode)
    setOutdated(isStale)
    if (isStale) renew()
  }
  return {
    buy: (quote) => void buy(quote),
    pending,
    error: isOutdated ? text.quoteChanged : refusal?.message,
  }
}

function Poster({ program }: { program: Program }) {
  return (
    <span className={styles.poster}>
      <ResponsiveImage src={program.keyartImageURL} alt="" sizes="220px" priority="eager" />
    </span>
  )
}

function Confirm({ program, quote, error }: { program: Program; quote: Quote; error: string | undefined }) {
  const text = useText('rentals')
  const { language } = useCallContext()
  const now = useServerNow()
  const limits = useDeviceLimits(program)
  const { rentedUntil } = quote
  const until = formatInstant(rentedUntil, language)
  const { duration, programType, episodeCount, access } = program
  const lacks = programType === 'movie' && duration !== undefined && lacksTime(rentedUntil, duration, now)
  return (
    <>
      <p className={styles.sentence}>{isFullTerm(rentedUntil, now) ? text.term : text.shortTerm(until)}</p>
      {lacks ? (
        <Fact icon={<WarningIcon size={18} />} tone="warn">
          {text.lacksTime(formatDuration(secondsLeft(rentedUntil, now), language), formatDuration(duration, language))}
        </Fact>
      ) : null}
      {limits.map((limit) => (
        <Fact key={limit} icon={<WarningIcon size={18} />} tone="warn">
          {text.deviceLimits[limit]}
        </Fact>
      ))}
      <QuoteMeter quote={quote} />
      <ul className={styles.facts}>
        {programType === 'drama' && episodeCount > 0 ? (
          <Fact icon={<ReplayIcon size={18} />}>{text.series(formatNumber(episodeCount, language))}</Fact>
        ) : null}
        {access === 'parental' ? <Fact icon={<ShieldIcon size={18} />}>{text.adult}</Fact> : null}
        <Fact icon={<ReplayIcon size={18} />}>{quote.unit === 'vouchers' ? text.voucherRefund : text.refund}</Fact>
      </ul>
      <FormError>{error}</FormError>
    </>
  )
}

/** The way to the plan, of a title that has both. */
function PlanInstead({ program, onClose }: { program: Program; onClose: () => void }) {
  const offer = secondPlanOffer(program)
  const plan = usePlanOffer({ enabled: offer !== undefined })
  return offer && plan ? (
    <Button
      look="text"
      note={plan.priceText}
      href={paths.monthlyFee({ programId: program.programId })}
      onClick={onClose}
    >
      {offer.text}
    </Button>
  ) : null
}

function Fact({ icon, tone, children }: { icon: ReactNode; tone?: 'warn'; children: string }) {
  const Tag = tone ? 'p' : 'li'
  return (
    <Tag className={styles.fact} data-tone={tone}>
      {icon}
      {children}
    </Tag>
  )
}

function ConfirmButton({ quote, buy, pending, busyText }: Purchase & { quote: Quote; busyText: string }) {
  const text = useText('rentals')
  const { language } = useCallContext()
  const isVoucher = quote.unit === 'vouchers'
  const formatPrice = isVoucher ? text.vouchers : text.credits
  return (
    <Button
      look="primary"
      size="l"
      note={formatPrice(formatNumber(quote.payment, language))}
      busy={pending}
      busyText={busyText}
      data-autofocus=""
      onClick={() => buy(quote)}
    >
      {isVoucher ? text.voucherConfirm : text.confirm}
    </Button>
  )
}

/** Calls back the first time that the condition is true. */
function useOnce(condition: boolean, act: () => void): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!condition || isDone.current) return
    isDone.current = true
    act()
  }, [condition, act])
}

const QuoteMeter = ({ quote }: { quote: Quote }) =>
  quote.unit === 'vouchers' ? <VoucherMeter quote={quote} /> : <CreditMeter quote={quote} />

function CreditMeter({ quote: { credits } }: { quote: CreditQuote }) {
  const text = useText('rentals')
  const { language } = useCallContext()
  const figure = (value: number) => formatNumber(value, language)
  const lines = credits.from.map(({ bucket, credits: taken }) => ({
    bucket,
    amount: taken,
    name: text.buckets[bucket],
    taken: text.taken(figure(taken)),
    takenLabel: text.takenLabel(figure(taken)),
  }))
  const ends = { owned: text.owned(figure(credits.owned)), left: text.left(figure(credits.left)) }
  return <SpendingMeter lines={lines} left={credits.left} ends={ends} />
}

function VoucherMeter({ quote: { payment, vouchers } }: { quote: VoucherQuote }) {
  const text = useText('rentals')
  const { language } = useCallContext()
  const figure = (value: number) => formatNumber(value, language)
  const line = {
    name: text.voucher(formatExpiry(vouchers.expiresAt, language)),
    amount: payment,
    taken: text.takenVouchers(figure(payment)),
    takenLabel: text.takenVouchersLabel(figure(payment)),
  }
  const ends = { owned: text.ownedVouchers(figure(vouchers.owned)), left: text.leftVouchers(figure(vouchers.left)) }
  return <SpendingMeter lines={[line]} left={vouchers.left} ends={ends} bucket="voucher" />
}
