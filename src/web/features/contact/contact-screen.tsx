import { useState, useLayoutEffect, useRef } from 'react'
import { useLocation } from '#web/kit/router.tsx'
import { useCallContext } from '#web/kit/call-context.ts'
import { deviceName } from '#web/kit/device-name.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { useAccount } from '#web/viewer/account/use-account.ts'
import { useArticleLink } from '#web/viewer/articles/use-article-link.ts'
import {
  dropSentContact,
  readContactDraft,
  readSentContact,
  type SentContact,
} from '#web/viewer/contact/contact-draft.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { siteConfig } from '#web/viewer/site-config/site-config.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { PeopleIcon } from '#web/ui/feature-icons.tsx'
import { Waiting } from '#web/ui/waiting.tsx'
import { ContactForm } from './contact-form.tsx'
import { type ContactTexts, contactValues } from './contact-form.rules.ts'
import { Screen } from '#web/ui/screen.tsx'
import styles from './contact-screen.module.css'
import { copyText } from '#web/kit/copy-text.ts'
import { grouped } from '#web/ui/form/phone.rules.ts'
import { ResultActions, ResultCard, ResultFacts, ResultNote } from '#web/ui/result-card.tsx'

/** `/contactus` and `/mobile/contactus`: a message to the operators. A child is sent to its parents. */
export function ContactScreen() {
  const text = useText('contact')
  const { pattern } = useCallContext()
  const isEmbedded = useLocation().pathname.startsWith(PATHS.mobileContact)
  if (pattern === 'children')
    return (
      <Screen className={styles.screen} embedded={isEmbedded}>
        <ErrorPanel
          isScreen
          tone="plain"
          icon={<PeopleIcon size={26} />}
          title={text.kids.title}
          text={text.kids.text}
        />
      </Screen>
    )
  return (
    <Screen className={styles.screen} embedded={isEmbedded}>
      <Contact isEmbedded={isEmbedded} />
    </Screen>
  )
}

/** The form, and once it is sent its case number, also after a reload. */
function Contact({ isEmbedded }: { isEmbedded: boolean }) {
  const text = useText('contact')
  const { site } = useShellText()
  const owner = useSession().mobileno ?? ''
  const known = useKnown()
  const [sent, setSent] = useState(() => readSentContact(owner))
  const writeAnother = () => {
    dropSentContact()
    setSent(undefined)
  }
  if (sent) return <ContactDone sent={sent} home={isEmbedded ? undefined : paths.home()} onAnother={writeAnother} />
  return (
    <>
      <header className={styles.head}>
        <h1 className={styles.title}>{text.title}</h1>
        <p className={styles.lead}>{text.lead}</p>
      </header>
      <div className={styles.columns}>
        {/* Together: on a phone the aside is below the form, and would move when it arrives. */}
        {known ? (
          <>
            <ContactForm owner={owner} initial={contactValues(readContactDraft(owner), known)} onSent={setSent} />
            <Aside />
          </>
        ) : (
          <Waiting label={site.loading} size="xl" />
        )}
      </div>
    </>
  )
}

/** What is faster than a message, and where a message can be sent besides. */
function Aside() {
  const text = useText('contact')
  const linkOf = useArticleLink()
  const { contactEmail } = siteConfig()
  const collection = linkOf(`#${PATHS.collection}`)
  return (
    <aside className={styles.aside}>
      <h2 className={styles.subtitle}>{text.selfHelp}</h2>
      <p className={styles.text}>{text.selfHelpText}</p>
      <Button look="outline" wide href={linkOf(paths.route(PATHS.help))}>
        {text.toHelp}
      </Button>
      {contactEmail ? (
        <>
          <h2 className={styles.subtitle}>{text.byMail}</h2>
          <a className={styles.link} href={`mailto:${contactEmail}`}>
            {contactEmail}
          </a>
        </>
      ) : null}
      <p className={styles.data}>
        {text.data}
        {collection ? (
          <a className={styles.link} href={collection}>
            {text.collection}
          </a>
        ) : null}
      </p>
    </aside>
  )
}

/** Known details of the sender and the device; undefined until the member's details are loaded. A visitor has none. */
function useKnown(): Partial<ContactTexts> | undefined {
  const isMember = useSession().token !== undefined
  const { data, isLoadingError } = useAccount(isMember)
  const device = deviceName()
  if (!isMember || isLoadingError) return { device }
  if (!data) return undefined
  const { name, areaCode, mobileno, email } = data.profile
  return { device, name, areaCode, phone: grouped(mobileno), loginAccount: mobileno, email }
}

interface ContactDoneProps {
  sent: SentContact
  /** None where an app embeds the form. */
  home: string | undefined
  onAnother: () => void
}

/** The message was sent: its case number, to be quoted. */
function ContactDone({ sent: { caseNumber, email, hasCopy }, home, onAnother }: ContactDoneProps) {
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
