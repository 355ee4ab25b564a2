import { useState } from 'react'
import { find, list, plan as planTitle, publish as publishTitle, type TitleContent } from '#contract/admin/titles.ts'
import { REGIONS } from '#contract/regions.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useChange } from '../../client/use-change.ts'
import formStyles from '../../form/form.module.css'
import { instantOf } from '../../form/hong-kong.rules.ts'
import { useSubmitKey } from '../../form/use-editor-keys.ts'
import { PublicationTime } from '../../form/publication-time.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { Checklist } from './checklist.tsx'
import type { FoundTitle } from './editor-context.ts'
import type { TitleDraft, TitleDraftState } from './title-draft.ts'
import type { TitleCheck } from './use-check.ts'
import styles from './title.module.css'

interface PublishDialogProps {
  draft: TitleDraft
  state: TitleDraftState
  title: FoundTitle | undefined
  name: string
  check: TitleCheck
  /** Against what viewers see now. */
  changes: number
  onConflict: (version: number) => void
  onOvertaken: () => void
  onClose: () => void
}

/** The last look before viewers see the draft: what is missing, what it replaces, and when. */
export function PublishDialog(props: PublishDialogProps) {
  const { draft, state, title, name, check, changes, onClose } = props
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { publishing } = text
  const [typed, setTyped] = useState<string>()
  const { send, pending, problem } = usePublication(props, typed)
  const blocking = check.issues.filter(({ blocks }) => blocks).length
  const mayPublish = blocking === 0 && check.isCurrent
  const version = title?.version ?? 0
  const summary = useSummary(draft.get().content)
  useSubmitKey(() => mayPublish && !pending && void send())
  return (
    <Dialog title={publishing.title(name)} className={styles.medium} closeLabel={shell.close} onClose={onClose}>
      <div className={formStyles.form}>
        <p className={formStyles.text}>
          {title?.state === 'withdrawn'
            ? publishing.withdrawn
            : version > 0
              ? `${publishing.replaces(version)} ${changes > 0 ? publishing.changes(changes) : publishing.noChanges}`
              : publishing.first}
        </p>
        <p className={formStyles.text}>
          <strong>{summary}</strong>
        </p>
        <Checklist check={check} onLeave={onClose} />
        {title?.plan ? null : <PublicationTime typed={typed} onChange={setTyped} />}
        <FormError>{problem}</FormError>
        {state.status === 'saved' ? null : <p className={formStyles.text}>{publishing.waiting}</p>}
        <DialogActions
          main={{
            label:
              blocking > 0 ? text.fixFirst(blocking) : typed === undefined ? publishing.submit : publishing.submitPlan,
            busy: pending,
            busyText: shell.busy,
            disabled: !mayPublish,
            autoFocus: mayPublish,
            onClick: () => void send(),
          }}
          cancel={{ label: shell.cancel, onClick: onClose }}
        />
      </div>
    </Dialog>
  )
}

/** The category, which begins with a default, and what viewers pay and where. */
function useSummary({ restriction, vodTypes, credits, windows }: TitleContent): string {
  const text = useText('consoleTitles')
  const { language } = useCallContext()
  const wayOf = (type: (typeof vodTypes)[number]) =>
    type === 'PAY PER RENT' && credits > 0 ? text.credits(formatNumber(credits, language)) : text.vodTypes[type]
  const regions = REGIONS.filter((region) => windows.some((window) => window.region === region))
  return [text.restrictions[restriction], ...vodTypes.map(wayOf), ...regions.map((each) => text.regions[each])].join(
    ' · ',
  )
}

/** `typed`: the time of a plan. */
function usePublication({ draft, onConflict, onOvertaken, onClose }: PublishDialogProps, typed: string | undefined) {
  const { publishing } = useText('consoleTitle')
  const shell = useShellText()
  const { language } = useCallContext()
  const [problem, setProblem] = useState<string>()
  const stale = { invalidates: [find, list] }
  const publication = useChange(publishTitle, stale)
  const planning = useChange(planTitle, stale)
  return { send, pending: publication.pending || planning.pending, problem }

  async function send(): Promise<void> {
    setProblem(undefined)
    if (!(await draft.flush()))
      return draft.get().status === 'overtaken' ? onOvertaken() : setProblem(draft.get().message)
    const { id: programId, content, baseVersion } = draft.get()
    if (programId === undefined) return
    const input = { programId, draft: content, ...(baseVersion > 0 && { version: baseVersion }) }
    if (typed !== undefined) return sendPlan(input)
    const answer = await publication.submit(input)
    if (answer.result === 'FAILED') return refuse(answer)
    draft.replace({ content, baseVersion: answer.version ?? baseVersion + 1, isSaved: true })
    showToast({ text: publishing.done })
    onClose()
  }

  async function sendPlan(input: Parameters<typeof publication.submit>[0]): Promise<void> {
    const at = instantOf(typed)
    if (!at || Date.parse(at) <= serverNow()) return setProblem(publishing.past)
    const answer = await planning.submit({ ...input, at })
    if (answer.result === 'FAILED') return refuse(answer)
    showToast({ text: publishing.plannedAt(shell.hongKong(formatInstant(at, language))) })
    onClose()
  }

  function refuse(failure: Failure): void {
    if (failure.errorCode === 'VERSION_CONFLICT') onConflict(Number(failure.current.version))
    else setProblem(failure.message)
  }
}
