import { useEffect, useRef, useState } from 'react'
import type { CampaignField } from '#contract/campaigns.ts'
import { commentLength } from '#contract/comments.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useImageField } from '#web/viewer/images/use-image-field.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import type { FieldProps } from '#web/ui/form/field.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { EmailField } from '#web/ui/form/person-fields.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import styles from './campaign-form.module.css'
import { useText } from '#web/kit/text.ts'

interface AnswerProps {
  asks: CampaignField
  field: FieldProps
  /** Whether an image is on its way. */
  onSending: (name: string, isSending: boolean) => void
}

/** One question of the form. */
export function AnswerField({ asks, field, onSending }: AnswerProps) {
  const { form: text } = useText('campaigns')
  const label = asks.required ? asks.label : text.optional(asks.label)
  const common = { ...field, label, hint: asks.hint || undefined }
  const place = classNames(asks.half && styles.half)
  switch (asks.type) {
    case 'text':
      return <TextField {...common} className={place} maxLength={asks.max * 10} autoComplete="off" />
    case 'longText':
      return <LongText asks={asks} field={field} label={label} />
    case 'email':
      return <EmailField {...common} />
    case 'phone':
      return <TextField {...common} className={place} type="tel" inputMode="tel" autoComplete="tel" />
    case 'choice':
      return (
        <SelectField {...common} className={place} empty={text.choose}>
          {asks.choices.map(({ value, label: name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
      )
    case 'title':
      return <TitleField asks={asks} common={common} />
    case 'image':
      return <ImageAnswer label={label} field={field} onSending={onSending} />
  }
}

type OfType<T extends CampaignField['type']> = Extract<CampaignField, { type: T }>

/** A text of several lines with its counter, which waits while a character is being composed. */
function LongText({ asks, field, label }: { asks: OfType<'longText'>; field: FieldProps; label: string }) {
  const { form: text } = useText('campaigns')
  const { min, max } = asks
  const isComposing = useRef(false)
  const [counted, setCounted] = useState(() => commentLength(field.value))
  // A reset empties the field from outside.
  useEffect(() => {
    if (!isComposing.current) setCounted(commentLength(field.value))
  }, [field.value])
  const state = counted === 0 ? undefined : counted > max ? 'bad' : counted >= min ? 'ok' : undefined
  const range = min > 1 ? text.range(String(min), String(max)) : text.upTo(String(max))
  return (
    <div
      onCompositionStart={() => {
        isComposing.current = true
      }}
      onCompositionEnd={({ target }) => {
        isComposing.current = false
        if (target instanceof HTMLTextAreaElement) setCounted(commentLength(target.value))
      }}
    >
      <TextAreaField {...field} label={label} hint={asks.hint || undefined} rows={6} maxLength={max * 10} />
      <p className={styles.count} data-state={state}>
        {state === 'ok' ? <CheckIcon size={16} /> : null}
        <strong aria-label={text.counted(String(counted))}>{counted}</strong> {range}
      </p>
    </div>
  )
}

type Common = FieldProps & { label: string; hint: string | undefined }

/** One of some titles, with the poster and the class of the chosen one. */
function TitleField({ asks: { list }, common }: { asks: OfType<'title'>; common: Common }) {
  const { form: text } = useText('campaigns')
  const { cards } = useShellText()
  const chosen = list.find(({ programId }) => programId === common.value)
  return (
    <SelectField
      {...common}
      empty={text.choose}
      lead={
        chosen ? (
          <span className={styles.poster}>
            <ResponsiveImage src={chosen.keyartImageURL} alt="" sizes="28px" to={160} />
          </span>
        ) : undefined
      }
      tail={
        chosen ? <ClassBadge value={chosen.restriction} label={cards.restriction[chosen.restriction]} /> : undefined
      }
    >
      {list.map(({ programId, title }) => (
        <option key={programId} value={programId}>
          {title}
        </option>
      ))}
    </SelectField>
  )
}

function ImageAnswer({ label, field, onSending }: Pick<AnswerProps, 'field' | 'onSending'> & { label: string }) {
  const image = useImageField(field)
  const { isSending } = image
  const { name } = field
  useEffect(() => onSending(name, isSending), [onSending, name, isSending])
  return <ImageField label={label} {...image.field} />
}
