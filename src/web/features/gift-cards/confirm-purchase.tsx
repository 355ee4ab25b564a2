import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { grouped } from '#web/ui/form/phone.rules.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { type Fact, Facts } from '#web/ui/panel.tsx'
import type { RecipientForm } from './recipient.rules.ts'
import type { GiftCardPurchase } from './use-buy-gift-card.ts'
import styles from './buy-form.module.css'

interface ConfirmPurchaseProps {
  purchase: GiftCardPurchase
  busy: boolean
  error: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** What is bought for whom, and what it costs, before anything is paid. */
export function ConfirmPurchase({ purchase, busy, error, onConfirm, onClose }: ConfirmPurchaseProps) {
  const { confirm: text, designs, providers } = useText('giftCards')
  const { site } = useShellText()
  const { language } = useCallContext()
  const { value, design, provider, to } = purchase
  const message = to.to === 'self' ? '' : to.message.trim()
  const facts: Fact[] = [
    { label: text.card, value: value.title },
    { label: text.design, value: designs[design] },
    { label: text.to, value: recipientName(to, text.self) },
    ...(message ? [{ label: text.message, value: message }] : []),
    { label: text.provider, value: providers[provider] },
    { label: text.total, value: <strong>{formatMoney(value.amount, language, value.currency)}</strong> },
  ]
  return (
    <Dialog title={text.title} closeLabel={site.close} busy={busy} onClose={onClose}>
      <div className={styles.facts}>
        <Facts list={facts} />
      </div>
      <p className={styles.final}>{text.final}</p>
      <FormError>{error}</FormError>
      <DialogActions
        main={{ label: text.pay, onClick: onConfirm, busy, busyText: site.busy, autoFocus: true }}
        cancel={{ label: text.change, onClick: onClose, disabled: busy }}
      />
    </Dialog>
  )
}

function recipientName({ to, areaCode, mobileno, email }: RecipientForm, self: string): string {
  if (to === 'self') return self
  return to === 'email' ? email.trim() : `+${areaCode} ${grouped(mobileno.replaceAll(/\D/g, ''))}`
}
