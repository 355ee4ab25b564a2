import { useState } from 'react'
import * as z from 'zod/mini'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { reason } from '#contract/admin/forms.ts'
import { endMandate, mandateTerminations } from '#contract/admin/payments.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useForm } from '#web/kit/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { PassIcon } from '#web/ui/feature-icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { useList } from '../../client/use-read.ts'
import formStyles from '../../form/form.module.css'
import { useShellText } from '../../shell/shell-text.ts'
import type { Column } from '../../table/columns.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { useTableParams } from '../../table/use-table-params.ts'
import { actorName } from '../../widgets/changes.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { State } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './payments.module.css'

type Termination = AdminOutputOf<typeof mandateTerminations>['list'][number]

/** Subscriptions without an agreement here that operators had ended at PayPal. */
export function Terminations() {
  const { terminations: text, open: openLabel } = useText('consolePayments')
  const { sort, set } = useTableParams([], ['-requestedAt', 'requestedAt'])
  const list = useList(mandateTerminations, { filter: {}, sort })
  const columns = useTerminationColumns()
  const [isAsking, setAsking] = useState(false)
  const [open, setOpen] = useState<string>()
  return (
    <>
      <div>
        <Button onClick={() => setAsking(true)}>{text.label}</Button>
      </div>
      <DataTable
        label={text.list}
        columns={columns}
        list={list}
        keyOf={({ terminationId }) => terminationId}
        nameOf={({ subscription }) => subscription}
        openLabel={openLabel}
        onOpen={({ terminationId }) => setOpen(open === terminationId ? undefined : terminationId)}
        detail={{ key: open, of: detailOf }}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        empty={<State icon={<PassIcon size={22} />} title={text.empty} text={text.emptyText} />}
      />
      {isAsking ? <EndMandate onClose={() => setAsking(false)} /> : null}
    </>
  )
}

const detailOf = ({ reason: why, agreementId }: Termination) => (
  <div className={styles.detail}>
    <p>{why}</p>
    <p className={styles.note}>
      <code>{agreementId}</code>
    </p>
  </div>
)

function useTerminationColumns(): readonly Column<Termination>[] {
  const { columns, terminations: text } = useText('consolePayments')
  return [
    { id: 'subscription', label: columns.subscription, cell: ({ subscription }) => <code>{subscription}</code> },
    {
      id: 'outcome',
      label: columns.outcome,
      cell: ({ outcome }) => (
        <Pill tone={outcome === null ? 'warn' : outcome === 'ended' ? 'ok' : 'bad'} hasDot>
          {outcome === null ? text.waiting : text.outcomes[outcome]}
        </Pill>
      ),
    },
    {
      id: 'asked',
      label: columns.asked,
      from: 'tablet',
      sort: { up: 'requestedAt', down: '-requestedAt' },
      cell: ({ requestedAt, actor }) => (
        <>
          <When at={requestedAt} />
          <span className={styles.note}>{actorName(actor)}</span>
        </>
      ),
    },
  ]
}

const typed = z.string().check(z.trim(), z.minLength(1), z.maxLength(200))
const SCHEMA = z.object({ subscription: typed, agreementId: typed, reason, word: z.string() })

function EndMandate({ onClose }: { onClose: () => void }) {
  const { terminations: text } = useText('consolePayments')
  const shell = useShellText()
  const { submit } = useChange(endMandate, { invalidates: [mandateTerminations] })
  const form = useForm({
    schema: SCHEMA,
    initial: { subscription: '', agreementId: '', reason: '', word: '' },
    submit: async ({ subscription, agreementId, reason: why }) => {
      const answer = await submit({ subscription, agreementId, reason: why })
      if (answer.result === 'SUCCESS') {
        showToast({ text: text.done })
        onClose()
      }
      return answer
    },
  })
  return (
    <Dialog title={text.title} closeLabel={shell.close} onClose={onClose}>
      <form className={formStyles.form} {...form.form}>
        <p className={formStyles.text}>{text.text}</p>
        <TextField
          label={text.subscription}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus
          {...form.field('subscription')}
        />
        <TextField label={text.agreement} hint={text.hint} autoComplete="off" {...form.field('agreementId')} />
        <TextField label={shell.reason} hint={shell.reasonHint} maxLength={500} {...form.field('reason')} />
        <TextField label={shell.typeWord(text.word)} autoComplete="off" {...form.field('word')} />
        <FormError>{form.formError}</FormError>
        <DialogActions
          main={{
            label: text.label,
            danger: true,
            busy: form.pending,
            busyText: shell.busy,
            disabled: form.values.word.trim().toLowerCase() !== text.word.toLowerCase(),
          }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}
