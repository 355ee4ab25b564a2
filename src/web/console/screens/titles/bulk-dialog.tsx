import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import { UNAPPROVED_MAX, bulk, type BulkChange, tryBulk } from '#contract/admin/bulk.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { list as listTitles } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useAction } from '#web/kit/use-submit.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useChange } from '../../client/use-change.ts'
import { readKey } from '../../client/use-read.ts'
import formStyles from '../../form/form.module.css'
import { typedOf } from '../../form/hong-kong.rules.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { BulkForm, type BulkValues, changeOf, EMPTY_BULK } from './bulk-form.tsx'
import { SkippedTitles } from './skipped-titles.tsx'
import type { BulkTarget, TitleSelection } from './title-selection.ts'
import styles from './bulk.module.css'

interface BulkDialogProps {
  selection: TitleSelection
  onStarted: (jobId: string) => void
  onClose: () => void
}

interface Preview {
  readonly target: BulkTarget
  readonly change: BulkChange
  readonly result: AdminOutputOf<typeof tryBulk>
}

/** A change of many titles: what, then what would become of it, then the change or the request for it. */
export function BulkDialog({ selection, onStarted, onClose }: BulkDialogProps) {
  const [values, setValues] = useState(EMPTY_BULK)
  const [preview, setPreview] = useState<Preview>()
  const [isSent, setSent] = useState(false)
  if (isSent) return <Sent onClose={onClose} />
  if (preview)
    return (
      <PreviewDialog
        preview={preview}
        onBack={() => setPreview(undefined)}
        onStarted={onStarted}
        onSent={() => {
          selection.clear()
          setSent(true)
        }}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      selection={selection}
      values={values}
      onChange={(change) => setValues((now) => ({ ...now, ...change }))}
      onPreview={setPreview}
      onClose={onClose}
    />
  )
}

/** A list that has changed is read again, so that the next attempt counts what it finds now. */
function useStaleList() {
  const queries = useQueryClient()
  return ({ errorCode }: Failure) => {
    if (errorCode === 'CONFLICT') void queries.invalidateQueries({ queryKey: readKey(listTitles) })
  }
}

interface FormDialogProps {
  selection: TitleSelection
  values: BulkValues
  onChange: (change: Partial<BulkValues>) => void
  onPreview: (preview: Preview) => void
  onClose: () => void
}

function FormDialog({ selection: { count, target }, values, onChange, onPreview, onClose }: FormDialogProps) {
  const text = useText('consoleBulk')
  const shell = useShellText()
  const { language } = useCallContext()
  const client = useAdminClient()
  const refreshStale = useStaleList()
  const [problem, setProblem] = useState({ field: '', form: '' })
  const { run, pending } = useAction(async (change: BulkChange) => {
    const answer = await client.call(tryBulk, { ...target, change })
    if (answer.result === 'SUCCESS') return onPreview({ target, change, result: answer })
    refreshStale(answer)
    setProblem({ field: '', form: answer.message })
  })
  const { field } = values
  const isList = field === 'genres' || field === 'tags' || field === 'vodTypes'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const change = changeOf(values)
    const missing = field in text.incomplete ? text.incomplete[field as keyof typeof text.incomplete] : ''
    setProblem({ field: change ? '' : missing, form: '' })
    if (change) void run(change)
    else event.currentTarget.querySelector('input')?.focus()
  }
  return (
    <Dialog
      title={text.title(formatNumber(count, language))}
      className={styles.dialog}
      closeLabel={shell.close}
      onClose={onClose}
    >
      <form className={formStyles.form} noValidate onSubmit={submit}>
        <BulkForm
          values={values}
          error={problem.field || undefined}
          onChange={(change) => {
            setProblem({ field: '', form: '' })
            onChange(change)
          }}
        />
        <FormError>{problem.form || (isList ? problem.field : '')}</FormError>
        <DialogActions
          main={{ label: text.preview, busy: pending, busyText: shell.busy }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}

interface PreviewDialogProps extends Omit<BulkDialogProps, 'selection'> {
  preview: Preview
  onBack: () => void
  onSent: () => void
}

function PreviewDialog({ preview, onBack, onStarted, onSent, onClose }: PreviewDialogProps) {
  const { target, change, result } = preview
  const text = useText('consoleBulk')
  const shell = useShellText()
  const { language } = useCallContext()
  const refreshStale = useStaleList()
  const [problem, setProblem] = useState('')
  const [reason, setReason] = useState('')
  const { submit, pending } = useChange(bulk, { invalidates: [listTitles, listApprovals] })
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setProblem('')
    // What was shown is what is changed: another count since is refused.
    const seen = target.filter ? { ...target, expected: result.found } : target
    const answer = await submit({ ...seen, change, ...(reason.trim() && { reason: reason.trim() }) })
    if (answer.result === 'FAILED') {
      refreshStale(answer)
      setProblem(answer.message)
    } else if (answer.jobId) onStarted(answer.jobId)
    else onSent()
  }
  const verb = change.field !== 'state' ? 'change' : change.state === 'withdrawn' ? 'withdraw' : 'bringBack'
  const label = text.confirm[verb](formatNumber(result.changed, language))
  return (
    <Dialog title={text.previewTitle} className={styles.dialog} closeLabel={shell.close} onClose={onClose}>
      <form className={formStyles.form} noValidate onSubmit={(event) => void send(event)}>
        <Consequence change={change} result={result} />
        {result.changed > 0 ? (
          <TextField
            name="reason"
            label={shell.reason}
            hint={shell.reasonHint}
            maxLength={500}
            value={reason}
            onChange={setReason}
          />
        ) : null}
        <FormError>{problem}</FormError>
        <DialogActions
          main={
            result.changed > 0 ? { label, danger: verb === 'withdraw', busy: pending, busyText: shell.busy } : undefined
          }
          cancel={{ label: text.back, onClick: onBack }}
        />
      </form>
    </Dialog>
  )
}

