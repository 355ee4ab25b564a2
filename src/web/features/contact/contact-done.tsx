import { useLayoutEffect, useRef } from 'react'
import { copyText } from '#web/kit/copy-text.ts'
import { useText } from '#web/kit/text.ts'
import type { SentContact } from '#web/viewer/contact/contact-draft.ts'
import { Button } from '#web/ui/button.tsx'
import { ResultActions, ResultCard, ResultFacts, ResultNote } from '#web/ui/result-card.tsx'
import styles from './contact-screen.module.css'

interface ContactDoneProps {
  sent: SentContact
  /** None where an app embeds the form. */
  home: string | undefined
  onAnother: () => void
}

/** The message was sent: its case number, to be quoted. */
export function ContactDone({ sent: { caseNumber, email, hasCopy }, home, onAnother }: ContactDoneProps) {
  const { done: text } = useText('contact')
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])
  return (
    <div className={styles.done}>
      <h1 ref={heading} tabIndex={-1} className="visually-hidden">
        {text.title}
      </h1>
      <ResultCard tone="paid" kicker={text.kicker} title={text.title} text={text.text(email)}>
        <ResultFacts
          facts={[
            {
              label: text.caseNumber,
              value: caseNumber,
              copy: {
                label: text.copyNumber,
                onClick: () => void copyText(caseNumber, { done: text.copied, failed: text.copyFailed }),
              },
            },
            { label: text.email, value: email, detail: hasCopy ? text.copySent : undefined },
          ]}
        />
        <ResultActions>
          {home ? (
            <Button look="primary" size="l" href={home}>
              {text.home}
            </Button>
          ) : null}
          <Button size="l" onClick={onAnother}>
            {text.another}
          </Button>
        </ResultActions>
        <ResultNote>{text.note}</ResultNote>
      </ResultCard>
    </div>
  )
}
