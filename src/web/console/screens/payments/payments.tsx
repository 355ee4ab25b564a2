import { useState } from 'react'
import { cases, RECONCILE_DAYS, reconcile } from '#contract/admin/payments.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { ReplayIcon } from '#web/ui/feature-icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { Confirm } from '../../form/confirm.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { useTableParams } from '../../table/use-table-params.ts'
import { Page } from '../../widgets/page.tsx'
import { Segments } from '../../widgets/segments.tsx'
import { Callbacks } from './callbacks.tsx'
import { Cases } from './cases.tsx'
import { Terminations } from './terminations.tsx'
import styles from './payments.module.css'

const VIEWS = ['cases', 'callbacks', 'terminations'] as const
type View = (typeof VIEWS)[number]

const SCREENS = { cases: Cases, callbacks: Callbacks, terminations: Terminations } as const satisfies Record<
  View,
  unknown
>

/** What of the payments needs a person. The address says which view. */
export function Payments() {
  const text = useText('consolePayments')
  const shell = useShellText()
  const { filter, set } = useTableParams(['view'], [''])
  const view = VIEWS.find((each) => each === filter.view) ?? 'cases'
  const [isReconciling, setReconciling] = useState(false)
  const View = SCREENS[view]
  return (
    <Page
      title={shell.screens.payments}
      actions={
        <Button icon={<ReplayIcon size={16} />} onClick={() => setReconciling(true)}>
          {text.reconcile.label}
        </Button>
      }
    >
      <p className={styles.lead}>{text.lead}</p>
      <div>
        <Segments
          label={text.view}
          value={view}
          options={VIEWS.map((each) => [each, text.views[each]])}
          onChange={(next) =>
            set({
              view: next === 'cases' ? undefined : next,
              cause: undefined,
              provider: undefined,
              state: undefined,
              sort: undefined,
            })
          }
        />
      </div>
      <View />
      {isReconciling ? <Reconcile onClose={() => setReconciling(false)} /> : null}
    </Page>
  )
}

function Reconcile({ onClose }: { onClose: () => void }) {
  const { reconcile: text } = useText('consolePayments')
  const { submit } = useChange(reconcile, { invalidates: [cases] })
  return (
    <Confirm
      title={text.title}
      text={text.text(RECONCILE_DAYS)}
      label={text.label}
      word={text.word}
      submit={async (reason) => {
        const answer = await submit({ reason: reason ?? '' })
        if (answer.result === 'SUCCESS') showToast({ text: text.done(answer.queried ?? 0) })
        return answer
      }}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
