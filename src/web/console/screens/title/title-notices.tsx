import { find, list, unplan } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { InfoIcon, PeopleIcon } from '#web/ui/feature-icons.tsx'
import { WarningIcon } from '#web/ui/icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useChange } from '../../client/use-change.ts'
import { OvertakenNotice } from '../../form/overtaken.tsx'
import { PlanNotices } from '../../form/plan-notices.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { MergeIcon } from '../../widgets/icons.ts'
import { Notice } from '../../widgets/notice.tsx'
import type { Layer } from './editor-context.ts'
import { useEditor } from './editor-context.ts'
import type { TitleDraft, TitleDraftState } from './title-draft.ts'

interface TitleNoticesProps {
  draft: TitleDraft
  state: TitleDraftState
  onLayer: (layer: Layer) => void
}

/** What one must know before editing: others, plans, newer versions. */
export function TitleNotices({ draft, state, onLayer }: TitleNoticesProps) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { language } = useCallContext()
  const { title, isReadOnly } = useEditor()
  const removal = usePlanRemoval(draft)
  if (!title) return null
  const { others, failedPlan, version, plan, otherDraft, takenDownAt } = title
  const isBehind = version > state.baseVersion && state.status === 'saved'
  const timeOf = (at: string) => shell.hongKong(formatInstant(at, language))
  return (
    <>
      {takenDownAt ? (
        <Notice icon={<WarningIcon size={18} />} tone="warn">
          {text.takeDown.notice(timeOf(takenDownAt))}
        </Notice>
      ) : null}
      {state.status === 'overtaken' ? <OvertakenNotice onChoose={() => onLayer('overtaken')} /> : null}
      {isBehind && !isReadOnly ? (
        <Notice
          icon={<MergeIcon size={18} />}
          tone="warn"
          action={
            <Button size="s" onClick={() => onLayer({ mergeWith: version, thenPublishes: false })}>
              {text.merge}
            </Button>
          }
        >
          {text.behind}
        </Notice>
      ) : null}
      <PlanNotices
        plan={plan}
        failedPlan={failedPlan}
        sayFailure={text.failedPlan}
        pending={removal.pending}
        onRemove={isReadOnly ? undefined : (plannedId) => void removal.remove(plannedId)}
      />
      {others.length > 0 ? (
        <Notice icon={<PeopleIcon size={18} />}>
          {text.others(others.map(({ operator }) => operator).join(shell.comma))}
        </Notice>
      ) : null}
      {otherDraft && !state.savedAt ? <Notice icon={<InfoIcon size={18} />}>{text.otherDraft}</Notice> : null}
    </>
  )
}

function usePlanRemoval(draft: TitleDraft) {
  const text = useText('consoleTitle')
  const client = useAdminClient()
  const { submit, pending } = useChange(unplan, { invalidates: [find, list] })
  const remove = async (plannedId: string) => {
    const { id: programId } = draft.get()
    if (programId === undefined) return
    const answer = await submit({ programId, plannedId })
    if (answer.result === 'FAILED') return showToast({ text: answer.message })
    const found = answer.isDraft ? await client.call(find, { programId }) : undefined
    if (found?.result === 'SUCCESS' && found.draft) draft.replace({ ...found.draft, isSaved: true })
    return showToast({ text: answer.isDraft ? text.unplanned : text.unplannedOnly })
  }
  return { remove, pending }
}