function Consequence({ change, result }: Pick<Preview, 'change' | 'result'>) {
  const text = useText('consoleBulk')
  const { language } = useCallContext()
  const describe = useDescription()
  const say = (value: number) => formatNumber(value, language)
  const isPricing =
    change.field === 'credits' ||
    (change.field === 'vodTypes' && [...change.add, ...change.remove].includes('FREE TO WATCH'))
  const counts = [
    [text.found, result.found],
    [text.would, result.changed],
    [text.skips, result.skipped],
  ] as const
  return (
    <>
      <p className={styles.does}>{describe(change)}</p>
      <dl className={styles.counts}>
        {counts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text.items(say(value))}</dd>
          </div>
        ))}
      </dl>
      {result.changed === 0 ? <p className={formStyles.text}>{text.nothing}</p> : null}
      {change.field === 'state' && change.state === 'withdrawn' && result.changed > 0 ? (
        <p className={formStyles.text}>{text.rentals(say(result.rentals))}</p>
      ) : null}
      {isPricing && result.found > UNAPPROVED_MAX && result.changed > 0 ? (
        <p className={styles.warning}>{text.needsSecond(say(UNAPPROVED_MAX))}</p>
      ) : null}
      <SkippedTitles skip={result.skip} count={result.skipped} />
    </>
  )
}

function useDescription(): (change: BulkChange) => string {
  const text = useText('consoleBulk')
  const titles = useText('consoleTitles')
  const shell = useShellText()
  const { language } = useCallContext()
  const names: Readonly<Record<string, string>> = { ...titles.genres, ...titles.vodTypes }
  return (change) => {
    switch (change.field) {
      case 'genres':
      case 'vodTypes':
        return (['add', 'remove'] as const)
          .filter((side) => change[side].length > 0)
          .map((side) =>
            text.does[side](text.fields[change.field], change[side].map((each) => names[each]).join(shell.comma)),
          )
          .join('\n')
      case 'tags':
        return (['add', 'remove'] as const)
          .filter((side) => change[side].length > 0)
          .map((side) =>
            text.does[side](text.fields.tags, change[side].map(({ name }) => name[language]).join(shell.comma)),
          )
          .join('\n')
      case 'credits':
        return text.does.credits(formatNumber(change.credits, language))
      case 'kids':
        return text.kidsChoices[change.kids ? 'on' : 'off']
      case 'window': {
        const region = titles.regions[change.region]
        return change.endsAt === null
          ? text.does.noEnd(region)
          : text.does.end(region, typedOf(change.endsAt).replace('T', ' '))
      }
      case 'state':
        return change.state === 'withdrawn' ? text.withdrawText : text.bringBackText
    }
  }
}

function Sent({ onClose }: { onClose: () => void }) {
  const text = useText('consoleBulk')
  const shell = useShellText()
  return (
    <Dialog title={text.sentTitle} className={styles.dialog} closeLabel={shell.close} onClose={onClose}>
      <p className={formStyles.text}>{text.sentText}</p>
      <DialogActions main={{ label: shell.close, onClick: onClose, autoFocus: true }} />
    </Dialog>
  )
}
