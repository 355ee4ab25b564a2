import { continueHeld, list as listAnnouncements } from '#contract/admin/announcements.ts'
import { continueBulk, heldBulk } from '#contract/admin/bulk.ts'
import { continueImport, list as listImports } from '#contract/admin/imports.ts'
import { continuePlan, held as heldPlans } from '#contract/admin/planned.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { Envelope } from '#web/kit/envelope.ts'
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
import styles from './home.module.css'

const POLL_MS = 60_000
const HELD = { filter: { isHeld: true }, limit: 50 } as const

interface Held {
  readonly key: string
  readonly what: string
  readonly by: string
  readonly at: string
  readonly goOn: () => Promise<Envelope<{ approvalId?: string | undefined }>>
}

/** What operators ordered who may not do so any more. Without any it is not shown. */
export function HeldWork({ me }: { me: Me }) {
  const { held: text } = useText('consoleHome')
  const list = [
    ...useHeldTitles(hasRole(me, ['catalogue'])),
    ...useHeldPlans(hasRole(me, ['catalogue'])),
    ...useHeldAnnouncements(hasRole(me, ['care', 'administrator'])),
  ]
  if (list.length === 0) return null
  return (
    <Panel title={text.title} note={text.note}>
      <ul>
        {list.map((held) => (
          <HeldLine key={held.key} held={held} />
        ))}
      </ul>
    </Panel>
  )
}

function HeldLine({ held: { what, by, at, goOn } }: { held: Held }) {
  const { held: text } = useText('consoleHome')
  const shell = useShellText()
  const { language } = useCallContext()
  const submit = async () => {
    const answer = await goOn()
    if (answer.result === 'FAILED') return showToast({ text: answer.message })
    return showToast({ text: answer.approvalId ? shell.waits : text.done })
  }
  return (
    <li className={styles.line}>
      <p className={styles.what}>
        <strong>{what}</strong>
        <span>{text.by(actorName(by), formatInstant(at, language))}</span>
      </p>
      <Button size="s" aria-label={text.buttonOf(what)} onClick={() => void submit()}>
        {text.button}
      </Button>
    </li>
  )
}

function useHeldTitles(enabled: boolean): Held[] {
  const { held: text } = useText('consoleHome')
  const { language } = useCallContext()
  const options = { enabled, pollMs: POLL_MS }
  const jobs = useRead(heldBulk, {}, options).data?.list ?? []
  const imports = useRead(listImports, HELD, options).data?.list ?? []
  const goOnBulk = useChange(continueBulk, { invalidates: [heldBulk] })
  const goOnImport = useChange(continueImport, { invalidates: [listImports] })
  return [
    ...jobs.map(({ jobId, isUndo, left, by, createdAt }) => ({
      key: jobId,
      what: text[isUndo ? 'undo' : 'bulk'](formatNumber(left, language)),
      by,
      at: createdAt,
      goOn: () => goOnBulk.submit({ jobId }),
    })),
    ...imports.flatMap(({ importId, isHeld, fileName, by, createdAt }) =>
      isHeld
        ? [
            {
              key: importId,
              what: text.import(fileName),
              by,
              at: createdAt,
              goOn: () => goOnImport.submit({ importId }),
            },
          ]
        : [],
    ),
  ]
}

function useHeldPlans(enabled: boolean): Held[] {
  const { held: text } = useText('consoleHome')
  const { language } = useCallContext()
  const plans = useRead(heldPlans, {}, { enabled, pollMs: POLL_MS }).data?.list ?? []
  const goOn = useChange(continuePlan, { invalidates: [heldPlans] })
  return plans.map(({ plannedId, title, by, at }) => ({
    key: plannedId,
    what: title ? text.planOfTitle(title[language]) : text.planOfPage,
    by,
    at,
    goOn: () => goOn.submit({ plannedId }),
  }))
}

function useHeldAnnouncements(enabled: boolean): Held[] {
  const { held: text } = useText('consoleHome')
  const { language } = useCallContext()
  const found = useRead(listAnnouncements, HELD, { enabled, pollMs: POLL_MS }).data?.list ?? []
  const goOn = useChange(continueHeld, { invalidates: [listAnnouncements] })
  return found.flatMap(({ announcementId, isHeld, title, madeBy, madeAt }) =>
    isHeld
      ? [
          {
            key: announcementId,
            what: text.announcement(title[language]),
            by: madeBy,
            at: madeAt,
            goOn: () => goOn.submit({ announcementId }),
          },
        ]
      : [],
  )
}
