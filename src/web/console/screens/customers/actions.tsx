import { useState } from 'react'
import {
  block,
  cancelPlan,
  close,
  endDevice,
  exportData,
  keepNumber,
  reopen,
  sendSecret,
  unblock,
  unlock,
} from '#contract/admin/customer-changes.ts'
import { CLOSING_DAYS } from '#contract/accounts.ts'
import type { Envelope } from '#web/kit/envelope.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { useChange } from '../../client/use-change.ts'
import { Confirm } from '../../form/confirm.tsx'
import { Panel } from '../../widgets/page.tsx'
import { CorrectDialog } from './correct-dialog.tsx'
import { type Customer, STALE } from './customer.ts'
import styles from './customers.module.css'
import { HoldDialog } from './hold-dialog.tsx'
import { NumberDialog } from './number-dialog.tsx'

type Name =
  | 'unlock'
  | 'password'
  | 'parental'
  | 'correct'
  | 'block'
  | 'unblock'
  | 'cancelPlan'
  | 'endAll'
  | 'export'
  | 'hold'
  | 'number'
  | 'keepNumber'
  | 'close'
  | 'reopen'

/** What can be done with a customer, as it is now. */
export function Actions({ customer }: { customer: Customer }) {
  const { actions: text } = useText('consoleCustomerActions')
  const [open, setOpen] = useState<Name>()
  const closeDialog = () => setOpen(undefined)
  const names = namesOf(customer)
  const noteOf = (name: Name): string => {
    if (name === 'endAll') return text.endAll.note(customer.devices)
    return name === 'close' ? text.close.note(CLOSING_DAYS) : text[name].note
  }
  return (
    <Panel title={text.title}>
      <ul className={styles.actions}>
        {names.map((name) => (
          <li key={name}>
            <span>
              <strong>{text[name].label}</strong>
              <small>{noteOf(name)}</small>
            </span>
            <Button
              look={name === 'close' ? 'danger' : 'secondary'}
              aria-label={spokenName(text[name])}
              onClick={() => setOpen(name)}
            >
              {text[name].button}
            </Button>
          </li>
        ))}
      </ul>
      {open === 'correct' ? <CorrectDialog customer={customer} onClose={closeDialog} /> : null}
      {open === 'hold' ? <HoldDialog accountId={customer.accountId} onClose={closeDialog} /> : null}
      {open === 'number' ? <NumberDialog accountId={customer.accountId} onClose={closeDialog} /> : null}
      {open && open !== 'correct' && open !== 'hold' && open !== 'number' ? (
        <ActionConfirm name={open} accountId={customer.accountId} onClose={closeDialog} />
      ) : null}
    </Panel>
  )
}

/** A short button says what it does beyond its row; its name has what it shows. */
const spokenName = ({ label, button }: { label: string; button: string }): string =>
  label.toLowerCase().includes(button.toLowerCase()) ? label : `${button} ${label}`

const namesOf = ({
  plan,
  isBlocked,
  closesAt,
  newNumber,
  devices: signedIn,
  isEmailProven,
}: Customer): readonly Name[] => [
  'unlock',
  'password',
  'parental',
  'correct',
  ...(newNumber ? (['keepNumber'] as const) : closesAt ? [] : (['number'] as const)),
  ...(signedIn > 0 ? (['endAll'] as const) : []),
  ...(plan?.canCancel ? (['cancelPlan'] as const) : []),
  isBlocked ? 'unblock' : 'block',
  ...(isEmailProven ? (['export'] as const) : []),
  'hold',
  closesAt ? 'reopen' : 'close',
]

interface ActionConfirmProps {
  name: Exclude<Name, 'correct' | 'hold' | 'number'>
  accountId: string
  onClose: () => void
}

function ActionConfirm({ name, accountId, onClose }: ActionConfirmProps) {
  const { actions: text } = useText('consoleCustomerActions')
  const submit = useActionCall(name, accountId)
  const { title, button, done } = text[name]
  const consequence = name === 'close' ? text.close.text(CLOSING_DAYS) : text[name].text
  return (
    <Confirm
      title={title}
      text={consequence}
      label={button}
      isDanger={name === 'close' || name === 'block' || name === 'cancelPlan'}
      word={name === 'close' || name === 'export' ? text[name].word : undefined}
      submit={async (reason = '') => {
        const answer = await submit(reason)
        if (answer.result === 'SUCCESS') showToast({ text: done })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** The call of an action: each hook keeps the key of its own request. */
function useActionCall(name: ActionConfirmProps['name'], accountId: string) {
  const options = { invalidates: STALE }
  const calls = {
    unlock: useChange(unlock, options),
    block: useChange(block, options),
    unblock: useChange(unblock, options),
    cancelPlan: useChange(cancelPlan, options),
    close: useChange(close, options),
    reopen: useChange(reopen, options),
    keepNumber: useChange(keepNumber, options),
    export: useChange(exportData, options),
  }
  const secret = useChange(sendSecret, options)
  const device = useChange(endDevice, options)
  return (reason: string): Promise<Envelope<object>> => {
    if (name === 'password' || name === 'parental') return secret.submit({ accountId, reason, secret: name })
    if (name === 'endAll') return device.submit({ accountId, reason, deviceId: null })
    return calls[name].submit({ accountId, reason })
  }
}
