import { Fragment, type ReactNode, useId, useRef } from 'react'
import { type Language, LANGUAGES } from '#contract/languages.ts'
import { htmlLang } from '#web/kit/language.ts'
import { useText } from '#web/kit/text.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FieldNotes, type FieldProps } from '#web/ui/form/field.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { IMAGE_UPLOAD_TYPES } from '#contract/admin/uploads.ts'
import { Button } from '#web/ui/button.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { useShellText } from '../shell/shell-text.ts'
import styles from './content.module.css'
import type { RecordField } from './record-form.rules.ts'
import { TitleField, type TitleNames } from './title-field.tsx'
import { useImageUpload } from '../client/use-image-upload.ts'

/** Labels and hints, by the name of the field. */
export interface FieldTexts {
  readonly labels: Readonly<Record<string, string>>
  readonly hints?: Readonly<Record<string, string>>
}

interface RecordFieldsProps {
  fields: readonly RecordField[]
  texts: FieldTexts
  names: TitleNames
  field: (name: string) => FieldProps
}

/** Texts in both languages side by side, the other fields in a grid between them. */
export function RecordFields({ fields, ...props }: RecordFieldsProps) {
  const groups = groupsOf(fields)
  return groups.map((group) => (
    <div key={group[0]!.name} className={group[0]!.type === 'local' ? styles.pair : styles.facts}>
      {group.map((field) => (
        <Fragment key={field.name}>
          <OneField spec={field} {...props} />
        </Fragment>
      ))}
    </div>
  ))
}

function groupsOf(fields: readonly RecordField[]): RecordField[][] {
  const groups: RecordField[][] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (last && field.type !== 'local' && last[0]!.type !== 'local') last.push(field)
    else groups.push([field])
  }
  return groups
}

type OneFieldProps = Omit<RecordFieldsProps, 'fields'> & { spec: RecordField }

function OneField({ spec, texts, names, field }: OneFieldProps) {
  const { name, type, isOptional } = spec
  const shell = useShellText()
  const label = <Label name={texts.labels[name] ?? name} isOptional={isOptional} />
  const note = texts.hints?.[name]
  const hint = type === 'time' ? [note, shell.time].filter(Boolean).join(' · ') : note
  const look = { label, ...(hint && { hint }) }
  switch (spec.type) {
    case 'local':
      return LANGUAGES.map((language) => (
        <LocalField key={language} spec={spec} language={language} texts={texts} field={field(`${name}.${language}`)} />
      ))
    case 'several':
      return <Several {...look} options={spec.options} {...field(name)} />
    case 'choice':
      return <Choice {...look} options={spec.options} isOptional={isOptional} {...field(name)} />
    case 'title':
      return <TitleField {...look} names={names} isOptional={isOptional} {...field(name)} />
    case 'image':
      return <ImageField {...look} isOptional={isOptional} {...field(name)} />
    case 'flag':
      return <Flag {...look} {...field(name)} />
    case 'time':
      return <TextField {...look} type="datetime-local" max="2999-12-31T23:59" {...field(name)} />
    case 'day':
      return <TextField {...look} type="date" max="2999-12-31" {...field(name)} />
    case 'dollars':
      return <TextField {...look} lead="HK$" inputMode="decimal" autoComplete="off" {...field(name)} />
    case 'number':
      return <TextField {...look} inputMode="numeric" autoComplete="off" {...field(name)} />
    case 'list':
      return <TextField {...look} autoComplete="off" {...field(name)} />
    case 'text':
      return <TextField {...look} autoComplete="off" maxLength={spec.max} {...field(name)} />
    default:
      return spec satisfies never
  }
}

function Flag({ value, onChange, label, hint, name, error }: FieldProps & { label: ReactNode; hint?: string }) {
  return (
    <CheckField
      className={styles.flag}
      name={name}
      label={label}
      hint={hint}
      error={error}
      checked={value === 'true'}
      onChange={(isOn) => onChange(isOn ? 'true' : '')}
    />
  )
}

