import { type FormEvent, useDeferredValue, useId, useMemo, useState } from 'react'
import { check, type ContentKind, list, RECORDS_MAX, save } from '#contract/admin/content.ts'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { readTable } from '../client/table-file.ts'
import { useChange } from '../client/use-change.ts'
import { useRead } from '../client/use-read.ts'
import { useGuardedClose } from '../form/use-leave-warning.ts'
import { useShellText } from '../shell/shell-text.ts'
import styles from './content.module.css'
import type { RecordField } from './record-form.rules.ts'
import { columnsOf, parseRecords, tableOf } from './records-file.rules.ts'
import { useAllContent } from './use-content.ts'

interface ImportDialogProps {
  kind: ContentKind
  title: string
  fields: readonly RecordField[]
  onClose: () => void
}

/** A table of many records: what it would do is said before it is done. Records that it does not have stay. */
export function ImportDialog({ kind, title, fields, onClose }: ImportDialogProps) {
  const { table: text } = useText('consoleContent')
  const shell = useShellText()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const settled = useDeferredValue(typed)
  const parsed = useMemo(() => parseRecords(settled, fields), [settled, fields])
  const records = 'records' in parsed ? parsed.records.map((record) => ({ ...record })) : []
  const isMany = records.length > RECORDS_MAX
  const tried = useRead(check, { kind, records }, { enabled: records.length > 0 && !isMany })
  const { submit, pending } = useChange(save, { invalidates: [list, check] })
  const close = useGuardedClose(typed !== '', onClose)
  const isReady = tried.data?.wrong === 0 && tried.data.added + tried.data.changed > 0
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!tried.data || !isReady) return
    const answer = await submit({ kind, records, versions: tried.data.versions })
    if (answer.result === 'FAILED') {
      void tried.refetch()
      return setError(answer.errorCode === 'VERSION_CONFLICT' ? text.changedMeanwhile : answer.message)
    }
    showToast({ text: text.done(answer.added, answer.changed) })
    onClose()
  }
  return (
    <Dialog title={title} closeLabel={shell.close} onClose={close} className={styles.dialog}>
      <form className={styles.form} onSubmit={(event) => void send(event)}>
        <p className={styles.by}>{text.how}</p>
        <p className={styles.columns}>
          <code>{columnsOf(fields).join(', ')}</code>
        </p>
        <Source kind={kind} fields={fields} onText={setTyped} />
        <TextAreaField
          className={styles.source}
          name="table"
          label={text.label}
          rows={8}
          value={typed}
          error={undefined}
          onChange={(next) => {
            setTyped(next)
            setError(undefined)
          }}
        />
        <div className={styles.plan} aria-live="polite" data-wrong={tried.data?.wrong ? '' : undefined}>
          {'fault' in parsed ? (
            <span>{sayFault(parsed, text)}</span>
          ) : isMany ? (
            <span>{text.tooMany(RECORDS_MAX)}</span>
          ) : tried.data ? (
            <Outcome report={tried.data} />
          ) : (
            <span>{shell.loading}</span>
          )}
        </div>
        <FormError>{error ?? tried.error?.message}</FormError>
        <DialogActions
          main={{ label: text.submit, busy: pending, busyText: shell.busy, disabled: !isReady }}
          cancel={{ label: shell.cancel, onClick: close }}
        />
      </form>
    </Dialog>
  )
}

type TableText = ReturnType<typeof useText<'consoleContent'>>['table']

function sayFault(parsed: Extract<ReturnType<typeof parseRecords>, { fault: string }>, text: TableText): string {
  if (parsed.fault === 'columns') return text.columns(parsed.names.join(', '))
  if (parsed.fault === 'empty') return text.empty
  return parsed.fault === 'json' ? text.notJson(parsed.line) : text.quoteOpen(parsed.line)
}

function Outcome({ report }: { report: AdminOutputOf<typeof check> }) {
  const { table: text } = useText('consoleContent')
  if (report.wrong === 0) return <strong>{text.outcome(report.added, report.changed, report.unchanged)}</strong>
  return (
    <>
      <strong>{text.wrong(report.wrong)}</strong>
      <ol className={styles.problems}>
        {report.problems.map(({ line, field, message }) => (
          <li key={`${line} ${field} ${message}`}>
            <b>{text.row(line)}</b> {field ? <code>{field}</code> : null} {message}
          </li>
        ))}
      </ol>
    </>
  )
}

interface SourceProps {
  kind: ContentKind
  fields: readonly RecordField[]
  onText: (text: string) => void
}

function Source({ kind, fields, onText }: SourceProps) {
  const { table: text } = useText('consoleContent')
  const id = useId()
  const all = useAllContent(kind)
  return (
    <div className={styles.foot}>
      <label className={styles.file} htmlFor={id}>
        {text.file}
        <input
          id={id}
          className="visually-hidden"
          type="file"
          accept=".csv,.tsv,.txt,.jsonl,text/csv,text/plain"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) void readTable(file).then(onText)
            target.value = ''
          }}
        />
      </label>
      <Button
        disabled={!all.data?.length}
        onClick={() => onText(tableOf(all.data?.map(({ record }) => record) ?? [], fields))}
      >
        {text.present(all.data?.length ?? 0)}
      </Button>
    </div>
  )
}
