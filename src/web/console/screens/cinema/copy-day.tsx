import { type FormEvent, useMemo, useState } from 'react'
import { check, list, RECORDS_MAX, save } from '#contract/admin/content.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { localName } from '../../content/names.ts'
import { type Content, newId, useAllContent } from '../../content/use-content.ts'
import { useShellText } from '../../shell/shell-text.ts'
import styles from './cinema.module.css'
import { copiesOf, dayAfter, isDay, spanOfDay } from './day.rules.ts'

interface CopyDayProps {
  day: string
  /** Undefined: all of them. */
  cinema: Content | undefined
  onClose: () => void
  onDone: (day: string) => void
}

/** Says first what the other day would get, and what it has already. */
export function CopyDay({ day, cinema, onClose, onDone }: CopyDayProps) {
  const { copy: text } = useText('consoleCinema')
  const shell = useShellText()
  const { language } = useCallContext()
  const [to, setTo] = useState(() => dayAfter(day, 1))
  const { plan, error: readError, retry } = useCopies({ day, to, cinemaId: cinema?.id })
  const { submit, pending } = useChange(save, { invalidates: [list] })
  const [error, setError] = useState<string>()
  const tried = useRead(
    check,
    { kind: 'showtime', records: plan?.records ?? [] },
    { enabled: Boolean(plan?.records.length) },
  )
  const problems = tried.data?.problems ?? []
  const count = plan?.records.length ?? 0
  const isReady = count > 0 && tried.data?.wrong === 0
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (!plan || !isReady) return
    const answer = await submit({ kind: 'showtime', records: plan.records, versions: plan.records.map(() => 0) })
    if (answer.result === 'FAILED') {
      // Another operator may have copied it meanwhile: what is there already is counted anew.
      retry()
      return setError(Object.values(answer.fields ?? {})[0] ?? answer.message)
    }
    showToast({ text: text.done(answer.added, to) })
    onDone(to)
    onClose()
  }
  return (
    <Dialog title={text.title(day)} closeLabel={shell.close} onClose={onClose}>
      <form className={styles.form} onSubmit={(event) => void send(event)}>
        <p>{cinema ? text.ofCinema(localName(cinema.record.name, language)) : text.ofAll}</p>
        <TextField
          name="to"
          type="date"
          label={text.to}
          min="2000-01-01"
          max="2999-12-31"
          value={to}
          onChange={(typed) => {
            setTo(typed)
            setError(undefined)
          }}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog's focus goes to what it asks for
          autoFocus
        />
        <div className={styles.plan} data-wrong={problems.length > 0 ? '' : undefined} aria-live="polite">
          {plan ? (
            <>
              <strong>{count === 0 ? text.nothing : text.adds(count)}</strong>
              {plan.there > 0 ? <span>{text.there(plan.there)}</span> : null}
              {count > RECORDS_MAX ? <span>{text.tooMany(RECORDS_MAX)}</span> : null}
            </>
          ) : (
            <span>{to === day ? text.sameDay : isDay(to) ? shell.loading : text.noDay}</span>
          )}
          {problems.length > 0 ? (
            <ul>
              {problems.slice(0, 5).map(({ line, message }) => (
                <li key={`${line} ${message}`}>{message}</li>
              ))}
            </ul>
          ) : null}
        </div>
        <FormError>{error ?? readError ?? tried.error?.message}</FormError>
        <DialogActions
          main={{ label: text.submit(count), busy: pending, busyText: shell.busy, disabled: !isReady }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </form>
    </Dialog>
  )
}

function useCopies({ day, to, cinemaId }: { day: string; to: string; cinemaId: string | undefined }) {
  const isTarget = isDay(to) && to !== day
  const source = useAllContent('showtime', { parent: cinemaId, ...spanOfDay(day) })
  const target = useAllContent('showtime', { parent: cinemaId, ...spanOfDay(isTarget ? to : day) }, isTarget)
  const plan = useMemo(() => {
    if (!isTarget || !source.data || !target.data) return undefined
    const [from, there] = [source.data, target.data].map((found) => found.map(({ record }) => record))
    return copiesOf(from!, { target: there!, to, newId })
  }, [isTarget, source.data, target.data, to])
  const retry = () => void Promise.all([source.refetch(), target.refetch()])
  return { plan, error: (source.error ?? target.error)?.message, retry }
}
