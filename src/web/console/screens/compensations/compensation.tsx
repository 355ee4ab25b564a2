import { useState } from 'react'
import { list as listCompensations, show, stop } from '#contract/admin/compensations.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { useLocation } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { RedeemIcon } from '#web/ui/feature-icons.tsx'
import { hasRole, useMe } from '../../client/session.ts'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import layout from '../../form/long-form.module.css'
import { href, PATHS } from '../../shell/paths.ts'
import { NoRecord } from '../../shell/waiting.tsx'
import { actorName } from '../../widgets/changes.tsx'
import { AuditFact, Fact, Facts, JobProgress } from '../../widgets/facts.tsx'
import { Page, Panel } from '../../widgets/page.tsx'
import { When } from '../../widgets/when.tsx'
import { CompensationState, type Shown, useGivenText } from './compensation-state.tsx'

const RUNNING_POLL_MS = 1_000
const POLL_MS = 60_000

/** One compensation: what it gives, to whom, and how far it is. */
export function Compensation() {
  const { one: text, toList } = useText('consoleCompensations')
  const { pathname } = useLocation()
  const compensationId = pathParams(PATHS.compensation, plainPath(pathname))?.compensationId ?? ''
  const read = useRead(
    show,
    { compensationId },
    { pollMs: (answer) => (answer?.state === 'running' ? RUNNING_POLL_MS : POLL_MS) },
  )
  if (read.data) return <Found compensation={read.data} />
  return (
    <NoRecord
      read={read}
      icon={<RedeemIcon size={22} />}
      title={text.missing}
      text={text.missingText}
      action={{ label: toList, href: href(PATHS.compensations) }}
    />
  )
}

function Found({ compensation }: { compensation: Shown }) {
  const text = useText('consoleCompensations')
  const me = useMe()
  const [isStopping, setStopping] = useState(false)
  const givenText = useGivenText()
  const { incident, state, gives } = compensation
  return (
    <Page
      title={incident}
      note={
        <span className={layout.head}>
          <CompensationState state={state} />
          <span>{givenText(gives)}</span>
        </span>
      }
      actions={
        <>
          <a className={layout.link} href={href(PATHS.compensations)}>
            {text.toList}
          </a>
          {state === 'running' && me !== undefined && hasRole(me, ['care']) ? (
            <Button onClick={() => setStopping(true)}>{text.one.stop}</Button>
          ) : null}
        </>
      }
    >
      <CompensationFacts compensation={compensation} />
      {isStopping ? <ConfirmStop compensation={compensation} onClose={() => setStopping(false)} /> : null}
    </Page>
  )
}

function CompensationFacts({ compensation }: { compensation: Shown }) {
  const text = useText('consoleCompensations')
  const { one } = text
  const { language } = useCallContext()
  const number = (value: number) => formatNumber(value, language)
  const { compensationId, members, given, nothing, failed, from, until, who, madeAt, madeBy } = compensation
  const { isApproved, endedAt, stoppedBy, reason, state } = compensation
  const progress = one.progress(number(given + nothing + failed), number(members))
  return (
    <Panel title={one.facts} note={<code>{compensationId}</code>}>
      <JobProgress all={members} done={given + nothing + failed} label={progress}>
        {state === 'running' ? <p className={layout.note}>{one.running}</p> : null}
      </JobProgress>
      <Facts>
        <Fact label={one.given}>{number(given)}</Fact>
        <Fact label={one.nothing}>{number(nothing)}</Fact>
        <Fact label={one.failed}>{number(failed)}</Fact>
        <Fact label={one.period}>
          <When at={from} /> – <When at={until} />
        </Fact>
        <Fact label={one.who}>{who.map((each) => text.who[each]).join(text.joined)}</Fact>
        <Fact label={one.reason}>{reason}</Fact>
        <Fact label={one.made}>
          <When at={madeAt} />
          <span className={layout.note}>{actorName(madeBy)}</span>
          {isApproved ? <span className={layout.note}>{one.approved}</span> : null}
        </Fact>
        {endedAt === null ? null : (
          <Fact label={one.ended}>
            <When at={endedAt} />
            {stoppedBy === null ? null : <span className={layout.note}>{one.stoppedBy(actorName(stoppedBy))}</span>}
          </Fact>
        )}
        <AuditFact label={one.audit} subject={`compensation:${compensationId}`} />
      </Facts>
    </Panel>
  )
}

function ConfirmStop({ compensation, onClose }: { compensation: Shown; onClose: () => void }) {
  const { one: text } = useText('consoleCompensations')
  const { language } = useCallContext()
  const { submit } = useChange(stop, { invalidates: [show, listCompensations] })
  const { compensationId, given } = compensation
  return (
    <Confirm
      title={text.stopTitle}
      text={text.stopText(formatNumber(given, language))}
      label={text.stop}
      isDanger
      submit={(reason) => submit({ compensationId, reason: reason ?? '' })}
      onDone={() => {
        showToast({ text: text.stopped })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
