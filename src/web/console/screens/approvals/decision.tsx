import { decide, list } from '#contract/admin/approvals.ts'
import { list as listOperators } from '#contract/admin/operators.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useAdminClient } from '../../client/admin-client.ts'
import { readSession } from '../../client/session.ts'
import { useChange } from '../../client/use-change.ts'
import { Confirm } from '../../form/confirm.tsx'
import type { Approval } from './approval.ts'

export interface Deciding {
  readonly approval: Approval
  readonly approve: boolean
}

export function Decision({ deciding: { approval, approve }, onClose }: { deciding: Deciding; onClose: () => void }) {
  const text = useText('consoleApprovals')
  const { requests } = useText('consoleActions')
  const client = useAdminClient()
  const { submit } = useChange(decide, { invalidates: [list, listOperators] })
  const what = requests[approval.endpoint] ?? approval.endpoint
  return (
    <Confirm
      title={approve ? text.approveTitle(what) : text.refuseTitle(what)}
      text={approve ? text.approveText : text.refuseText}
      label={approve ? text.approve : text.refuse}
      asksWhy={approve ? 'may' : 'always'}
      submit={async (reason) => {
        const answer = await submit({ id: approval.approvalId, approve, reason })
        if (answer.result === 'SUCCESS') showToast({ text: text.outcomes[answer.outcome] })
        return answer
      }}
      onDone={() => {
        // The count in the rail.
        void readSession(client)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
