import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  campaign,
  type CampaignField,
  type CampaignForm,
  type CampaignForm as FormBlock,
  campaignSubmit,
} from '#contract/campaigns.ts'
import { commentLength } from '#contract/comments.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { formatTime } from '#web/kit/format-day.ts'
import { queriesOf } from '#web/kit/query-cache.ts'
import { useText } from '#web/kit/text.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useSubmit } from '#web/kit/use-submit.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { type FieldProps, FormError } from '#web/ui/form/field.tsx'
import { ImageField } from '#web/ui/form/image-field.tsx'
import { EmailField } from '#web/ui/form/person-fields.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { readImage } from '#web/viewer/images/kept-image.rules.ts'
import { useImageField } from '#web/viewer/images/use-image-field.ts'
import { dropDraft, keepDraft, readDraft } from '#web/viewer/session/form-draft.ts'
import { submissionIdOf } from '#web/viewer/session/submission-id.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { answersOf, schemaOf, valuesOf } from './campaign-form.rules.ts'
import { LinkList } from './link-list.tsx'
import styles from './campaign-form.module.css'

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

const draftOf = (codeName: string) => `campaign.${codeName}`
const submissionOf = (codeName: string) => `campaign-submission.${codeName}`
const sentOf = (codeName: string) => `campaign-sent.${codeName}`

/** The number of what was sent in this tab, over a reload too. */
function useSent(codeName: string) {
  const [number, setNumber] = useState(() => readDraft(sentOf(codeName)).values['number'])
  return {
    number,
    keep: (submissionNumber: string) => {
      dropDraft(draftOf(codeName))
      dropDraft(submissionOf(codeName))
      keepDraft(sentOf(codeName), { number: submissionNumber })
      setNumber(submissionNumber)
    },
    again: () => {
      dropDraft(sentOf(codeName))
      setNumber(undefined)
    },
  }
}

interface Options {
  codeName: string
  campaignForm: CampaignForm
  onSent: (submissionNumber: string) => void
}

/** The form of a campaign: its draft in this tab, and the sending. */
function useCampaignForm({ codeName, campaignForm: { fields, terms, marketing }, onSent }: Options) {
  const { form: text } = useText('campaigns')
  const queries = useQueryClient()
  const sending = useSubmit(campaignSubmit, { waitMessage: text.tooMany })
  const [initial] = useState(() => readDraft(draftOf(codeName)).values)
  const form = useForm({
    schema: schemaOf(fields, text),
    initial: valuesOf(fields, initial),
    messageOf: ({ message }) => message,
    submit: send,
  })
  const savedAt = useDraft(codeName, answersOf(fields, form.values), initial['savedAt'])
  return { form, savedAt, wait: sending.wait }

  async function send({ agreeMarketing }: { agreeMarketing: boolean }) {
    const typed = answersOf(fields, form.values)
    const images = fields.filter(({ type }) => type === 'image')
    const tokens = images.map(({ name }) => [name, readImage(typed[name] ?? '')?.imageToken ?? ''])
    const answers = { ...typed, ...(Object.fromEntries(tokens) as Record<string, string>) }
    const answer = await sending.submit({
      codeName,
      answers,
      submissionId: submissionIdOf(submissionOf(codeName), JSON.stringify(answers)),
      agreeTerms: true,
      termsVersion: terms.version,
      ...(agreeMarketing && marketing && { marketingVersion: marketing.version }),
    })
    if (answer.result === 'SUCCESS') onSent(answer.submissionNumber)
    else if (answer.failure.errorCode === 'CONFLICT' || answer.failure.errorCode === '403') {
      // Its terms, or its window, are others now: it is read again, and agreed to again.
      form.set({ agreeTerms: false, agreeMarketing: false })
      void queries.invalidateQueries(queriesOf(campaign))
    }
    // Images that are gone can be chosen again at once.
    else for (const { name } of images) if (answer.fields?.[name]) form.set({ [name]: '' })
    return answer
  }
}

/** Keeps what is typed in this tab. @returns when it was last kept, in milliseconds */
function useDraft(codeName: string, answers: Readonly<Record<string, string>>, former: string | undefined) {
  const [savedAt, setSavedAt] = useState(former === undefined ? undefined : Number(former))
  const text = JSON.stringify(answers)
  const kept = useRef(text)
  useEffect(() => {
    if (kept.current === text) return
    kept.current = text
    const now = Date.now()
    keepDraft(draftOf(codeName), { ...(JSON.parse(text) as Record<string, string>), savedAt: String(now) })
    setSavedAt(now)
  }, [codeName, text])
  return savedAt
}
