import { useEffect } from 'react'
import { useNavigate } from '#web/kit/router.tsx'
import { useCallContext } from '#web/kit/call-context.ts'
import { isMobileDevice } from '#web/kit/device-capabilities.ts'
import { formatMoney } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useLifetime } from '#web/kit/use-lifetime.ts'
import { useText } from '#web/kit/text.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { useCheckPayment, usePayment } from '#web/viewer/payments/use-payment.ts'
import { QrDialog } from '#web/ui/qr-dialog.tsx'
import type { OpenPayment } from './use-start-payment.ts'

export interface PaymentDialogProps {
  payment: Pick<OpenPayment, 'outTradeNo' | 'provider' | 'amount' | 'step'> &
    Partial<Pick<OpenPayment, 'programId' | 'slotId'>>
  onClose: () => void
}

/** A payment by QR code, or on a phone by the link of the app. It leads on with any end. */
export function PaymentDialog({ payment, onClose }: PaymentDialogProps) {
  const { qr: text, providers } = useText('payments')
  const { site } = useShellText()
  const { language } = useCallContext()
  const navigate = useNavigate()
  const { step, outTradeNo, programId, slotId, amount } = payment
  const provider = providers[payment.provider]
  const status = usePayment(outTradeNo)
  const checking = useCheckPayment(outTradeNo)
  const isOver = status.data !== undefined && status.data.status !== 'pending'
  useEffect(() => {
    if (isOver) navigate(routerPath(paths.paymentResult({ outTradeNo, programId, slotId })))
  }, [isOver, navigate, outTradeNo, programId, slotId])
  return (
    <QrDialog
      title={text.title(provider)}
      closeLabel={text.close}
      onClose={onClose}
      code={step.kind === 'qr' ? { text: step.text, label: text.image(provider), provider } : undefined}
      steps={isMobileDevice() ? text.stepsElsewhere(provider) : text.steps(provider)}
      facts={[
        { label: text.amount, value: formatMoney(amount, language) },
        { label: text.order, value: status.data?.orderNumber ?? '' },
      ]}
      {...useLifetime(step.expiresAt)}
      text={text}
      app={step.kind === 'app' ? { label: text.open(provider), href: step.url } : undefined}
      sandboxUrl={step.kind === 'qr' ? step.sandboxUrl : undefined}
      check={{ label: text.check, busy: checking.pending, busyText: site.busy, onClick: checking.check }}
    />
  )
}
