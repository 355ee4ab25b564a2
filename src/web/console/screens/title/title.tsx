import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { EMPTY_TITLE } from '#contract/admin/new-title.ts'
import { find, restore } from '#contract/admin/titles.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { currentLocation, useLocation, useNavigate } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { useText } from '#web/kit/text.ts'
import { FilmIcon } from '#web/ui/icons.tsx'
import { useCallContext } from '#web/kit/call-context.ts'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useStore } from '#web/kit/use-store.ts'
import { useAdminClient } from '../../client/admin-client.ts'
import { hasRole, useMe } from '../../client/session.ts'
import { readKey, useRead } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { NoRecord } from '../../shell/waiting.tsx'
import { type Editor, EditorContext, type FoundTitle, type Layer } from './editor-context.ts'
import { NEW_TITLE, type TitleDraft, titleDrafts } from './title-draft.ts'
import type { PreviewDrafts } from '../../preview/use-preview.ts'
import { useEditorKeys } from '../../form/use-editor-keys.ts'
import { OvertakenDialog } from '../../form/overtaken.tsx'
import { Panel } from '../../widgets/page.tsx'
import { ArtworkSection } from './artwork-section.tsx'
import { Checklist } from './checklist.tsx'
import { EpisodesSection } from './episodes-section.tsx'
import { FactsSection } from './facts-section.tsx'
import { FilesSection } from './files-section.tsx'
import { HistoryDrawer } from './history-drawer.tsx'
import { MergeDialog, MergeForm } from './merge-dialog.tsx'
import { PeopleSection } from './people-section.tsx'
import { Preview } from './preview.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { TextsSection } from './texts-section.tsx'
import { TitleHead } from './title-head.tsx'
import { TitleNotices } from './title-notices.tsx'
import { changedParts, isEqualPart, withPart } from './title-parts.rules.ts'
import { useTitleCheck } from './use-check.ts'
import { WindowsSection } from './windows-section.tsx'
import styles from './title.module.css'

/** Who else works on it, and what they have published, is read again this often. */
const POLL_MS = 30_000

/** One title. A new one has the same page from its first letter on, so that nothing is typed twice. */
export function Title() {
  const text = useText('consoleTitle')
  const client = useAdminClient()
  const operatorId = useMe()?.operator.operatorId ?? ''
  const { pathname } = useLocation()
  const programId = pathParams(PATHS.title, plainPath(pathname))?.programId ?? NEW_TITLE
  const isNew = programId === NEW_TITLE
  const found = useRead(find, { programId }, { enabled: !isNew, pollMs: POLL_MS })
  // What was read before may be older than the draft.
  const [cachedAt] = useState(() => Date.now())
  const fresh = found.dataUpdatedAt >= cachedAt && found.isFetchedAfterMount ? found.data : undefined
  const known = titleDrafts.known(operatorId, programId)
  const start = isNew ? { id: undefined, content: EMPTY_TITLE, baseVersion: 0 } : fresh && startOf(fresh)
  const draft = known ?? (start && titleDrafts.open(client, operatorId, start))
  if (draft) return <TitleEditor key={draft.key} draft={draft} title={isNew ? undefined : found.data} />
  return (
    <NoRecord
      read={found}
      icon={<FilmIcon size={22} />}
      title={text.missing}
      text={text.missingText}
      action={{ label: text.toList, href: href(PATHS.titles) }}
    />
  )
}

const startOf = ({ programId, draft, content, otherDraft, version }: FoundTitle) => ({
  id: programId,
  content: draft?.content ?? content ?? otherDraft ?? EMPTY_TITLE,
  baseVersion: draft?.baseVersion ?? version,
  savedAt: draft?.savedAt,
  revision: draft?.revision ?? null,
})

interface TitleEditorProps {
  draft: TitleDraft
  /** As it is on the server; undefined for one that is not there yet. */
  title: FoundTitle | undefined
}

const PREVIEW = lazyScreen(async () => (await import('../../preview/preview-dialog.tsx')).PreviewDialog)

const NO_ISSUES: Editor['issues'] = []

function TitleEditor({ draft, title }: TitleEditorProps) {
  const text = useText('consoleTitle')
  const { untitled } = useText('consoleTitles')
  const { language } = useCallContext()
  const me = useMe()
  const state = useStore(draft, (value) => value)
  const { content, id: programId } = state
  const isReadOnly = !me || !hasRole(me, ['catalogue'])
  const check = useTitleCheck(programId, content, !isReadOnly)
  const [layer, setLayer] = useState<Layer>()
  const deferred = useDeferredValue(content)
  const published = title?.content
  const changes = useMemo(() => (published ? changedParts(published, deferred).length : 0), [published, deferred])
  const name = content.title[language] || content.title.zh_HK || content.title.en_US || untitled
  usePageTitle(name)
  useEffect(() => titleDrafts.hold(draft), [draft])
  useNewAddress(programId)
  useNewerVersion(draft, title)
  useEditorKeys({
    onSave: () => void draft.flush(),
    onPublish: () => isReadOnly || setLayer('publish'),
    onPreview: () => isReadOnly || setLayer('preview'),
  })
  const editor = useMemo<Editor>(
    () => ({
      content,
      // A page on which nothing has been typed yet shows no field in red.
      issues: programId === undefined ? NO_ISSUES : check.issues,
      isReadOnly,
      title,
      set: (change) => draft.change((now) => ({ ...now, ...(typeof change === 'function' ? change(now) : change) })),
    }),
    [content, check.issues, programId, isReadOnly, title, draft],
  )
  return (
    <EditorContext value={editor}>
      <div className={styles.page}>
        <TitleHead draft={draft} state={state} name={name} check={check} changes={changes} onLayer={setLayer} />
        <TitleNotices draft={draft} state={state} onLayer={setLayer} />
        <div className={styles.columns}>
          <fieldset className={styles.main} disabled={isReadOnly}>
            <legend className="visually-hidden">{name}</legend>
            <TextsSection />
            <PeopleSection />
            <FactsSection />
            <WindowsSection />
            {content.programType === 'drama' || content.episodes.length > 0 ? <EpisodesSection /> : null}
            <ArtworkSection />
            <FilesSection />
          </fieldset>
          <div className={styles.side}>
            <Preview />
            {isReadOnly ? null : (
              <Panel title={text.checklist}>
                <div className={styles.body}>
                  <Checklist check={check} />
                </div>
              </Panel>
            )}
          </div>
        </div>
        <Layers draft={draft} name={name} check={check} changes={changes} layer={layer} onLayer={setLayer} />
      </div>
    </EditorContext>
  )
}

