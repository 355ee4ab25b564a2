import { useState } from 'react'
import { accept, cases, dismiss, settleRefund } from '#contract/admin/payments.ts'
import { list as listOrders, show } from '#contract/admin/orders.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useChange } from '../../client/use-change.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Segments } from '../../widgets/segments.tsx'
import type { PaymentCase } from './payment-case.ts'
import styles from './payments.module.css'

interface CaseActionProps {
  one: PaymentCase
  action: NonNullable<PaymentCase['action']>
  onClose: () => void
}

const STALE = { invalidates: [cases, listOrders, show] }

/** What an operator decides about a case, with a typed word and a reason. */
export function CaseAction({ action, ...props }: CaseActionProps) {
  const Action = ACTIONS[action]
  return <Action {...props} />
}

type ActionProps = Omit<CaseActionProps, 'action'>

function Accept({ one: { outTradeNo, orderNumber }, onClose }: ActionProps) {
  const { accept: text } = useText('consolePayments')
  const shell = useShellText()
  const { submit } = useChange(accept, STALE)
  return (
    <Confirm
      title={text.title(orderNumber ?? outTradeNo)}
      text={text.text}
      label={text.label}
      word={text.word}
      submit={async (reason) => {
        const answer = await submit({ outTradeNo, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') showToast({ text: answer.approvalId ? shell.waits : text.done })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

function Dismiss({ one, onClose }: ActionProps) {
  const { dismiss: text } = useText('consolePayments')
  const { submit } = useChange(dismiss, STALE)
  const reference = one.reference ?? ''
  return (
    <Confirm
      title={text.title(reference)}
      text={text.text}
      label={text.label}
      word={text.word}
      submit={async (reason) => {
        const answer = await submit({ reference, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') showToast({ text: text.done })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

const FINDINGS = ['refunded', 'refused'] as const
type Finding = (typeof FINDINGS)[number]

/** First what the portal says, then the confirmation of what follows from it. */
function Settle({ one, onClose }: ActionProps) {
  const { settle: text } = useText('consolePayments')
  const shell = useShellText()
  const [as, setAs] = useState<Finding>('refunded')
  const [isChosen, setChosen] = useState(false)
  const title = text.title(one.orderNumber ?? one.outTradeNo)
  if (isChosen) return <ConfirmSettled one={one} as={as} title={title} onClose={onClose} />
  return (
    <Dialog title={title} closeLabel={shell.close} onClose={onClose}>
      <div className={styles.choose}>
        <p>{text.as}</p>
        <Segments label={text.as} value={as} options={FINDINGS.map((each) => [each, text[each]])} onChange={setAs} />
        <p className={styles.note}>{text.text[as]}</p>
      </div>
      <DialogActions
        main={{ label: text.label, onClick: () => setChosen(true) }}
        cancel={{ label: shell.cancel, onClick: onClose }}
      />
    </Dialog>
  )
}

function ConfirmSettled({ one: { outTradeNo }, as, title, onClose }: ActionProps & { as: Finding; title: string }) {
  const { settle: text } = useText('consolePayments')
  const shell = useShellText()
  const { submit } = useChange(settleRefund, STALE)
  return (
    <Confirm
      title={`${title}: ${text[as]}`}
      text={text.text[as]}
      label={text.label}
      word={text.word}
      isDanger
      submit={async (reason) => {
        const answer = await submit({ outTradeNo, as, reason: reason ?? '' })
        if (answer.result === 'SUCCESS') showToast({ text: answer.approvalId ? shell.waits : text.done })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

const ACTIONS = { accept: Accept, dismiss: Dismiss, settleRefund: Settle } as const
