import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useCallContext } from '#web/kit/call-context.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { formatDay } from '#web/kit/format-day.ts'
import { formatMoney } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useLifetime } from '#web/kit/use-lifetime.ts'
import { useText } from '#web/kit/text.ts'
import { routerPath } from '#web/viewer/navigation/paths.ts'
import { useCheckPayment, usePayment } from '#web/viewer/payments/use-payment.ts'
import { QrDialog } from '#web/ui/qr-dialog.tsx'
import type { PlanTerms } from './plan-terms.rules.ts'
import { useAgreementPoll } from './use-agreement.ts'
import type { OpenPlanPayment } from './use-start-plan.ts'

interface PaymentDialogProps {
  payment: OpenPlanPayment
  terms: PlanTerms
  onClose: () => void
}

/** Where an agreement or a prepaid month is approved by a QR code, or on a phone in the app. It leads on with any end. */
export const PlanPaymentDialog = ({ payment, terms, onClose }: PaymentDialogProps) =>
  payment.merchantAgreementId ? (
    <AgreementDialog
      payment={payment}
      terms={terms}
      merchantAgreementId={payment.merchantAgreementId}
      onClose={onClose}
    />
  ) : (
    <PrepaidDialog payment={payment} onClose={onClose} />
  )

/** SPEC 4: polls until the payer has answered, then closes and leads to the result. */
function AgreementDialog({
  payment,
  terms,
  merchantAgreementId,
  onClose,
}: PaymentDialogProps & { merchantAgreementId: string }) {
  const { agreement: text, qr, providers } = useText('plans')
  const { site } = useShellText()
  const { language } = useCallContext()
  const { step, plan, outTradeNo, result } = payment
  const provider = providers[payment.provider]
  const time = useLifetime(step.expiresAt)
  const { isAnswered, isChecking, check } = useAgreementPoll(merchantAgreementId, { enabled: time.left > 0 })
  useLeadOn(isAnswered, result)
  const money = (cents: number) => formatMoney(cents, language, plan.currency)
  const next = 'nextCharge' in terms ? terms.nextCharge : undefined
  return (
    <QrDialog
      title={text.title(provider)}
      closeLabel={qr.close}
      onClose={onClose}
      code={step.kind === 'qr' ? { text: step.text, label: text.image(provider), provider } : undefined}
      steps={text.steps(provider)}
      facts={[
        { label: text.today, value: money(terms.dueToday) },
        { label: next ? text.monthly(formatDay(next, language)) : text.monthlyFromNow, value: money(plan.amount) },
        { label: qr.order, value: outTradeNo, isLong: true },
      ]}
      {...time}
      text={{ ...qr, waiting: text.waiting, expiredText: text.expiredText }}
      app={step.kind === 'app' ? { label: qr.open(provider), href: step.url } : undefined}
      check={{ label: text.check, busy: isChecking, busyText: site.busy, onClick: check }}
    />
  )
}

function PrepaidDialog({ payment, onClose }: Pick<PaymentDialogProps, 'payment' | 'onClose'>) {
  const { qr: text, providers } = useText('plans')
  const { site } = useShellText()
  const { language } = useCallContext()
  const { step, plan, outTradeNo, result } = payment
  const provider = providers[payment.provider]
  const status = usePayment(outTradeNo).data?.status
  const checking = useCheckPayment(outTradeNo)
  useLeadOn(status !== undefined && status !== 'pending', result)
  return (
    <QrDialog
      title={text.title(provider)}
      closeLabel={text.close}
      onClose={onClose}
      code={step.kind === 'qr' ? { text: step.text, label: text.image(provider), provider } : undefined}
      steps={isMobileDevice() ? text.stepsElsewhere(provider) : text.steps(provider)}
      facts={[
        { label: text.amount, value: formatMoney(plan.amount, language, plan.currency) },
        { label: text.order, value: outTradeNo, isLong: true },
      ]}
      {...useLifetime(step.expiresAt)}
      text={text}
      app={step.kind === 'app' ? { label: text.open(provider), href: step.url } : undefined}
      check={{ label: text.check, busy: checking.pending, busyText: site.busy, onClick: checking.check }}
    />
  )
}

function useLeadOn(isOver: boolean, result: string): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (isOver) void navigate(routerPath(result))
  }, [isOver, navigate, result])
}
