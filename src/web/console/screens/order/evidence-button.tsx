import { useState } from 'react'
import { evidence } from '#contract/admin/orders.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { DownloadIcon } from '#web/ui/feature-icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { saveFile } from '../../client/save-file.ts'
import { hasRole, useMe } from '../../client/session.ts'
import { Confirm } from '../../form/confirm.tsx'
import type { ShownOrder } from './timeline.rules.ts'

const DISPUTES: ReadonlySet<string> = new Set(['disputeOpened', 'disputeLost'])

/** Of an order that is or was disputed: personal data in a file, so with a reason, a typed word and a code of the authenticator. */
export function EvidenceButton({ shown: { order, evidence: events, isOwn } }: { shown: ShownOrder }) {
  const text = useText('consoleEvidence')
  const client = useAdminClient()
  const me = useMe()
  const [isOpen, setIsOpen] = useState(false)
  const isDisputed = events.some(({ event }) => DISPUTES.has(event))
  if (!isDisputed || isOwn || !me || !hasRole(me, ['finance'])) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <Button icon={<DownloadIcon size={16} />} onClick={() => setIsOpen(true)}>
        {text.button}
      </Button>
      {isOpen ? (
        <Confirm
          title={text.ask}
          text={text.text}
          label={text.button}
          word={text.word}
          submit={async (reason) => {
            const answer = await client.call(evidence, { outTradeNo: order.outTradeNo, reason: reason ?? '' })
            if (answer.result === 'SUCCESS') {
              saveFile(new Blob([answer.html], { type: 'text/html' }), answer.fileName)
              showToast({ text: text.done })
            }
            return answer
          }}
          onDone={close}
          onClose={close}
        />
      ) : null}
    </>
  )
}
