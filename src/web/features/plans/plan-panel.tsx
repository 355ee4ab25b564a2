import { useState, type ReactNode } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { getSubscribableMonthlyPlanWeb } from '#contract/plans.ts'
import {
  retryRenewal,
  type Subscription,
  subscriptionDetail,
  terminateRecurringPayment,
} from '#contract/subscriptions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDay, formatMonthDay, lastMoment } from '#web/kit/format-day.ts'
import { formatInstant, formatMoney, formatNumber } from '#web/kit/format.ts'
import { joinFacts } from '#web/kit/join-facts.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { usePaysWithVouchers } from '#web/viewer/account/use-pays-with-vouchers.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { refreshAfterPlanChange } from '#web/viewer/plans/plan-cache.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import { type Fact, Facts, Panel, PanelSkeleton } from '#web/ui/panel.tsx'
import { isLive } from './plan-terms.rules.ts'
import { useChargeTimes } from './use-charge-times.ts'
import styles from './plan-panel.module.css'

interface PlanPanelProps {
  /** Beside other panels: of its facts only until when it lasts, and what is charged next and how. */
  brief?: boolean
}

/** The plan of the account: its cycle, the next charge, what failed, and the ways to change or cancel it. */
export function PlanPanel({ brief = false }: PlanPanelProps) {
  const { panel: text } = useText('plans')
  const { site } = useShellText()
  const answer = useCall(subscriptionDetail, {})
  if (answer.isPending) return <PanelSkeleton lines={brief ? 4 : 6} />
  if (!answer.data) {
    return (
      <Panel title={text.title}>
        <ErrorPanel
          compact
          title={text.failed}
          text={answer.error.message}
          action={{ label: site.retry, onClick: () => void answer.refetch() }}
        />
      </Panel>
    )
  }
  const { subscription } = answer.data
  return isLive(subscription) ? <Plan subscription={subscription} brief={brief} /> : <NoPlan former={subscription} />
}

function NoPlan({ former }: { former: Subscription | null }) {
  const { panel: text, card } = useText('plans')
  // Members of a telecom partner cannot buy it.
  const hasVouchers = usePaysWithVouchers()
  const { language } = useCallContext()
  return (
    <Panel title={text.title}>
      {former ? (
        <p className={styles.none}>
          {text.ended(former.planName, formatDay(lastMoment(former.entitledUntil), language))}
        </p>
      ) : null}
      <p className={styles.none}>{hasVouchers ? card.refusals.TELECOM_PARTNER.text : text.none}</p>
      {hasVouchers ? null : (
        <div className={styles.actions}>
          <Button href={paths.monthlyFee()}>{former ? text.again : text.subscribe}</Button>
        </div>
      )}
    </Panel>
  )
}

function Plan({ subscription, brief }: { subscription: Subscription; brief: boolean }) {
  const { panel: text } = useText('plans')
  const { state, planName, provider, canCancel, canUndo } = subscription
  // Prepaid months are not renewed from the first day on: that is no news.
  const shown = state === 'cancelling' && !provider ? 'active' : state
  const facts = useFacts(subscription)
  const shownBriefly = [text.end, text.prepaidEnd, text.nextCharge, text.provider]
  const chargeTimes = useChargeTimes(subscription.nextChargeAt, subscription.cycleEndsAt)
  return (
    <Panel
      title={text.title}
      aside={
        <span className={styles.state} data-state={isAwaited(subscription) ? 'awaited' : shown}>
          {isAwaited(subscription) ? text.waitingState : text.states[shown]}
        </span>
      }
    >
      <p className={styles.name}>{planName}</p>
      {state === 'past_due' ? <Overdue subscription={subscription} /> : null}
      {state === 'cancelling' && provider ? <Cancelling subscription={subscription} /> : null}
      <Facts list={brief ? facts.filter(({ label }) => shownBriefly.includes(label)) : facts} />
      {chargeTimes ? <p className={styles.hint}>{chargeTimes}</p> : null}
      <div className={styles.actions}>
        {state === 'past_due' || canUndo ? null : (
          <Button href={paths.changePlan()}>{provider ? text.replace : text.extend}</Button>
        )}
        <OtherPlan subscription={subscription} />
        {canCancel ? (
          <Button look="text" href={paths.setupCancelMonFee()}>
            {text.cancel}
          </Button>
        ) : null}
      </div>
    </Panel>
  )
}

/** SPEC 3's labels (name, start date, end date, credits), and what the plan charges. */
function useFacts(subscription: Subscription): Fact[] {
  const { panel: text, providers } = useText('plans')
  const { language } = useCallContext()
  const { startedAt, cycleEndsAt, entitledUntil, amount, currency, extraCredits, creditsLeft, provider } = subscription
  const { state, nextChargeAt, queuedMonths, nextPlan } = subscription
  const money = (cents: number) => formatMoney(cents, language, currency)
  const number = (value: number) => formatNumber(value, language)
  const optional = (label: string, value: ReactNode): Fact[] => (value ? [{ label, value }] : [])
  return [
    { label: text.start, value: formatMonthDay(startedAt, language, 'short') },
    // Prepaid months end with the last of them.
    {
      label: provider ? text.end : text.prepaidEnd,
      value: formatInstant(lastMoment(provider ? cycleEndsAt : entitledUntil), language),
    },
    { label: text.price, value: text.perMonth(money(amount)) },
    {
      label: text.nextCharge,
      value: nextChargeAt ? (
        <strong>
          {joinFacts([formatInstant(nextChargeAt, language), money(nextPlan?.amount ?? amount)], language)}
        </strong>
      ) : isAwaited(subscription) || (state === 'past_due' && provider === 'paypal') ? (
        text.waitingState
      ) : (
        text.noCharge
      ),
    },
    {
      label: text.provider,
      value: provider ? (state === 'cancelling' ? providers[provider] : text.auto(providers[provider])) : text.prepaid,
    },
    ...optional(text.extra, extraCredits > 0 && text.extraOf(number(extraCredits), number(creditsLeft))),
    ...optional(text.queued, queuedMonths > 0 && text.months(number(queuedMonths))),
    ...optional(
      text.nextPlan,
      nextPlan && joinFacts([nextPlan.planName, text.perMonth(money(nextPlan.amount))], language),
    ),
  ]
}

