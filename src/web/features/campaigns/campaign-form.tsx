import { useCallback, useLayoutEffect, useRef, useState, useEffect } from 'react'
import type { CampaignForm as FormBlock, CampaignField } from '#contract/campaigns.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { formatTime } from '#web/kit/format-day.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError, type FieldProps } from '#web/ui/form/field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { LinkList } from './link-list.tsx'
import { useCampaignForm, useSent } from './use-campaign-form.ts'
import styles from './campaign-form.module.css'
import { commentLength } from '#contract/comments.ts'
import { useImageField } from '#web/viewer/images/use-image-field.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { EmailField } from '#web/ui/form/person-fields.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'

interface FormProps {
  codeName: string
  form: FormBlock
}

/** The form of a campaign; once it is sent, its number. */
export function CampaignForm({ codeName, form }: FormProps) {
  const sent = useSent(codeName)
  if (sent.number !== undefined) return <Sent number={sent.number} thanks={form.thanks} onAgain={sent.again} />
  return <OpenForm codeName={codeName} form={form} onSent={sent.keep} />
}

function OpenForm({ codeName, form: block, onSent }: FormProps & { onSent: (number: string) => void }) {
  const { form: text } = useText('campaigns')
  const { site } = useShellText()
  const { form, savedAt, wait } = useCampaignForm({ codeName, campaignForm: block, onSent })
  const { sending, onSending } = useSending()
  const { terms, marketing } = block
  const waiting = sending ? text.uploading : wait.left > 0 ? text.tooMany : undefined
  return (
    <section className={styles.panel} aria-labelledby="campaign-form">
      <div className={styles.head}>
        <h2 id="campaign-form" className={styles.title} tabIndex={-1}>
          {block.title}
        </h2>
        <Saved at={savedAt} />
      </div>
      {block.text ? <p className={styles.text}>{block.text}</p> : null}
      <form className={styles.form} {...form.form}>
        {block.fields.map((asks) => (
          <AnswerField key={asks.name} asks={asks} field={form.field(asks.name)} onSending={onSending} />
        ))}
        <div className={styles.consents}>
          <CheckField
            {...form.box('agreeTerms')}
            label={terms.text}
            aside={<LinkList links={terms.links} className={styles.links} />}
          />
          {marketing ? <CheckField {...form.box('agreeMarketing')} label={text.marketing(marketing.text)} /> : null}
        </div>
        <FormError>{form.formError}</FormError>
        <SubmitButton pending={form.pending} busyText={site.busy} waiting={waiting}>
          {block.submitText || text.submit}
        </SubmitButton>
        {block.note ? <p className={styles.note}>{block.note}</p> : null}
      </form>
    </section>
  )
}

/** The fields whose image is on its way. */
function useSending() {
  const [names, setNames] = useState<readonly string[]>([])
  const onSending = useCallback((name: string, isSending: boolean) => {
    setNames((now) => {
      if (now.includes(name) === isSending) return now
      return isSending ? [...now, name] : now.filter((one) => one !== name)
    })
  }, [])
  return { sending: names.length > 0, onSending }
}

/** When the draft was kept. */
function Saved({ at }: { at: number | undefined }) {
  const { form: text } = useText('campaigns')
  const { language } = useCallContext()
  const time = at === undefined ? '' : formatTime(new Date(at).toISOString(), language)
  return <p className={styles.saved}>{time ? text.draft(time) : ''}</p>
}

interface SentProps {
  number: string
  thanks: string
  onAgain: () => void
}

function Sent({ number, thanks, onAgain }: SentProps) {
  const { sent: text } = useText('campaigns')
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useLayoutEffect(() => heading.current?.focus(), [])
  return (
    <section className={styles.panel} aria-labelledby="campaign-sent">
      <span className={styles.ring}>
        <CheckIcon size={28} />
      </span>
      <h2 id="campaign-sent" ref={heading} className={styles.title} tabIndex={-1}>
        {text.title}
      </h2>
      <p className={styles.text}>{thanks || text.text}</p>
      <dl className={styles.number}>
        <dt>{text.number}</dt>
        <dd>{number}</dd>
      </dl>
      <p className={styles.note}>{text.keep}</p>
      <div className={styles.actions}>
        <Button onClick={() => void copyText(number, { done: text.copied, failed: text.copyFailed })}>
          {text.copy}
        </Button>
        <Button look="outline" onClick={onAgain}>
          {text.again}
        </Button>
      </div>
    </section>
  )
}

interface AnswerProps {
  asks: CampaignField
  field: FieldProps
  /** Whether an image is on its way. */
  onSending: (name: string, isSending: boolean) => void
}

/** One question of the form. */
function AnswerField({ asks, field, onSending }: AnswerProps) {
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
