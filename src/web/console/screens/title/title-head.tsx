import { useState } from 'react'
import { EMPTY_TITLE } from '#contract/admin/new-title.ts'
import { bringBack, dropDraft, find, liftTakeDown, list, takeDown, withdraw } from '#contract/admin/titles.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { Envelope } from '#web/kit/envelope.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { EyeIcon, MoreIcon } from '#web/ui/feature-icons.tsx'
import { ChevronRightIcon } from '#web/ui/icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useChange } from '../../client/use-change.ts'
import { readKey } from '../../client/use-read.ts'
import { hasRole, useMe } from '../../client/session.ts'
import { Confirm } from '../../form/confirm.tsx'
import { SaveState } from '../../form/save-state.tsx'
import { href, PATHS } from '../../shell/paths.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { HistoryIcon } from '../../widgets/icons.ts'
import { hidePopoverOf, PopoverButton } from '../../widgets/popover-button.tsx'
import { TitleStatePills } from '../titles/title-state.tsx'
import type { Layer } from './editor-context.ts'
import { type FoundTitle, useEditor } from './editor-context.ts'
import { goToSection, SECTIONS, sectionOf } from './section.tsx'
import type { TitleDraft, TitleDraftState } from './title-draft.ts'
import type { TitleCheck } from './use-check.ts'
import styles from './title.module.css'

interface TitleHeadProps {
  draft: TitleDraft
  state: TitleDraftState
  name: string
  check: TitleCheck
  changes: number
  onLayer: (layer: Layer) => void
}

export function TitleHead({ draft, state, name, check, changes, onLayer }: TitleHeadProps) {
  const text = useText('consoleTitle')
  const { open: preview } = useText('consolePreview')
  const shell = useShellText()
  const { title, isReadOnly } = useEditor()
  const version = title?.version ?? 0
  const blocking = check.issues.filter(({ blocks }) => blocks).length
  return (
    <header className={styles.head}>
      <nav className={styles.path} aria-label={shell.screens.titles}>
        <a href={href(PATHS.titles)}>{shell.screens.titles}</a>
        <ChevronRightIcon size={14} />
        <span>{state.id === undefined ? text.newTitle : name}</span>
      </nav>
      <div className={styles.line}>
        <h1 className={styles.name}>{name}</h1>
        <TitleStatePills state={title?.state ?? 'draft'} isChanged={version > 0 && changes > 0} />
        <span className={styles.fact}>{version > 0 ? text.version(version) : text.never}</span>
        {isReadOnly ? <span className={styles.fact}>{text.readOnly}</span> : <SaveState state={state} />}
        <div className={styles.headActions}>
          {version > 0 ? (
            <Button look="text" icon={<HistoryIcon size={16} />} onClick={() => onLayer('history')}>
              {text.history}
            </Button>
          ) : null}
          {title?.state === 'live' ? <SiteLink programId={title.programId} /> : null}
          {isReadOnly ? null : (
            <Button look="text" icon={<EyeIcon size={16} />} onClick={() => onLayer('preview')}>
              {preview}
            </Button>
          )}
          {!title ? null : <MoreActions draft={draft} title={title} name={name} />}
          {isReadOnly ? null : (
            <>
              {blocking > 0 ? <span className={styles.fix}>{text.fixFirst(blocking)}</span> : null}
              <Button look="primary" onClick={() => onLayer('publish')}>
                {version > 0 ? text.publishChanges : text.publish}
              </Button>
            </>
          )}
        </div>
      </div>
      <SectionLinks />
    </header>
  )
}

/** What viewers see now, in a window of its own. */
function SiteLink({ programId }: Pick<FoundTitle, 'programId'>) {
  const { onSite } = useText('consoleTitle')
  const { language } = useCallContext()
  const me = useMe()
  const address = `${me?.siteUrl ?? ''}/s/${encodeURIComponent(programId)}?lang=${language}`
  return (
    <Button look="text" href={address} target="_blank" rel="noreferrer">
      {onSite}
    </Button>
  )
}

function SectionLinks() {
  const text = useText('consoleTitle')
  const { content, issues } = useEditor()
  const shown = SECTIONS.filter(
    (name) => name !== 'episodes' || content.programType === 'drama' || content.episodes.length > 0,
  )
  return (
    <nav className={styles.links} aria-label={text.sections.texts}>
      {shown.map((name) => (
        <button
          key={name}
          type="button"
          data-wrong={issues.some(({ field, blocks }) => blocks && sectionOf(field) === name) ? '' : undefined}
          onClick={() => goToSection(name)}
        >
          {text.sections[name]}
        </button>
      ))}
    </nav>
  )
}

type Action = 'withdraw' | 'bringBack' | 'takeDown' | 'liftTakeDown' | 'dropDraft'

