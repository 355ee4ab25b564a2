import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { type ContentKind, find, list, save } from '#contract/admin/content.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import type { Failure } from '#web/kit/envelope.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { type FormResult, useForm } from '#web/kit/use-form.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { type ListState, readKey, useRead } from '../client/use-read.ts'
import { type Column, useColumns } from '../table/columns.tsx'
import { DataTable } from '../table/data-table.tsx'
import { NoRows } from '../widgets/state.tsx'
import { useOpenInAddress } from '../table/use-table-params.ts'
import type { Content } from './use-content.ts'
import { useChange } from '../client/use-change.ts'
import { Conflict } from '../form/conflict.tsx'
import { useGuardedClose } from '../form/use-leave-warning.ts'
import { useShellText } from '../shell/shell-text.ts'
import { actorName } from '../widgets/changes.tsx'
import { BringBackDialog } from './bring-back-dialog.tsx'
import styles from './content.module.css'
import { type FieldTexts, RecordFields } from './record-fields.tsx'
import { type RecordField, recordOf, type RecordValues, type Typed, typedNames, typedOf } from './record-form.rules.ts'
import { WithdrawDialog } from './withdraw-dialog.tsx'

interface ContentViewProps extends Pick<RecordDialogProps, 'fields' | 'texts' | 'initial' | 'consequences'> {
  kind: ContentKind
  label: string
  list: ListState<Content>
  columns: readonly Column<Content>[]
  nameOf: (content: Content) => string
  isFiltered: boolean
  onClear: () => void
  /** Where there are none at all. */
  empty: { icon: ReactNode; title: string; text: string; add: string }
  /** Of the dialog. */
  titles: { add: string; edit: string }
}

const NEW = 'new'

