import { useState } from 'react'
import { choices, list as listAnnouncements, NO_PLAN, show, stop } from '#contract/admin/announcements.ts'
import { HTML_LANG, LANGUAGES } from '#contract/languages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { useLocation } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import layout from '../../form/long-form.module.css'
import { href, PATHS } from '../../shell/paths.ts'
import { NoRecord } from '../../shell/waiting.tsx'
import { actorName } from '../../widgets/changes.tsx'
import { AuditFact, Fact, Facts, JobProgress } from '../../widgets/facts.tsx'
import { AnnouncementIcon } from '../../widgets/icons.ts'
import { Notice } from '../../widgets/notice.tsx'
import { Page, Panel } from '../../widgets/page.tsx'
import { When } from '../../widgets/when.tsx'
import { AnnouncementState, type Shown } from './announcement-state.tsx'
import styles from './announcements.module.css'

const SENDING_POLL_MS = 1_000
const POLL_MS = 15_000

/** One announcement: its words, whom it reaches, and how far it is. */
export function Announcement() {
  const { one: text, toList } = useText('consoleAnnouncements')
  const { pathname } = useLocation()
  const announcementId = pathParams(PATHS.announcement, plainPath(pathname))?.announcementId ?? ''
  const read = useRead(
    show,
    { announcementId },
    { pollMs: (answer) => (answer?.state === 'sending' ? SENDING_POLL_MS : POLL_MS) },
  )
  if (read.data) return <Found announcement={read.data} />
  return (
    <NoRecord
      read={read}
      icon={<AnnouncementIcon size={22} />}
      title={text.missing}
      text={text.missingText}
      action={{ label: toList, href: href(PATHS.announcements) }}
    />
  )
}

function Found({ announcement }: { announcement: Shown }) {
  const text = useText('consoleAnnouncements')
  const { language } = useCallContext()
  const [isStopping, setStopping] = useState(false)
  const { title, body, state, kind, isHeld } = announcement
  const canStop = state === 'planned' || state === 'sending'
  return (
    <Page
      title={title[language]}
      note={
        <span className={layout.head}>
          <AnnouncementState {...announcement} />
          <span>{text.kinds[kind]}</span>
        </span>
      }
      actions={
        <>
          <a className={layout.link} href={href(PATHS.announcements)}>
            {text.toList}
          </a>
          {canStop ? (
            <Button onClick={() => setStopping(true)}>
              {state === 'planned' ? text.one.stopPlanned : text.one.stop}
            </Button>
          ) : null}
        </>
      }
    >
      {state === 'limited' ? (
        <Notice tone="warn" icon={<WarningIcon size={18} />}>
          {text.one.limited}
        </Notice>
      ) : null}
      {isHeld ? (
        <Notice tone="warn" icon={<WarningIcon size={18} />}>
          {text.held.text} <a href={href(PATHS.home)}>{text.held.toHome}</a>
        </Notice>
      ) : null}
      <AnnouncementFacts announcement={announcement} />
      <Panel title={text.one.words}>
        <div className={styles.words}>
          {LANGUAGES.map((each) => (
            <section key={each} className={styles.letter} aria-label={text.languages[each]} lang={HTML_LANG[each]}>
              <h3>{title[each]}</h3>
              <p>{body[each]}</p>
            </section>
          ))}
        </div>
      </Panel>
      {isStopping ? <ConfirmStop announcement={announcement} onClose={() => setStopping(false)} /> : null}
    </Page>
  )
}

function AnnouncementFacts({ announcement }: { announcement: Shown }) {
  const text = useText('consoleAnnouncements')
  const { one } = text
  const { language } = useCallContext()
  const audience = useAudienceText(announcement)
  const number = (value: number) => formatNumber(value, language)
  const { announcementId, channels, path, startsAt, madeAt, madeBy, reason, counted, recipients } = announcement
  const { inboxes, mails, endedAt, stoppedBy, isApproved, state, isHeld } = announcement
  const expected = Math.max(counted, recipients, 1)
  const progress = one.progress(number(recipients), number(expected))
  return (
    <Panel title={one.facts} note={<code>{announcementId}</code>}>
      {state === 'planned' ? null : (
        <JobProgress all={expected} done={state === 'sent' ? expected : recipients} label={progress}>
          {state === 'sending' && !isHeld ? <p className={layout.note}>{one.running}</p> : null}
        </JobProgress>
      )}
      <Facts>
        <Fact label={one.audience}>{audience}</Fact>
        {channels.includes('inbox') ? <Fact label={one.inboxes}>{number(inboxes)}</Fact> : null}
        {channels.includes('mail') ? <Fact label={one.mails}>{number(mails)}</Fact> : null}
        <Fact label={one.starts}>
          <When at={startsAt} />
        </Fact>
        {endedAt === null ? null : (
          <Fact label={one.ended}>
            <When at={endedAt} />
            {stoppedBy === null ? null : <span className={layout.note}>{one.stoppedBy(actorName(stoppedBy))}</span>}
          </Fact>
        )}
        {path === null ? null : <Fact label={one.path}>{path}</Fact>}
        <Fact label={one.made}>
          <When at={madeAt} />
          <span className={layout.note}>{actorName(madeBy)}</span>
          {isApproved ? <span className={layout.note}>{one.approved}</span> : null}
        </Fact>
        <Fact label={one.reason}>{reason}</Fact>
        <AuditFact label={one.audit} subject={`announcement:${announcementId}`} />
      </Facts>
    </Panel>
  )
}

/** What an audience is narrowed to, in words. */
function useAudienceText({ audience: { plans, regions, languages } }: Shown): string {
  const text = useText('consoleAnnouncements')
  const { language } = useCallContext()
  const { data } = useRead(choices, {})
  const planName = (plan: string) => {
    const found = data?.plans.find(({ planVersionId }) => planVersionId === plan)
    if (plan === NO_PLAN) return text.form.noPlan
    return found ? `${found.name[language]} (${found.version})` : plan
  }
  const parts = [
    ...languages
      .map((each) => LANGUAGES.find((known) => known === each))
      .flatMap((each) => each ?? [])
      .map((each) => text.languages[each]),
    ...regions.map((region) => text.regions[region] ?? region),
    ...plans.map(planName),
  ]
  return parts.length === 0 ? text.everyone : parts.join(text.joined)
}

function ConfirmStop({ announcement, onClose }: { announcement: Shown; onClose: () => void }) {
  const { one: text } = useText('consoleAnnouncements')
  const { language } = useCallContext()
  const { submit } = useChange(stop, { invalidates: [show, listAnnouncements] })
  const { announcementId, version, recipients } = announcement
  return (
    <Confirm
      title={text.stopTitle}
      text={text.stopText(formatNumber(recipients, language))}
      label={announcement.state === 'planned' ? text.stopPlanned : text.stop}
      isDanger
      submit={(reason) => submit({ announcementId, version, reason: reason ?? '' })}
      onDone={() => {
        showToast({ text: text.stopped })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