function MoreActions({ draft, title, name }: { draft: TitleDraft; title: FoundTitle; name: string }) {
  const text = useText('consoleTitle')
  const [action, setAction] = useState<Action>()
  const me = useMe()
  const mayEdit = me !== undefined && hasRole(me, ['catalogue'])
  const mayTakeDown = me !== undefined && hasRole(me, ['catalogue', 'administrator'])
  const isDown = title.takenDownAt !== null
  const isPublished = title.version > 0 && title.state !== 'withdrawn'
  const offered: Record<Action, boolean> = {
    withdraw: mayEdit && isPublished,
    bringBack: mayEdit && title.state === 'withdrawn' && !isDown,
    liftTakeDown: mayTakeDown && isDown,
    dropDraft: mayEdit && (title.draft !== null || draft.get().savedAt !== undefined),
    takeDown: mayTakeDown && title.version > 0 && !isDown,
  }
  const actions = (Object.keys(offered) as Action[]).filter((each) => offered[each])
  if (actions.length === 0) return null
  return (
    <>
      <PopoverButton
        face={
          <>
            <MoreIcon size={18} />
            <span className="visually-hidden">{text.more}</span>
          </>
        }
      >
        {actions.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.entry}
            onClick={({ currentTarget }) => {
              hidePopoverOf(currentTarget)
              setAction(each)
            }}
          >
            {text[each].label}
          </button>
        ))}
      </PopoverButton>
      {action ? (
        <ActionDialog action={action} draft={draft} title={title} name={name} onClose={() => setAction(undefined)} />
      ) : null}
    </>
  )
}

const REASONS = {
  withdraw: 'may',
  bringBack: 'may',
  takeDown: 'always',
  liftTakeDown: 'always',
  dropDraft: 'never',
} as const

interface ActionDialogProps {
  action: Action
  draft: TitleDraft
  title: FoundTitle
  name: string
  onClose: () => void
}

function ActionDialog({ action, draft, title, name, onClose }: ActionDialogProps) {
  const text = useText('consoleTitle')
  const submits = useActions(draft, title)
  return (
    <Confirm
      title={action === 'dropDraft' ? text.dropDraft.title : text[action].title(name)}
      text={action === 'withdraw' || action === 'takeDown' ? text[action].text(title.rentals) : text[action].text}
      word={action === 'takeDown' || action === 'liftTakeDown' ? text[action].word : undefined}
      label={text[action].label}
      isDanger={action !== 'bringBack' && action !== 'liftTakeDown'}
      asksWhy={REASONS[action]}
      submit={submits[action]}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

type Answer = Envelope<{ version?: number | undefined; rentals?: number }>

function useActions(draft: TitleDraft, title: FoundTitle) {
  const text = useText('consoleTitle')
  const stale = { invalidates: [find, list] }
  const withdrawing = useChange(withdraw, stale)
  const bringing = useChange(bringBack, stale)
  const takingDown = useChange(takeDown, stale)
  const lifting = useChange(liftTakeDown, stale)
  const dropping = useDropDraft(draft, title)
  const { programId, version } = title
  const after = async (sent: Promise<Answer>, done: (rentals: number) => string) => {
    const answer = await sent
    if (answer.result === 'SUCCESS') {
      follow(answer.version)
      showToast({ text: done(answer.rentals ?? 0) })
    }
    return answer
  }
  /** The state is no part of the draft: what is typed stays on top of the version that was made. */
  function follow(made: number | undefined) {
    const { content, baseVersion, status } = draft.get()
    if (made !== undefined && baseVersion === version)
      draft.replace({ content, baseVersion: made, isSaved: status === 'saved' && !title.draft })
  }
  type Submit = (reason: string | undefined) => Promise<Envelope<object>>
  return {
    withdraw: (reason) => after(withdrawing.submit({ programId, version, reason }), text.withdraw.done),
    bringBack: (reason) => after(bringing.submit({ programId, version, reason }), () => text.bringBack.done),
    takeDown: (reason = '') => after(takingDown.submit({ programId, reason }), () => text.takeDown.done),
    liftTakeDown: (reason = '') => after(lifting.submit({ programId, reason }), () => text.liftTakeDown.done),
    dropDraft: dropping,
  } satisfies Record<Action, Submit>
}

function useDropDraft(draft: TitleDraft, title: FoundTitle) {
  const { dropDraft: text, overtaken } = useText('consoleTitle')
  const client = useAdminClient()
  const queries = useQueryClient()
  return async () => {
    await draft.flush()
    const answer = await client.call(dropDraft, { programId: title.programId, revision: draft.get().revision })
    if (answer.result === 'FAILED')
      return answer.errorCode === 'VERSION_CONFLICT' ? { ...answer, message: overtaken.notice } : answer
    draft.replace({ content: title.content ?? EMPTY_TITLE, baseVersion: title.version, isSaved: true })
    for (const stale of [find, list]) void queries.invalidateQueries({ queryKey: readKey(stale) })
    showToast({ text: text.done })
    return answer
  }
}
