import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import type { CampaignForm as FormBlock } from '#contract/campaigns.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckField } from '#web/ui/form/check-field.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { SubmitButton } from '#web/ui/form/submit-button.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { AnswerField } from './campaign-fields.tsx'
import { LinkList } from './link-list.tsx'
import { useCampaignForm, useSent } from './use-campaign-form.ts'
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
  const time =
    at === undefined
      ? ''
      : new Intl.DateTimeFormat(language === 'zh_HK' ? 'zh-HK' : 'en-HK', {
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
          timeZone: 'Asia/Hong_Kong',
        }).format(at)
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