interface LayersProps {
  draft: TitleDraft
  name: string
  check: ReturnType<typeof useTitleCheck>
  changes: number
  layer: Layer | undefined
  onLayer: (layer: Layer | undefined) => void
}

function Layers({ draft, name, check, changes, layer, onLayer }: LayersProps) {
  const text = useText('consoleTitle')
  const state = useStore(draft, (value) => value)
  const restoreVersion = useRestore(draft)
  const { id: programId, content } = state
  const close = () => onLayer(undefined)
  return (
    <EditorContext.Consumer>
      {(editor) =>
        layer === 'publish' ? (
          <PublishDialog
            draft={draft}
            state={state}
            title={editor?.title}
            name={name}
            check={check}
            changes={changes}
            onConflict={(version) => onLayer({ mergeWith: version, thenPublishes: true })}
            onOvertaken={() => onLayer('overtaken')}
            onClose={close}
          />
        ) : layer === 'preview' ? (
          <PREVIEW.Screen
            name={name}
            path={programId === undefined ? '/category/list' : `/category/list?programId=${programId}`}
            drafts={() => savedDrafts(draft, editor?.title)}
            onClose={close}
          />
        ) : layer === 'history' && programId !== undefined ? (
          <HistoryDrawer
            programId={programId}
            content={content}
            isReadOnly={editor?.isReadOnly ?? true}
            onTake={(key, source) => draft.change((now) => withPart(now, key, source))}
            onRestore={(version) => void restoreVersion(version).then(close)}
            onClose={close}
          />
        ) : layer === 'overtaken' ? (
          <OvertakenDialog draft={draft} onClose={close}>
            {(versions) => <MergeForm {...versions} />}
          </OvertakenDialog>
        ) : typeof layer === 'object' && programId !== undefined ? (
          <MergeDialog
            draft={{ ...state, id: programId }}
            version={layer.mergeWith}
            onMerged={(change) => {
              draft.replace({ ...change, isSaved: false })
              showToast({ text: text.conflict.merged })
              onLayer(layer.thenPublishes ? 'publish' : undefined)
            }}
            onDiscard={(change) => {
              draft.replace({ ...change, isSaved: false })
              close()
            }}
            onClose={close}
          />
        ) : null
      }
    </EditorContext.Consumer>
  )
}

/** A title without changes has no draft of its own. */
async function savedDrafts(draft: TitleDraft, title: FoundTitle | undefined): Promise<PreviewDrafts> {
  await draft.flush()
  const { id: programId, savedAt } = draft.get()
  return { draftIds: programId !== undefined && (savedAt !== undefined || title?.draft) ? [programId] : [] }
}

/** A new title takes its address once it has been saved; what has the focus keeps it. */
function useNewAddress(programId: string | undefined): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (programId !== undefined && currentLocation().pathname === `${PATHS.titles}/new`)
      navigate(`${PATHS.titles}/${programId}`, { replace: true })
  }, [navigate, programId])
}

/** Without changes of one's own, the page follows what others publish. */
function useNewerVersion(draft: TitleDraft, title: FoundTitle | undefined): void {
  const last = useRef(title)
  useEffect(() => {
    const before = last.current
    last.current = title
    const { status, savedAt, baseVersion, content, revision } = draft.get()
    if (status === 'saved' && revision && title?.draft && title.draft.revision > revision)
      return draft.replace({ ...title.draft, isSaved: true })
    if (!title?.content || title.draft || status !== 'saved' || savedAt !== undefined) return
    if (title.version <= baseVersion || (before?.content && changedParts(before.content, content).length > 0)) return
    if (!isEqualPart(title.content, content))
      draft.replace({ content: title.content, baseVersion: title.version, isSaved: true })
  }, [draft, title])
}

/** An old version becomes the draft; nothing is published. */
function useRestore(draft: TitleDraft): (version: number) => Promise<void> {
  const { versions, overtaken } = useText('consoleTitle')
  const client = useAdminClient()
  const queries = useQueryClient()
  return async (version) => {
    const { id: programId } = draft.get()
    if (programId === undefined) return
    await draft.flush()
    const { content, baseVersion, revision } = draft.get()
    const answer = await client.call(restore, { programId, version, revision })
    if (answer.result === 'FAILED')
      return showToast({ text: answer.errorCode === 'VERSION_CONFLICT' ? overtaken.notice : answer.message })
    const found = await client.call(find, { programId })
    if (found.result === 'FAILED' || !found.draft) return
    draft.replace({ ...found.draft, isSaved: true })
    void queries.invalidateQueries({ queryKey: readKey(find) })
    const undo = () => draft.replace({ content, baseVersion, isSaved: false })
    showToast({ text: versions.restored(version), action: { label: versions.undoRestore, onClick: undo } })
  }
}