function Label({ name, isOptional, language }: { name: string; isOptional?: boolean | undefined; language?: string }) {
  const text = useText('consoleContent')
  const notes = [language, isOptional ? text.optional : undefined].filter(Boolean).join(' · ')
  return (
    <span className={styles.label}>
      {name} {notes ? <small>{notes}</small> : null}
    </span>
  )
}

interface LocalFieldProps {
  spec: Extract<RecordField, { type: 'local' }>
  language: Language
  texts: FieldTexts
  field: FieldProps
}

function LocalField({ spec: { name, max, isLong, isOptional }, language, texts, field }: LocalFieldProps) {
  const { languages } = useText('consoleContent')
  const hint = texts.hints?.[name]
  const props = {
    ...field,
    label: <Label name={texts.labels[name] ?? name} isOptional={isOptional} language={languages[language]} />,
    maxLength: max,
    ...(hint && { hint }),
  }
  return (
    <div lang={htmlLang(language)}>
      {isLong ? <TextAreaField {...props} rows={3} /> : <TextField {...props} autoComplete="off" />}
    </div>
  )
}

type OptionsProps = FieldProps & {
  label: ReactNode
  hint?: string
  options: readonly (readonly [string, string])[]
}

function Several({ label, hint, options, name, value, error, onChange }: OptionsProps) {
  const id = useId()
  const chosen = value.split(', ').filter(Boolean)
  const toggle = (each: string, isOn: boolean) =>
    onChange(
      options
        .map(([option]) => option)
        .filter((option) => (option === each ? isOn : chosen.includes(option)))
        .join(', '),
    )
  return (
    <fieldset className={styles.checks} aria-describedby={error ? `${id}-error` : undefined}>
      <legend>{label}</legend>
      {options.map(([each, title]) => (
        <CheckField
          key={each}
          name={`${name}-${each}`}
          label={title}
          checked={chosen.includes(each)}
          onChange={(isOn) => toggle(each, isOn)}
        />
      ))}
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  )
}

function Choice({ options, isOptional, value, label, ...props }: OptionsProps & { isOptional?: boolean | undefined }) {
  const text = useText('consoleContent')
  const known = options.some(([each]) => each === value)
  return (
    <SelectField {...props} label={label} value={value} empty={isOptional ? text.noChoice : text.choose}>
      {value !== '' && !known ? <option value={value}>{value}</option> : null}
      {options.map(([each, title]) => (
        <option key={each} value={each}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}

type ImageFieldProps = FieldProps & { label: ReactNode; hint?: string; isOptional?: boolean | undefined }

/** An image of its own: `{hash}/{name}`. */
function ImageField({ label, hint, value, error, onChange }: ImageFieldProps) {
  const { image: text } = useText('consoleContent')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { send, pending, problem } = useImageUpload(text, onChange)
  return (
    <div className={styles.imageField}>
      <span className={styles.fieldName}>{label}</span>
      <span className={styles.image}>
        {value ? (
          <span className={styles.thumb}>
            <ResponsiveImage src={`/i/${value}`} alt="" title=" " sizes="120px" to={320} />
          </span>
        ) : null}
        <input
          ref={input}
          hidden
          type="file"
          aria-label={text.upload}
          accept={IMAGE_UPLOAD_TYPES.join(',')}
          onChange={({ target }) => {
            void send(target.files?.[0])
            target.value = ''
          }}
        />
        <Button size="s" busy={pending} busyText={text.uploading} onClick={() => input.current?.click()}>
          {value ? text.replace : text.upload}
        </Button>
        {value ? (
          <Button size="s" look="text" onClick={() => onChange('')}>
            {text.remove}
          </Button>
        ) : null}
      </span>
      <FieldNotes id={id} hint={hint} error={problem ?? error} />
    </div>
  )
}
