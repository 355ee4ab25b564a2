import { find, list, type PageChange, unplan } from '#contract/admin/pages.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { EyeIcon, PeopleIcon } from '#web/ui/feature-icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useChange } from '../../client/use-change.ts'
import { OvertakenNotice } from '../../form/overtaken.tsx'
import { PlanNotices } from '../../form/plan-notices.tsx'
import { SaveState } from '../../form/save-state.tsx'
import { useShellText } from '../../shell/shell-text.ts'
import { HistoryIcon, MergeIcon } from '../../widgets/icons.ts'
import { Key } from '../../widgets/key.tsx'
import { Notice } from '../../widgets/notice.tsx'
import { ChangeList } from './change-list.tsx'
import { type FoundPage, type Layer, usePage } from './page-context.ts'
import type { PageDraft, PageDraftState } from './page-draft.ts'
import styles from './pages.module.css'

interface PageHeadProps {
  page: FoundPage
  state: PageDraftState
  name: string
  onLayer: (layer: Layer) => void
}

export function PageHead({ page, state, name, onLayer }: PageHeadProps) {
  const text = useText('consolePages')
  const { open: preview } = useText('consolePreview')
  return (
    <header className={styles.head}>
      <h1>{text.title}</h1>
      <p className={styles.fact}>{name}</p>
      <p className={styles.fact}>{text.version(page.version)}</p>
      <div className={styles.headActions}>
        <SaveState state={state} />
        <Button icon={<EyeIcon size={16} />} onClick={() => onLayer('preview')}>
          {preview}
        </Button>
        <Button icon={<HistoryIcon size={16} />} onClick={() => onLayer('history')}>
          {text.history}
        </Button>
      </div>
    </header>
  )
}

/** What one must know before editing: others, and a newer version. */
export function PageNotices({ draft, page, state, onLayer }: Omit<PageHeadProps, 'name'> & { draft: PageDraft }) {
  const text = useText('consolePages')
  const shell = useShellText()
  const removal = usePlanRemoval(draft)
  const isBehind = page.version > state.baseVersion && state.status === 'saved'
  return (
    <>
      {state.status === 'overtaken' ? <OvertakenNotice onChoose={() => onLayer('overtaken')} /> : null}
      {isBehind ? (
        <Notice
          icon={<MergeIcon size={18} />}
          tone="warn"
          action={
            <Button size="s" onClick={() => onLayer({ mergeWith: page.version, thenPublishes: false })}>
              {text.merge}
            </Button>
          }
        >
          {text.behind}
        </Notice>
      ) : null}
      <PlanNotices
        plan={page.plan}
        failedPlan={page.failedPlan}
        sayFailure={text.failedPlan}
        pending={removal.pending}
        onRemove={(plannedId) => void removal.remove(plannedId)}
      />
      {page.others.length > 0 ? (
        <Notice icon={<PeopleIcon size={18} />}>
          {text.others(page.others.map(({ operator }) => operator).join(shell.comma))}
        </Notice>
      ) : null}
    </>
  )
}

function usePlanRemoval(draft: PageDraft) {
  const text = useText('consoleTitle')
  const client = useAdminClient()
  const { submit, pending } = useChange(unplan, { invalidates: [find, list] })
  const remove = async (plannedId: string) => {
    // What is typed is the own draft, beside which the plan's content makes none.
    await draft.flush()
    const { id: scope = '' } = draft.get()
    const answer = await submit({ scope, plannedId })
    if (answer.result === 'FAILED') return showToast({ text: answer.message })
    const found = answer.isDraft ? await client.call(find, { scope }) : undefined
    if (found?.result === 'SUCCESS' && found.draft) draft.replace({ ...found.draft, isSaved: true })
    return showToast({ text: answer.isDraft ? text.unplanned : text.unplannedOnly })
  }
  return { remove, pending }
}

interface PageBarProps {
  changes: readonly PageChange[]
  isBlocked: boolean
  onLayer: (layer: Layer) => void
}

/** What is not published yet, always in sight. */
export function PageBar({ changes, isBlocked, onLayer }: PageBarProps) {
  const text = useText('consolePages')
  const { titles, issues } = usePage()
  const blocking = issues.filter(({ blocks }) => blocks).length
  if (changes.length === 0) return null
  return (
    <section className={styles.bar} aria-label={text.changes}>
      <div className={styles.barText}>
        <strong>{text.unpublished(changes.length)}</strong>
        <ChangeList isShort label={text.changes} changes={changes} titles={titles} />
      </div>
      <div className={styles.barActions}>
        {isBlocked ? <span className={styles.fix}>{text.fixFirst(blocking)}</span> : null}
        <Button look="text" onClick={() => onLayer('drop')}>
          {text.drop.label}
        </Button>
        <Button look="primary" onClick={() => onLayer('publish')}>
          {text.publishCount(changes.length)}
          <span className={styles.keys} aria-hidden="true">
            <Key>Ctrl</Key> <Key>Enter</Key>
          </span>
        </Button>
      </div>
    </section>
  )
}
