import { useState } from 'react'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import { disable, endSessions, list, resetTotp } from '#contract/admin/operators.ts'
import type { Envelope } from '#web/kit/envelope.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Choose } from '../title/choose.tsx'
import type { Operator } from './operator.ts'

const ENDPOINTS = { endSessions, reset: resetTotp } as const
export type Action = keyof typeof ENDPOINTS | 'disable'

interface ConfirmationProps {
  operator: Operator
  onDone: () => void
  onClose: () => void
}

export function Confirmation({ action, ...props }: ConfirmationProps & { action: Action }) {
  return action === 'disable' ? <Disable {...props} /> : <Simple action={action} {...props} />
}

/** Drafts and plans go to another operator, or stay under the name of who is disabled. */
function Disable({ operator: { operatorId, version, name, roles }, onDone, onClose }: ConfirmationProps) {
  const { disable: text } = useText('consoleOperators')
  const { submit } = useChange(disable, { invalidates: [list, listApprovals] })
  const [handTo, setHandTo] = useState('')
  const { data } = useRead(list, { filter: { role: 'catalogue', state: 'active' }, sort: 'name', limit: 200 })
  const others = (data?.list ?? []).filter((other) => other.operatorId !== operatorId)
  return (
    <Confirm
      title={text.title(name)}
      text={text.text}
      label={text.label}
      isDanger
      submit={async (reason) => {
        const answer = await submit({ id: operatorId, version, reason, ...(handTo && { handTo }) })
        if (answer.result === 'SUCCESS')
          showToast({ text: handTo ? text.handed(name, answer.handed) : text.done(name) })
        return answer
      }}
      onDone={onDone}
      onClose={onClose}
    >
      {roles.includes('catalogue') && others.length > 0 ? (
        <Choose
          label={text.handTo}
          value={handTo}
          options={[['', text.toNone], ...others.map((other) => [other.operatorId, other.name] as const)]}
          onChange={setHandTo}
        />
      ) : null}
    </Confirm>
  )
}

function Simple({ action, operator, onDone, onClose }: ConfirmationProps & { action: keyof typeof ENDPOINTS }) {
  const text = useText('consoleOperators')
  const shell = useShellText()
  const { submit } = useChange(ENDPOINTS[action], { invalidates: [list, listApprovals] })
  const { operatorId, version, name } = operator
  const { title, text: consequence, label, done } = text[action]
  return (
    <Confirm
      title={title(name)}
      text={consequence}
      label={label}
      isDanger={action !== 'endSessions'}
      asksWhy={action === 'endSessions' ? 'may' : 'always'}
      submit={async (reason) => {
        const answer = await submit({ id: operatorId, version, reason })
        if (answer.result === 'SUCCESS') showToast({ text: answer.approvalId ? shell.waits : done(name) })
        return answer
      }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}

interface EndSessionsOfManyProps extends Pick<ConfirmationProps, 'onDone' | 'onClose'> {
  operators: readonly Operator[]
}

/** One after the other: the first refusal stops, and says why. */
export function EndSessionsOfMany({ operators, onDone, onClose }: EndSessionsOfManyProps) {
  const { endSessions: text } = useText('consoleOperators')
  const { submit } = useChange(endSessions, { invalidates: [list] })
  return (
    <Confirm
      title={text.titleOf(operators.length)}
      text={text.text}
      label={text.label}
      asksWhy="may"
      submit={async (reason) => {
        let answer: Envelope<object> = { result: 'SUCCESS' }
        for (const { operatorId, version } of operators) {
          answer = await submit({ id: operatorId, version, reason })
          if (answer.result === 'FAILED') return answer
        }
        showToast({ text: text.doneOf(operators.length) })
        return answer
      }}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
