import { useId, useState } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { useShellText } from '../shell/shell-text.ts'
import { MergeIcon } from '../widgets/icons.ts'
import styles from './conflict.module.css'
import { type Combine, fieldState, mergeFields, type Side, type Values, type Versions } from './merge.rules.ts'

interface Field {
  readonly name: string
  readonly label: string
  readonly format: (value: unknown) => string
}

interface ConflictProps {
  /** Without it: another operator has changed it. */
  title?: string | undefined
  versions: Versions
  fields: readonly Field[]
  combine?: Combine
  by: string
  at: string
  pending: boolean
  error: string | undefined
  /** Saves against the version that is there now. */
  onSave: (merged: Values) => void
  onDiscard: () => void
}

interface DraftConflictProps extends Omit<ConflictProps, 'fields' | 'pending' | 'error'> {
  names: readonly string[]
  labelOf: (name: string) => string
  format: (name: string, value: unknown) => string
}

/** Of a draft: what is chosen is kept with it, so that nothing is sent. */
export function DraftConflict({ names, labelOf, format, ...conflict }: DraftConflictProps) {
  const fields = names.map((name) => ({ name, label: labelOf(name), format: (value: unknown) => format(name, value) }))
  return <Conflict {...conflict} fields={fields} pending={false} error={undefined} />
}

/** What another operator has saved meanwhile, beside one's own changes: none is overwritten. */
export function Conflict(props: ConflictProps) {
  const { versions, fields, combine, by, at, pending, error, onSave, onDiscard } = props
  const { conflict: text, ...shell } = useShellText()
  const { title = text.title } = props
  const { language } = useCallContext()
  const [chosen, setChosen] = useState<Readonly<Partial<Record<string, Side>>>>({})
  const { merged, unchosen } = mergeFields(
    versions,
    fields.map(({ name }) => name),
    { chosen, combine },
  )
  const changed = fields.filter(({ name }) => fieldState(versions, name, combine) !== 'unchanged')
  return (
    <section className={styles.conflict} aria-label={title}>
      <div className={styles.notice} role="alert">
        <MergeIcon size={20} />
        <p>
          <strong>{title}</strong>
          <span>{text.by(by, shell.hongKong(formatInstant(at, language)))}</span>
          <span>{text.kept}</span>
        </p>
      </div>
      <div className={styles.fields}>
        {changed.map((field) => (
          <ConflictField
            key={field.name}
            field={field}
            versions={versions}
            combine={combine}
            merged={merged[field.name]}
            side={chosen[field.name]}
            onChoose={(side) => setChosen({ ...chosen, [field.name]: side })}
          />
        ))}
      </div>
      <p className={styles.left} data-unchosen={unchosen.length > 0 ? '' : undefined} aria-live="polite">
        {unchosen.length > 0 ? text.left(unchosen.length) : text.again}
      </p>
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      <DialogActions
        main={{
          label: shell.save,
          busy: pending,
          busyText: shell.busy,
          disabled: unchosen.length > 0,
          onClick: () => onSave(merged),
        }}
        cancel={{ label: text.discard, onClick: onDiscard }}
      />
    </section>
  )
}

interface ConflictFieldProps {
  field: Field
  versions: Versions
  combine: Combine | undefined
  merged: unknown
  side: Side | undefined
  onChoose: (side: Side) => void
}

function ConflictField({ field, versions, combine, merged, side, onChoose }: ConflictFieldProps) {
  const { conflict: text } = useShellText()
  const { name, label, format } = field
  const group = useId()
  const state = fieldState(versions, name, combine)
  const taken = state === 'conflict' ? side : state
  const takes = (each: Side) => taken === each || taken === 'same' || taken === 'both'
  return (
    <fieldset className={styles.field}>
      <legend className={styles.label}>{label}</legend>
      <p className={styles.base}>
        <span>{text.base}</span>
        {format(versions.base[name])}
      </p>
      {(['theirs', 'mine'] as const).map((each) => (
        <label key={each} className={styles.side} data-taken={takes(each) ? '' : undefined}>
          <input
            type={taken === 'same' || taken === 'both' ? 'checkbox' : 'radio'}
            name={group}
            checked={takes(each)}
            disabled={state !== 'conflict'}
            onChange={() => onChoose(each)}
          />
          <span>
            <small>{text[each]}</small>
            {state === 'mine' || state === 'theirs'
              ? state === each
                ? format(versions[each][name])
                : text.same
              : format(versions[each][name])}
          </span>
        </label>
      ))}
      <p className={styles.result} data-unchosen={taken === undefined ? '' : undefined}>
        {taken === undefined
          ? text.results.unchosen
          : taken === 'both'
            ? `${text.results.both} ${format(merged)}`
            : text.results[taken === 'mine' || taken === 'theirs' ? taken : 'same']}
      </p>
    </fieldset>
  )
}
