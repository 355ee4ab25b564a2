import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { type Subscription, subscriptionDetail, terminateRecurringPayment } from '#contract/subscriptions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { lastMoment } from '#web/kit/format-day.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { refreshAfterPlanChange } from '#web/viewer/plans/plan-cache.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { InfoIcon } from '#web/ui/feature-icons.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { PanelSkeleton } from '#web/ui/panel.tsx'
import { ScreenHead } from '#web/ui/screen-head.tsx'
import { KeepPlan } from './plan-panel.tsx'
import { endIfCancelled, isLive, undoableUntil } from './plan-terms.rules.ts'
import styles from './cancel-screen.module.css'

type Cancelled = OutputOf<typeof terminateRecurringPayment>

/**
 * `/setup/cancelmonfee`: cancels the plan at the end of its cycle: the account's link and the button here are the two clicks. What ends
 * when, and which credits are voided, is shown above the button. Only a plan that a provider renews can be cancelled; the others end by themselves, which is said instead.
 */
export function CancelScreen() {
  const { cancel: text } = useText('plans')
  const { site } = useShellText()
  const answer = useCall(subscriptionDetail, {})
  const [cancelled, setCancelled] = useState<Cancelled>()
  const subscription = answer.data?.subscription
  return (
    <>
      <ScreenHead title={cancelled || subscription?.canUndo ? text.doneTitle : text.title} />
      {answer.isPending ? (
        <PanelSkeleton lines={5} />
      ) : !answer.data ? (
        <ErrorPanel
          title={text.failed}
          text={answer.error?.message}
          action={{ label: site.retry, onClick: () => void answer.refetch() }}
        />
      ) : cancelled ? (
        <Done cancelled={cancelled} onKept={() => setCancelled(undefined)} />
      ) : !isLive(subscription) ? (
        <ErrorPanel
          tone="plain"
          icon={<InfoIcon size={26} />}
          title={text.none}
          text={text.noneText}
          action={{ label: text.toAccount, href: paths.setupPlan() }}
        />
      ) : subscription.canUndo ? (
        <Done
          cancelled={{
            endsAt: subscription.entitledUntil,
            voidedCredits: subscription.creditsLeft,
            subscription,
          }}
        />
      ) : subscription.canCancel ? (
        <Cancel subscription={subscription} onCancelled={setCancelled} />
      ) : (
        <Prepaid subscription={subscription} />
      )}
    </>
  )
}

function Prepaid({ subscription: { entitledUntil } }: { subscription: Subscription }) {
  const { cancel: text } = useText('plans')
  const { language } = useCallContext()
  return (
    <ErrorPanel
      tone="plain"
      icon={<InfoIcon size={26} />}
      title={text.prepaid}
      text={text.prepaidText(formatInstant(lastMoment(entitledUntil), language))}
      action={{ label: text.toAccount, href: paths.setupPlan() }}
    />
  )
}

interface CancelProps {
  subscription: Subscription
  onCancelled: (cancelled: Cancelled) => void
}

function Cancel({ subscription, onCancelled }: CancelProps) {
  const { cancel: text } = useText('plans')
  const { site } = useShellText()
  const { language } = useCallContext()
  const queries = useQueryClient()
  const { submit, pending, refusal } = useSubmit(terminateRecurringPayment, {
    onSuccess: (answer) => {
      onCancelled(answer)
      refreshAfterPlanChange(queries)
    },
  })
  const { creditsLeft, extraCredits, merchantAgreementId, state } = subscription
  const endsAt = endIfCancelled(subscription)
  const end = endsAt && formatInstant(lastMoment(endsAt), language)
  const lines = [
    end ? text.ends(end) : text.endsNow,
    ...(extraCredits > 0 || creditsLeft > 0
      ? [creditsLeft > 0 ? text.voided(formatNumber(creditsLeft, language)) : text.voidedNone, text.kept]
      : []),
    state === 'trial' ? text.noCharge : text.noRefund,
    ...(endsAt ? [text.undoable(formatInstant(undoableUntil(endsAt, subscription), language))] : []),
  ]
  return (
    <div className={styles.panel}>
      <p className={styles.name}>{subscription.planName}</p>
      <p className={styles.text}>{text.text}</p>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <FormError>{refusal?.message}</FormError>
      <div className={styles.actions}>
        <Button look="danger" busy={pending} busyText={site.busy} onClick={() => void submit({ merchantAgreementId })}>
          {text.confirm}
        </Button>
        <Button href={paths.setupPlan()}>{text.stay}</Button>
      </div>
    </div>
  )
}

/** The plan is cancelled: until when it lasts, what is voided then, and the way back. */
function Done({ cancelled, onKept }: { cancelled: Cancelled; onKept?: () => void }) {
  const { cancel: text } = useText('plans')
  const { language } = useCallContext()
  const { endsAt, voidedCredits, subscription } = cancelled
  const isOver = subscription.state === 'ended'
  return (
    <div className={styles.panel}>
      <output className={styles.done}>
        <CheckIcon size={22} />
        {isOver ? text.doneNow : text.done(formatInstant(lastMoment(endsAt), language))}
      </output>
      {voidedCredits > 0 && !isOver ? (
        <p className={styles.text}>{text.doneVoided(formatNumber(voidedCredits, language))}</p>
      ) : null}
      {subscription.canUndo ? <p className={styles.text}>{text.undoText}</p> : null}
      <div className={styles.actions}>
        {subscription.canUndo ? <KeepPlan {...(onKept && { onKept })}>{text.undo}</KeepPlan> : null}
        <Button href={paths.setupPlan()}>{text.toAccount}</Button>
      </div>
    </div>
  )
}
