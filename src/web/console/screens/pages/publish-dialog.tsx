import { useState } from 'react'
import { categories, find, list, type PageChange, type PageContent, plan, publish } from '#contract/admin/pages.ts'
import { isSamePage } from '#contract/admin/page-changes.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { Failure } from '#web/kit/envelope.ts'
import { formatInstant } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { useChange } from '../../client/use-change.ts'
import formStyles from '../../form/form.module.css'
import { instantOf } from '../../form/hong-kong.rules.ts'
import { PublicationTime } from '../../form/publication-time.tsx'
import { useSubmitKey } from '../../form/use-editor-keys.ts'
import { useShellText } from '../../shell/shell-text.ts'
import titleStyles from '../title/title.module.css'
import { ChangeList } from './change-list.tsx'
import { Issues } from './issues.tsx'
import { usePage } from './page-context.ts'
import type { PageDraft } from './page-draft.ts'

interface PublishDialogProps {
  draft: PageDraft
  name: string
  changes: readonly PageChange[]
  isChecked: boolean
  /** One plan a page. */
  isPlanned: boolean
  onConflict: (version: number) => void
  onOvertaken: () => void
  onClose: () => void
}

const UNDO_MS = 10_000

/** The last look before viewers see the draft: what it changes, and what keeps it from that. */
export function PublishDialog(props: PublishDialogProps) {
  const { name, changes, isChecked, isPlanned, onClose } = props
  const { publishing } = useText('consoleTitle')
  const [typed, setTyped] = useState<string>()
  const text = useText('consolePages')
  const shell = useShellText()
  const { issues, titles, live } = usePage()
  const { send, pending, problem } = usePublication({ ...props, live, typed })
  const blocking = issues.filter(({ blocks }) => blocks).length
  const mayPublish = blocking === 0 && isChecked && changes.length > 0
  useSubmitKey(() => mayPublish && !pending && void send())
  return (
    <Dialog title={text.publishing(name)} className={titleStyles.medium} closeLabel={shell.close} onClose={onClose}>
      <div className={formStyles.form}>
        <p className={formStyles.text}>
          {changes.length === 0
            ? text.noChanges
            : typed === undefined
              ? text.publishText(changes.length)
              : text.planText(changes.length)}
        </p>
        <ChangeList label={text.changes} changes={changes} titles={titles} />
        <Issues onLeave={onClose} />
        {isPlanned ? null : <PublicationTime typed={typed} onChange={setTyped} />}
        <FormError>{problem}</FormError>
        <DialogActions
          main={{
            label: blocking > 0 ? text.fixFirst(blocking) : typed === undefined ? text.publish : publishing.submitPlan,
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

const isOvertaken = (draft: PageDraft): boolean => draft.get().status === 'overtaken'

interface Published {
  scope: string
  content: PageContent
  version: number
}

interface PublicationProps extends Pick<PublishDialogProps, 'draft' | 'onConflict' | 'onOvertaken' | 'onClose'> {
  live: PageContent
  /** The time of a plan. */
  typed: string | undefined
}

function usePublication({ draft, live, typed, onConflict, onOvertaken, onClose }: PublicationProps) {
  const text = useText('consolePages')
  const { publishing } = useText('consoleTitle')
  const shell = useShellText()
  const { language } = useCallContext()
  const [problem, setProblem] = useState<string>()
  const { submit, pending } = useChange(publish, { invalidates: [find, list, categories] })
  const planning = useChange(plan, { invalidates: [find] })
  return { send, pending: pending || planning.pending, problem }

  async function send(): Promise<void> {
    setProblem(undefined)
    if (!(await draft.flush())) return isOvertaken(draft) ? onOvertaken() : setProblem(draft.get().message)
    const { id: scope = '', content, baseVersion } = draft.get()
    const publication = { scope, draft: content, version: baseVersion }
    if (typed !== undefined) return sendPlan(publication)
    const answer = await submit(publication)
    if (answer.result === 'FAILED') return refuse(answer)
    const version = answer.version ?? baseVersion + 1
    draft.replace({ content, baseVersion: version, isSaved: true })
    const undo = { label: text.undo, onClick: () => void undoPublication({ scope, content, version }) }
    showToast({ text: text.published, action: undo, stayMs: UNDO_MS })
    onClose()
  }

  async function sendPlan(publication: Parameters<typeof submit>[0]): Promise<void> {
    const at = instantOf(typed ?? '')
    if (!at || Date.parse(at) <= serverNow()) return setProblem(publishing.past)
    const answer = await planning.submit({ ...publication, at })
    if (answer.result === 'FAILED') return refuse(answer)
    showToast({ text: publishing.plannedAt(shell.hongKong(formatInstant(at, language))) })
    onClose()
  }

  function refuse(failure: Failure): void {
    if (failure.errorCode === 'VERSION_CONFLICT') onConflict(Number(failure.current.version))
    else setProblem(failure.message)
  }

  /** Publishes what was there before, unless another has published since. What was typed since stays, to be merged. */
  async function undoPublication({ scope, content, version }: Published): Promise<void> {
    const answer = await submit({ scope, draft: live, version })
    if (answer.result === 'FAILED') return showToast({ text: text.notUndone(answer.message) })
    const now = draft.get()
    if (now.baseVersion === version && now.status === 'saved' && isSamePage(content, now.content))
      draft.replace({ content: live, baseVersion: answer.version ?? version + 1, isSaved: true })
    showToast({ text: text.undone })
  }
}
