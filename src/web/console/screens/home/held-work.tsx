import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { continueHeld, list as listAnnouncements } from '#contract/admin/announcements.ts'
import { continueBulk, heldBulk } from '#contract/admin/bulk.ts'
import { continueImport, list as listImports } from '#contract/admin/imports.ts'
import { continuePlan, held as heldPlans } from '#contract/admin/planned.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { CallError, Envelope } from '#web/kit/envelope.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { hasRole, type Me } from '../../client/session.ts'
import { useChange } from '../../client/use-change.ts'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { actorName } from '../../widgets/changes.tsx'
import { Panel } from '../../widgets/page.tsx'
import { FailedState } from '../../widgets/state.tsx'
import styles from './home.module.css'

const POLL_MS = 60_000
const HELD = { filter: { isHeld: true }, limit: 50 } as const

interface Held {
  readonly key: string
  readonly what: string
  readonly by: string
  readonly at: string
  readonly resume: () => Promise<Envelope<{ approvalId?: string | undefined }>>
}

interface HeldList {
  readonly list: readonly Held[]
  readonly isMore: boolean
  readonly failed: readonly Pick<UseQueryResult<unknown, CallError>, 'error' | 'refetch'>[]
}

/** What operators ordered who may not do so any more. Without any it is not shown. */
export function HeldWork({ me }: { me: Me }) {
  const { held: text } = useText('consoleHome')
  const all: readonly HeldList[] = [
    useHeldTitles(hasRole(me, ['catalogue'])),
    useHeldPlans(hasRole(me, ['catalogue'])),
    useHeldAnnouncements(hasRole(me, ['care', 'administrator'])),
  ]
  const list = all.flatMap((one) => one.list)
  const failed = all.flatMap((one) => one.failed)
  const error = failed.find((one) => one.error)?.error
  if (list.length === 0 && !error) return null
  return (
    <Panel title={text.title} note={text.note}>
      {error ? <FailedState error={error} onRetry={() => failed.forEach(({ refetch }) => void refetch())} /> : null}
      <ul>
        {list.map((held) => (
          <HeldLine key={held.key} held={held} />
        ))}
      </ul>
      {all.some(({ isMore }) => isMore) ? <p className={styles.none}>{text.more}</p> : null}
    </Panel>
  )
}

function HeldLine({ held: { what, by, at, resume } }: { held: Held }) {
  const { held: text } = useText('consoleHome')
  const shell = useShellText()
  const { language } = useCallContext()
  const line = useRef<HTMLLIElement>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    setBusy(true)
    const answer = await resume()
    const isDone = answer.result === 'SUCCESS' && !answer.approvalId
    // Until the list is read again the line is there, with nothing more to do.
    setBusy(isDone)
    if (answer.result === 'FAILED') return showToast({ text: answer.message })
    if (isDone) focusHeading(line.current)
    return showToast({ text: isDone ? text.done : shell.waits })
  }
  return (
    <li ref={line} className={styles.line}>
      <p className={styles.what}>
        <strong>{what}</strong>
        <span>{text.by(actorName(by), formatInstant(at, language))}</span>
      </p>
      <Button
        size="s"
        aria-label={text.buttonOf(what)}
        busy={isBusy}
        busyText={shell.busy}
        onClick={() => void submit()}
      >
        {text.button}
      </Button>
    </li>
  )
}

/** The line is about to go: the focus would be lost with it, and with the last one the panel goes as well. */
function focusHeading(line: HTMLElement | null): void {
  const isLast = line?.parentElement?.childElementCount === 1
  const heading = isLast ? document.querySelector('h1') : line?.closest('section')?.querySelector('h2')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

function useHeldTitles(enabled: boolean): HeldList {
  const { held: text } = useText('consoleHome')
  const { language } = useCallContext()
  const options = { enabled, pollMs: POLL_MS }
  const jobs = useRead(heldBulk, {}, options)
  const imports = useRead(listImports, HELD, options)
  const resumeBulk = useChange(continueBulk, { invalidates: [heldBulk] })
  const resumeImport = useChange(continueImport, { invalidates: [listImports] })
  const list = [
    ...(jobs.data?.list ?? []).map(({ jobId, isUndo, left, by, createdAt }) => ({
      key: jobId,
      what: text[isUndo ? 'undo' : 'bulk'](formatNumber(left, language)),
      by,
      at: createdAt,
      resume: () => resumeBulk.submit({ jobId }),
    })),
    ...(imports.data?.list ?? [])
      .filter(({ isHeld }) => isHeld)
      .map(({ importId, fileName, by, createdAt }) => ({
        key: importId,
        what: text.import(fileName),
        by,
        at: createdAt,
        resume: () => resumeImport.submit({ importId }),
      })),
  ]
  return { list, isMore: Boolean(imports.data?.next), failed: enabled ? [jobs, imports] : [] }
}

function useHeldPlans(enabled: boolean): HeldList {
  const { held: text } = useText('consoleHome')
  const { language } = useCallContext()
  const plans = useRead(heldPlans, {}, { enabled, pollMs: POLL_MS })
  const resume = useChange(continuePlan, { invalidates: [heldPlans] })
  const list = (plans.data?.list ?? []).map(({ plannedId, title, by, at }) => ({
    key: plannedId,
    what: title ? text.planOfTitle(title[language]) : text.planOfPage,
    by,
    at,
    resume: () => resume.submit({ plannedId }),
  }))
  return { list, isMore: false, failed: enabled ? [plans] : [] }
}

function useHeldAnnouncements(enabled: boolean): HeldList {
  const { held: text } = useText('consoleHome')
  const { language } = useCallContext()
  const found = useRead(listAnnouncements, HELD, { enabled, pollMs: POLL_MS })
  const resume = useChange(continueHeld, { invalidates: [listAnnouncements] })
  const list = (found.data?.list ?? [])
    .filter(({ isHeld }) => isHeld)
    .map(({ announcementId, title, madeBy, madeAt }) => ({
      key: announcementId,
      what: text.announcement(title[language]),
      by: madeBy,
      at: madeAt,
      resume: () => resume.submit({ announcementId }),
    }))
  return { list, isMore: Boolean(found.data?.next), failed: enabled ? [found] : [] }
}
