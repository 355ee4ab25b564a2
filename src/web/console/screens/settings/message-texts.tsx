import { useState } from 'react'
import { mailTextFields, smsTextFields } from '#contract/admin/settings.ts'
import { HTML_LANG } from '#contract/languages.ts'
import {
  fillText,
  MAIL_BODY_MAX,
  MAIL_SUBJECT_MAX,
  MAIL_TEXTS,
  type MailTextName,
  SMS_TEXT_MAX,
  SMS_TEXTS,
  type SmsTextName,
} from '#contract/message-texts.ts'
import { formatDay } from '#web/kit/format-day.ts'
import { useText } from '#web/kit/text.ts'
import type { FieldProps } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { session } from '../../client/session.ts'
import styles from './settings.module.css'

interface TextForm {
  readonly field: (name: string) => FieldProps
  readonly values: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, string | undefined>>
}

const SMS_NAMES = Object.keys(SMS_TEXTS) as SmsTextName[]
const MAIL_NAMES = Object.keys(MAIL_TEXTS) as MailTextName[]

/** Of previews. */
const SAMPLES = { code: '123456', password: '84027153', parentalCode: '4826', link: 'https://…' }
const SOME_DAY = '2026-12-20T04:00:00Z'

/** One message at a time, in both languages, as it would be read. A field that is refused is shown with it. */
export function MessageTexts({ setting, form }: { setting: 'smsTexts' | 'mailTexts'; form: TextForm }) {
  const { texts: text } = useText('consoleSettings')
  const [chosen, setChosen] = useState('')
  const isSms = setting === 'smsTexts'
  const names: readonly string[] = isSms ? SMS_NAMES : MAIL_NAMES
  const labels: Readonly<Record<string, string>> = isSms ? text.sms : text.mail
  const name = chosen || names[0]!
  const fieldsOf = (each: string): readonly string[] =>
    isSms ? smsTextFields(each as SmsTextName) : mailTextFields(each as MailTextName)
  const needed: readonly string[] = isSms ? SMS_TEXTS[name as SmsTextName] : MAIL_TEXTS[name as MailTextName]
  const refused = names.filter((each) => each !== name && fieldsOf(each).some((field) => form.errors[field]))
  return (
    <>
      <SelectField
        label={text.message}
        hint={text.needed(needed.map((each) => `{${each}}`).join(' '))}
        empty={labels[names[0]!] ?? ''}
        name={`${setting}-message`}
        value={chosen}
        error={undefined}
        onChange={setChosen}
        className={styles.choice}
      >
        {names.slice(1).map((each) => (
          <option key={each} value={each}>
            {labels[each]}
          </option>
        ))}
      </SelectField>
      {refused.length > 0 ? (
        <p className={styles.refused} role="alert">
          {text.refused(refused.map((each) => labels[each]).join(text.joined))}
        </p>
      ) : null}
      <div className={styles.fields}>
        {fieldsOf(name).map((field) => (
          <TextEntry key={field} field={field} form={form} />
        ))}
      </div>
    </>
  )
}

function TextEntry({ field, form }: { field: string; form: TextForm }) {
  const { texts: text } = useText('consoleSettings')
  const language = field.endsWith('zh_HK') ? 'zh_HK' : 'en_US'
  const isSubject = field.includes('_subject_')
  const isBody = field.includes('_body_')
  const label = (isSubject ? text.subject : isBody ? text.body : text.words)[language]
  const brand = session.get().me?.brand[language] ?? ''
  const preview = fillText(form.values[field] ?? '', { ...SAMPLES, day: formatDay(SOME_DAY, language), brand })
  return (
    <div className={styles.entry} lang={HTML_LANG[language]}>
      {isSubject ? (
        <TextField label={label} maxLength={MAIL_SUBJECT_MAX} autoComplete="off" {...form.field(field)} />
      ) : (
        <TextAreaField
          label={label}
          rows={isBody ? 7 : 4}
          maxLength={isBody ? MAIL_BODY_MAX : SMS_TEXT_MAX}
          {...form.field(field)}
        />
      )}
      <p className={styles.preview} aria-label={text.preview}>
        {preview}
      </p>
    </div>
  )
}
