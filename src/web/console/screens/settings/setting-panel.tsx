import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import * as z from 'zod/mini'
import {
  SETTINGS,
  SMS_PROVIDERS,
  type SettingFields,
  type SettingName,
  TEMPLATE_MAX,
  find,
  history,
  save,
} from '#contract/admin/settings.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { formatInstant } from '#web/kit/format.ts'
import { htmlLang } from '#web/kit/language.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { type FormResult, useForm } from '#web/kit/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { type FieldProps, FormError } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { session } from '../../client/session.ts'
import { type ChangeInputOf, useChange } from '../../client/use-change.ts'
import { readKey, useRead } from '../../client/use-read.ts'
import { Conflict } from '../../form/conflict.tsx'
import { instantOf, typedInstant } from '../../form/hong-kong.rules.ts'
import type { Values } from '../../form/merge.rules.ts'
import { useUnsaved } from '../../form/use-leave-warning.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { ChangedFields, actorName } from '../../widgets/changes.tsx'
import { Panel } from '../../widgets/page.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { MessageTexts } from './message-texts.tsx'
import { FIELDS, type Setting, isSame, isTime, typedOf } from './setting.ts'
import styles from './settings.module.css'
import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { Loading } from '../../shell/waiting.tsx'
import { FailedState } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'

type SavedMeanwhile = Extract<Failure, { errorCode: 'VERSION_CONFLICT' }>
/** What the form was opened with, or has saved since. */
type Base = Pick<Setting, 'value' | 'version' | 'isDefault'>

/** One setting: its fields, what holds by default, who saved it, and its history. */
export function SettingPanel({ setting }: { setting: Setting }) {
  const { name } = setting
  const text = useText('consoleSettings')
  const shell = useShellText()
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const historyId = useId()
  const editing = useSetting(setting)
  const { form, base, isDirty, savedMeanwhile, put, discard } = editing
  const labels: Readonly<Record<string, string>> = text.groups[name].fields
  return (
    <Panel title={text.groups[name].title} note={<SavedBy setting={setting} />}>
      <div className={styles.body}>
        <p className={styles.text}>{text.groups[name].text}</p>
        {savedMeanwhile ? (
          <Conflict
            versions={{
              base: typedOf(name, base.value),
              mine: typedOf(name, form.values),
              theirs: typedOf(name, savedMeanwhile.current),
            }}
            fields={FIELDS[name].map((field) => ({ name: field, label: labels[field] ?? field, format: String }))}
            by={actorName(savedMeanwhile.by)}
            at={savedMeanwhile.at}
            pending={editing.pending}
            error={form.formError}
            onSave={editing.saveMerged}
            onDiscard={discard}
          />
        ) : (
          <form className={styles.form} {...editing.formProps}>
            <SettingInputs setting={setting} form={form} />
            <FormError>{form.formError}</FormError>
            <div className={styles.actions}>
              <Button look={isDirty ? 'primary' : 'secondary'} type="submit" busy={form.pending} busyText={shell.busy}>
                {shell.save}
              </Button>
              {isDirty ? <Button onClick={discard}>{text.discard}</Button> : null}
              {base.isDefault ? null : (
                <Button busy={editing.pending && !form.pending} busyText={shell.busy} onClick={() => void put(null)}>
                  {text.reset}
                </Button>
              )}
              <button
                type="button"
                className={styles.more}
                aria-expanded={isHistoryOpen}
                aria-controls={historyId}
                onClick={() => setHistoryOpen(!isHistoryOpen)}
              >
                {text.history}
              </button>
            </div>
          </form>
        )}
        <div id={historyId}>
          {isHistoryOpen ? (
            <SettingHistory
              name={name}
              title={text.groups[name].title}
              isBusy={editing.pending}
              onChoose={({ after, isDefault }) => void put(isDefault ? null : after)}
            />
          ) : null}
        </div>
      </div>
    </Panel>
  )
}

type Form = ReturnType<typeof useSetting>['form']

function SettingInputs({ setting, form }: { setting: Setting; form: Form }) {
  const { name } = setting
  const text = useText('consoleSettings')
  const shell = useShellText()
  const labels: Readonly<Record<string, string>> = text.groups[name].fields
  if (name === 'smsTexts' || name === 'mailTexts') return <MessageTexts setting={name} form={form} />
  return (
    <div className={styles.fields} data-short={isShort(name) ? '' : undefined}>
      {FIELDS[name].map((field) => {
        const label = labels[field] ?? field
        if (name === 'answers')
          return (
            <div key={field} lang={htmlLang(field.endsWith('en_US') ? 'en_US' : 'zh_HK')}>
              <TextAreaField label={label} rows={7} maxLength={TEMPLATE_MAX} {...form.field(field)} />
            </div>
          )
        if (name === 'sms' && field === 'provider')
          return (
            <SelectField key={field} label={label} empty={text.smsProviders.configured} {...form.field(field)}>
              {SMS_PROVIDERS.map((provider) => (
                <option key={provider} value={provider}>
                  {text.smsProviders[provider]}
                </option>
              ))}
            </SelectField>
          )
        return (
          <TextField
            key={field}
            label={label}
            hint={text.default(String(setting.default[field] ?? '') || shell.none)}
            autoComplete="off"
            autoCapitalize="off"
            {...(isNumeric(name) && { inputMode: 'numeric' as const })}
            {...(isTime(name, field) ? timeField(form.field(field)) : form.field(field))}
          />
        )
      })}
    </div>
  )
}

const isNumeric = (name: Setting['name']): boolean => name === 'limits' || name === 'refunds' || name === 'codes'
const isShort = (name: Setting['name']): boolean => isNumeric(name) || name === 'payments'