/** The records of a kind as a table; one is edited over it. Which one is in the address. */
export function ContentView({ kind, list, columns, nameOf, isFiltered, onClear, empty, ...props }: ContentViewProps) {
  const text = useText('consoleContent')
  const { shown } = useColumns(columns)
  const [open, setOpen] = useOpenInAddress('record')
  const listed = list.rows?.find(({ id }) => id === open)
  const isElsewhere = open !== undefined && open !== NEW && list.rows !== undefined && !listed
  const found = useRead(find, { kind, id: open ?? '' }, { enabled: isElsewhere })
  const content = listed ?? (isElsewhere && found.data?.id === open ? found.data : undefined)
  return (
    <>
      <DataTable
        label={props.label}
        columns={shown}
        list={list}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        openLabel={text.open}
        onOpen={({ id }) => setOpen(id)}
        sort="place"
        onSort={() => undefined}
        empty={
          <NoRows
            text={{ ...text, empty: empty.title, emptyText: empty.text }}
            icon={empty.icon}
            isFiltered={isFiltered}
            onClear={onClear}
            action={{ label: empty.add, onClick: () => setOpen(NEW) }}
          />
        }
      />
      {content || open === NEW ? (
        <RecordDialog
          key={open}
          kind={kind}
          title={content ? props.titles.edit : props.titles.add}
          fields={props.fields}
          texts={props.texts}
          content={content}
          initial={props.initial}
          consequences={props.consequences}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </>
  )
}

/** Opens a form for another record. */
export function AddRecord({ label, icon }: { label: string; icon: ReactNode }) {
  const [, setOpen] = useOpenInAddress('record')
  return (
    <Button look="primary" icon={icon} onClick={() => setOpen(NEW)}>
      {label}
    </Button>
  )
}

type SavedMeanwhile = Extract<Failure, { errorCode: 'VERSION_CONFLICT' }>

interface RecordDialogProps {
  kind: ContentKind
  title: string
  fields: readonly RecordField[]
  texts: FieldTexts
  /** Undefined: a new one, which begins as `initial`. */
  content: Content | undefined
  initial: RecordValues
  /** What a withdrawal does, with what hangs on it. */
  consequences: (content: Content) => string
  onClose: () => void
}

const fieldsOf = ({ fields, content }: Pick<RecordDialogProps, 'fields' | 'content'>) =>
  content ? fields.filter(({ isOnceOnly }) => !isOnceOnly) : fields

const TYPED = z.record(z.string(), z.string())

/** One record: its form, who changed it last, and its withdrawal. */
function RecordDialog(props: RecordDialogProps) {
  const { kind, title, texts, content, consequences, onClose } = props
  const fields = fieldsOf(props)
  const text = useText('consoleContent')
  const shell = useShellText()
  const [asked, setAsked] = useState<'withdraw' | 'bringBack'>()
  const editing = useRecord(props)
  const { form, base, meanwhile, isDirty } = editing
  const close = useGuardedClose(isDirty, onClose)
  const unsavedId = useId()
  const isWithdrawn = base.record.withdrawn === true
  return (
    <Dialog title={title} closeLabel={shell.close} onClose={close} className={styles.dialog}>
      {content ? <p className={styles.by}>{text.changedBy(actorName(content.updatedBy), content.id)}</p> : null}
      {meanwhile ? (
        <Conflict
          versions={{
            base: typedOf(fields, base.record),
            mine: form.values,
            theirs: typedOf(fields, meanwhile.current),
          }}
          fields={labelled(fields, texts, text.languages)}
          by={actorName(meanwhile.by)}
          at={meanwhile.at}
          pending={editing.pending}
          error={form.formError}
          onSave={(merged) => editing.saveMerged(merged as Typed)}
          onDiscard={editing.discard}
        />
      ) : (
        <form className={styles.form} {...editing.formProps}>
          {isWithdrawn ? <p className={styles.notice}>{text.isWithdrawn}</p> : null}
          <RecordFields fields={fields} texts={texts} names={content?.names ?? {}} field={form.field} />
          <FormError>{form.formError}</FormError>
          <div className={styles.foot}>
            <Button look="primary" type="submit" busy={form.pending} busyText={shell.busy}>
              {content ? shell.save : text.add}
            </Button>
            <Button look="text" onClick={close}>
              {shell.cancel}
            </Button>
            {content ? (
              <Button
                className={styles.withdraw}
                disabled={isDirty}
                aria-describedby={isDirty ? unsavedId : undefined}
                onClick={() => setAsked(isWithdrawn ? 'bringBack' : 'withdraw')}
              >
                {isWithdrawn ? text.bringBack : text.withdraw}
              </Button>
            ) : null}
            {content && isDirty ? (
              <p id={unsavedId} className={styles.unsaved}>
                {text.unsavedFirst}
              </p>
            ) : null}
          </div>
        </form>
      )}
      {asked === 'bringBack' ? (
        <BringBackDialog kind={kind} {...base} onClose={() => setAsked(undefined)} onDone={onClose} />
      ) : null}
      {asked === 'withdraw' && content ? (
        <WithdrawDialog
          kind={kind}
          content={content}
          consequence={consequences(content)}
          onClose={() => setAsked(undefined)}
          onDone={onClose}
        />
      ) : null}
    </Dialog>
  )
}

function labelled(fields: readonly RecordField[], { labels }: FieldTexts, languages: Readonly<Record<string, string>>) {
  return fields.flatMap((field) =>
    typedNames(field).map((name) => {
      const language = languages[name.split('.')[1] ?? '']
      const label = labels[field.name] ?? field.name
      const options = 'options' in field ? new Map(field.options) : new Map<string, string>()
      return {
        name,
        label: language ? `${label} (${language})` : label,
        format: (value: unknown) => options.get(String(value)) ?? String(value),
      }
    }),
  )
}

function useRecord(props: RecordDialogProps) {
  const { kind, content, initial, onClose } = props
  const queries = useQueryClient()
  const fields = fieldsOf(props)
  const text = useText('consoleContent')
  const [base, setBase] = useState({ record: content?.record ?? initial, version: content?.version ?? 0 })
  const [meanwhile, setMeanwhile] = useState<SavedMeanwhile>()
  const { submit, pending } = useChange(save, { invalidates: [list] })
  const form = useForm({
    schema: TYPED,
    initial: typedOf(fields, base.record) as Record<string, string>,
    submit: (typed) => send(recordOf(fields, typed, base.record), base.version),
  })
  const before = typedOf(fields, base.record)
  const isDirty = Object.entries(form.values).some(([name, value]) => value !== before[name])
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 's') {
      event.preventDefault()
      void form.send()
    } else form.form.onKeyDown(event)
  }
  const formProps = { ...form.form, onKeyDown }
  return { form, formProps, base, meanwhile, isDirty, pending, saveMerged, discard }

  async function send(record: RecordValues, version: number): Promise<FormResult> {
    const answer = await submit({ kind, records: [{ ...record }], versions: [version] })
    if (answer.result === 'SUCCESS') {
      showToast({ text: text.saved })
      return onClose()
    }
    if (answer.errorCode === 'VERSION_CONFLICT') return setMeanwhile(answer)
    const named = Object.entries(answer.fields ?? {})
    const others = named.filter(([name]) => !(name in form.values))
    if (others.length === 0) return answer
    return { message: named.map(([, sentence]) => sentence).join(' ') }
  }

  async function refuse(result: Promise<FormResult>): Promise<void> {
    const refusal = await result
    if (refusal && 'message' in refusal) form.refuse(refusal)
  }

  function discard(): void {
    // Opened again, it is theirs.
    void queries.invalidateQueries({ queryKey: readKey(list) })
    onClose()
  }

  function saveMerged(typed: Typed): void {
    if (!meanwhile) return
    const { version, ...current } = meanwhile.current
    setBase({ record: current, version: Number(version) })
    form.set(typed)
    setMeanwhile(undefined)
    void refuse(send(recordOf(fields, typed, current), Number(version)))
  }
}