/** The way to another plan on sale, from the next cycle on. */
function OtherPlan({ subscription: { planId, provider, state, nextPlan } }: { subscription: Subscription }) {
  const { panel: text } = useText('plans')
  const canChangePlan = provider !== undefined && state !== 'past_due' && !nextPlan
  const standard = useCall(getSubscribableMonthlyPlanWeb, { offer: 'standard' }, { enabled: canChangePlan })
  const other = standard.data?.planList.find((plan) => plan.planId !== planId)
  return canChangePlan && other ? (
    <Button look="outline" href={paths.changePlan(other.planId)}>
      {text.change}
    </Button>
  ) : null
}

/** What was due is not paid. No charge has failed yet: the provider's own schedule, or its answer, is a moment late. */
const isAwaited = ({ state, failure }: Subscription): boolean => state === 'past_due' && !failure

function Overdue({ subscription }: { subscription: Subscription }) {
  const { failure } = subscription
  return failure ? (
    <FailedRenewal subscription={subscription} failure={failure} />
  ) : (
    <AwaitedCharge subscription={subscription} />
  )
}

function AwaitedCharge({ subscription }: { subscription: Subscription }) {
  const { provider, entitledUntil, extraCredits } = subscription
  const { panel: text, providers } = useText('plans')
  const { language } = useCallContext()
  const waiting = extraCredits > 0 ? text.waitingText : text.waitingPlays
  return (
    <div className={styles.ending}>
      {provider ? <p>{text.waiting(providers[provider])}</p> : null}
      <p>{waiting(formatInstant(lastMoment(entitledUntil), language))}</p>
      <Button href={paths.changePlan()}>{text.replace}</Button>
    </div>
  )
}

interface FailedRenewalProps {
  subscription: Subscription
  failure: NonNullable<Subscription['failure']>
}

/** A renewal that failed: what holds until when, another try now where we charge (PayPal retries automatically), another way to pay. */
function FailedRenewal({ subscription: { provider }, failure }: FailedRenewalProps) {
  const { panel: text, providers } = useText('plans')
  const { site } = useShellText()
  const { language } = useCallContext()
  const queries = useQueryClient()
  const retry = useSubmit(retryRenewal, {
    onSuccess: ({ status }) => {
      showToast({ text: status === 'paid' || status === 'pending' ? text.retried[status] : text.retried.other })
      refreshAfterPlanChange(queries)
    },
  })
  const at = (instant: string) => formatInstant(instant, language)
  return (
    <section className={styles.failure} aria-label={text.failedTitle}>
      <WarningIcon size={22} />
      <div>
        <p className={styles.failureTitle}>{text.failedTitle}</p>
        <p>{text.failedAt(at(failure.failedAt))}</p>
        {failure.nextTryAt ? <p>{text.nextTry(at(failure.nextTryAt))}</p> : null}
        {provider === 'paypal' ? <p>{text.triesAgain(providers.paypal)}</p> : null}
        <p>{text.plays(at(lastMoment(failure.endsAt)))}</p>
        <FormError>{retry.refusal?.message}</FormError>
        <div className={styles.actions}>
          {provider === 'paypal' ? null : (
            <Button look="primary" busy={retry.pending} busyText={site.busy} onClick={() => void retry.submit({})}>
              {text.retry}
            </Button>
          )}
          <Button href={paths.changePlan()}>{text.replace}</Button>
        </div>
      </div>
    </section>
  )
}

/** A plan that is not renewed any more: when it ends, and the way back. */
function Cancelling({ subscription: { entitledUntil, canUndo } }: { subscription: Subscription }) {
  const { panel: text } = useText('plans')
  const { language } = useCallContext()
  return (
    <div className={styles.ending}>
      <p>{text.cancelling(formatInstant(lastMoment(entitledUntil), language))}</p>
      {canUndo ? <KeepPlan>{text.undo}</KeepPlan> : null}
    </div>
  )
}

/** Takes a cancellation back. */
export function KeepPlan({ children, onKept }: { children: ReactNode; onKept?: () => void }) {
  const { panel: text } = useText('plans')
  const { site } = useShellText()
  const queries = useQueryClient()
  const [isKept, setKept] = useState(false)
  const undo = useSubmit(terminateRecurringPayment, {
    toast: text.undone,
    onSuccess: () => {
      setKept(true)
      onKept?.()
      refreshAfterPlanChange(queries)
    },
  })
  return (
    <div className={styles.keep}>
      <FormError>{undo.refusal?.message}</FormError>
      <Button
        busy={undo.pending}
        disabled={isKept}
        busyText={site.busy}
        onClick={() => void undo.submit({ undo: true })}
      >
        {children}
      </Button>
    </div>
  )
}