function SavedBy({ setting: { by, at, isDefault } }: { setting: Setting }) {
  const text = useText('consoleSettings')
  const shell = useShellText()
  const { language } = useCallContext()
  const time = at === null ? '' : shell.hongKong(formatInstant(at, language))
  return (
    <>
      {isDefault ? <Pill tone="plain">{text.isDefault}</Pill> : null}
      {by === null ? null : (
        <span className={styles.by}>{(isDefault ? text.resetBy : text.savedBy)(actorName(by), time)}</span>
      )}
    </>
  )
}

/** The form holds an instant, the field Hong Kong time. */
const timeField = ({ value, onChange, ...field }: FieldProps) => ({
  ...field,
  type: 'datetime-local' as const,
  value: typedInstant(value),
  onChange: (typed: string) => onChange(instantOf(typed) ?? ''),
})

/** Ctrl+S and ⌘S, besides what the form's own keys do. */
const saveBy =
  (submit: () => void, otherwise: (event: KeyboardEvent) => void) =>
  (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault()
      submit()
    } else otherwise(event)
  }

function useSetting(setting: Setting) {
  const { name } = setting
  const text = useText('consoleSettings')
  const shell = useShellText()
  const { title } = text.groups[name]
  const [base, setBase] = useState<Base>(setting)
  const [savedMeanwhile, setSavedMeanwhile] = useState<SavedMeanwhile>()
  const queries = useQueryClient()
  const { submit, pending } = useChange(save, { invalidates: [find, history] })
  const form = useForm({
    schema: SETTINGS[name] as z.ZodMiniType<SettingFields>,
    initial: typedOf(name, base.value),
    submit: async (value): Promise<FormResult> => {
      if (isSame(name, value, base.value)) return showToast({ text: text.unchanged })
      return send(value, base.version)
    },
  })
  const isDirty = !isSame(name, form.values, base.value)
  useUnsaved(isDirty)
  // Another operator's change is taken over where nothing of one's own would be lost.
  if (setting.version > base.version && !isDirty && !pending) take(setting)
  const formProps = { ...form.form, onKeyDown: saveBy(() => void form.send(), form.form.onKeyDown) }
  return { form, formProps, base, isDirty, pending, savedMeanwhile, put, saveMerged, discard }

  function take(next: Base): void {
    setBase(next)
    form.set(typedOf(name, next.value))
  }

  /** Null: the default. `undo`: what a click on the toast's button puts back. */
  async function send(value: SettingFields | null, version: number, canUndo = true): Promise<FormResult> {
    const answer = await submit({ name, value, version } as ChangeInputOf<typeof save>)
    if (answer.result === 'FAILED') {
      if (answer.errorCode !== 'VERSION_CONFLICT') return answer
      void queries.invalidateQueries({ queryKey: readKey(find) })
      return setSavedMeanwhile(answer)
    }
    if (answer.approvalId !== undefined) {
      discard()
      return showToast({ text: shell.waits })
    }
    const before = base.isDefault ? null : base.value
    const saved = { value: value ?? setting.default, isDefault: value === null, version: answer.version ?? version + 1 }
    setSavedMeanwhile(undefined)
    take(saved)
    showBrand(saved.value)
    const undo = { label: text.undo, onClick: () => void refuse(send(before, saved.version, false)) }
    showToast({ text: (value === null ? text.restored : text.saved)(title), ...(canUndo && { action: undo }) })
  }

  async function refuse(result: Promise<FormResult>): Promise<void> {
    const refusal = await result
    if (refusal && 'message' in refusal) form.refuse(refusal)
  }

  /** Of the history, or the default. */
  function put(value: SettingFields | null): Promise<void> {
    return refuse(send(value, base.version))
  }

  function saveMerged(merged: Values): void {
    const value = z.parse(SETTINGS[name], merged)
    void refuse(send(value, Number(savedMeanwhile?.current.version)))
  }

  /** What another operator has saved is read again by the list. */
  function discard(): void {
    setSavedMeanwhile(undefined)
    take(setting.version > base.version ? setting : base)
  }

  /** The console's own name follows at once. */
  function showBrand(value: SettingFields): void {
    const { me } = session.get()
    if (name !== 'brand' || !me) return
    session.set({ me: { ...me, brand: { zh_HK: String(value.zh_HK), en_US: String(value.en_US) } } })
  }
}

type Version = AdminOutputOf<typeof history>['list'][number]

interface SettingHistoryProps {
  name: SettingName
  title: string
  isBusy: boolean
  onChoose: (version: Version) => void
}

/** Who changed what and when; any version can be used again, which makes a new one. */
function SettingHistory({ name, title, isBusy, onChoose }: SettingHistoryProps) {
  const text = useText('consoleSettings')
  const versions = useRead(history, { name })
  if (versions.error) return <FailedState error={versions.error} onRetry={() => void versions.refetch()} />
  if (!versions.data) return <Loading />
  const [current] = versions.data.list
  if (!current) return <p className={styles.text}>{text.neverChanged}</p>
  return (
    <ol className={styles.versions} aria-label={text.historyOf(title)}>
      {versions.data.list.map((version) => (
        <li key={version.version} className={styles.version}>
          <p className={styles.head}>
            <strong>{actorName(version.by)}</strong>
            <When at={version.at} />
            <span>{text.version(String(version.version))}</span>
            {version.isDefault ? <Pill tone="plain">{text.isDefault}</Pill> : null}
            {version === current ? null : (
              <Button
                size="s"
                className={styles.use}
                disabled={isBusy}
                aria-label={text.chooseOf(String(version.version))}
                onClick={() => onChoose(version)}
              >
                {text.choose}
              </Button>
            )}
          </p>
          <ChangedFields before={version.before} after={version.after} />
        </li>
      ))}
    </ol>
  )
}
