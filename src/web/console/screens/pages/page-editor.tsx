import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { pageChanges } from '#contract/admin/page-changes.ts'
import { check, dropDraft, find, list, type NamedTitle, restore, SITE_PAGE } from '#contract/admin/pages.ts'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useStore } from '#web/kit/use-store.ts'
import { useAdminClient } from '../../client/admin-client.ts'
import { readKey, useRead } from '../../client/use-read.ts'
import { Confirm } from '../../form/confirm.tsx'
import { OvertakenDialog } from '../../form/overtaken.tsx'
import { useCheck } from '../../form/use-check.ts'
import { useEditorKeys } from '../../form/use-editor-keys.ts'
import type { PreviewDrafts } from '../../preview/use-preview.ts'
import { Panel } from '../../widgets/page.tsx'
import titleStyles from '../title/title.module.css'
import { HistoryDrawer } from './history-drawer.tsx'
import { Issues } from './issues.tsx'
import { MergeDialog, MergeForm } from './merge-dialog.tsx'
import { type FoundPage, type Layer, PageContext, type PageEditor, useLocalized, usePage } from './page-context.ts'
import { type PageDraft, pageDrafts } from './page-draft.ts'
import { PageBar, PageHead, PageNotices } from './page-head.tsx'
import { BannersPanel, CategoriesPanel, TabsPanel } from './panels.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import styles from './pages.module.css'

interface PageEditorScreenProps {
  draft: PageDraft
  /** As it is on the server. */
  page: FoundPage
  strip: ReactNode
}

export function PageEditorScreen({ draft, page, strip }: PageEditorScreenProps) {
  const text = useText('consolePages')
  const { overtaken } = useText('consoleTitle')
  const state = useStore(draft, (value) => value)
  const { scope, content: live } = page
  const { content } = state
  const client = useAdminClient()
  const queries = useQueryClient()
  const [layer, setLayer] = useState<Layer>()
  const check = usePageCheck(scope, content)
  const { titles, addTitles } = useTitles(page)
  const deferred = useDeferredValue(content)
  const changes = useMemo(() => pageChanges(live, deferred), [live, deferred])
  const name = usePageName(scope)
  useEffect(() => pageDrafts.hold(draft), [draft])
  useNewerVersion(draft, page)
  useEditorKeys({
    onSave: () => void draft.flush(),
    onPublish: () => setLayer('publish'),
    onPreview: () => setLayer('preview'),
  })
  const editor = useMemo<PageEditor>(
    () => ({
      scope,
      content,
      live,
      issues: check.issues,
      titles,
      addTitles,
      set: (change) => draft.change((now) => ({ ...now, ...change(now) })),
    }),
    [scope, content, live, check.issues, titles, addTitles, draft],
  )
  const drop = async () => {
    await draft.flush()
    const answer = await client.call(dropDraft, { scope, revision: draft.get().revision })
    if (answer.result === 'FAILED')
      return answer.errorCode === 'VERSION_CONFLICT' ? { ...answer, message: overtaken.notice } : answer
    draft.replace({ content: live, baseVersion: page.version, isSaved: true })
    for (const stale of [find, list]) void queries.invalidateQueries({ queryKey: readKey(stale) })
    return answer
  }
  return (
    <PageContext value={editor}>
      <PageHead page={page} state={state} name={name} onLayer={setLayer} />
      {strip}
      <PageNotices draft={draft} page={page} state={state} onLayer={setLayer} />
      <div className={styles.columns}>
        <div className={styles.main}>
          {scope === SITE_PAGE ? (
            <>
              <TabsPanel />
              <BannersPanel place="ad" />
              <BannersPanel place="popup" />
            </>
          ) : (
            <BannersPanel place="billboard" />
          )}
          <CategoriesPanel />
        </div>
        <div className={styles.side}>
          <Panel title={text.checklist}>
            <div className={titleStyles.body} aria-busy={!check.isCurrent}>
              {check.issues.length === 0 ? <p className={titleStyles.note}>{text.allGood}</p> : <Issues />}
            </div>
          </Panel>
        </div>
      </div>
      <PageBar changes={changes} isBlocked={check.issues.some(({ blocks }) => blocks)} onLayer={setLayer} />
      {layer === 'drop' ? (
        <Confirm
          title={text.drop.title}
          text={text.drop.text(changes.length)}
          label={text.drop.label}
          asksWhy="never"
          isDanger
          submit={drop}
          onDone={() => {
            setLayer(undefined)
            showToast({ text: text.drop.done })
          }}
          onClose={() => setLayer(undefined)}
        />
      ) : layer === 'publish' ? (
        <PublishDialog
          draft={draft}
          name={name}
          changes={changes}
          isChecked={check.isCurrent}
          isPlanned={page.plan !== null}
          onConflict={(version) => setLayer({ mergeWith: version, thenPublishes: true })}
          onOvertaken={() => setLayer('overtaken')}
          onClose={() => setLayer(undefined)}
        />
      ) : (
        <OtherLayers draft={draft} page={page} name={name} layer={layer} onLayer={setLayer} />
      )}
    </PageContext>
  )
}

const PREVIEW = lazyScreen(async () => (await import('../../preview/preview-dialog.tsx')).PreviewDialog)

interface OtherLayersProps extends Omit<PageEditorScreenProps, 'strip'> {
  name: string
  layer: Layer | undefined
  onLayer: (layer: Layer | undefined) => void
}

function OtherLayers({ draft, page, name, layer, onLayer }: OtherLayersProps) {
  const text = useText('consolePages')
  const state = useStore(draft, (value) => value)
  const { titles } = usePage()
  const restoreVersion = useRestore(draft)
  const savedDrafts = useSavedDrafts(draft)
  const path = useSitePath(page, state.content)
  const close = () => onLayer(undefined)
  if (layer === 'preview') return <PREVIEW.Screen name={name} path={path} drafts={savedDrafts} onClose={close} />
  if (layer === 'history')
    return (
      <HistoryDrawer
        scope={page.scope}
        version={page.version}
        titles={titles}
        onRestore={(version) => void restoreVersion(version).then(close)}
        onClose={close}
      />
    )
  if (layer === 'overtaken') return <Overtaken draft={draft} onClose={close} />
  if (typeof layer !== 'object') return null
  return (
    <MergeDialog
      scope={page.scope}
      draft={state}
      version={layer.mergeWith}
      onMerged={(change) => {
        draft.replace({ ...change, isSaved: false })
        showToast({ text: text.merged })
        onLayer(layer.thenPublishes ? 'publish' : undefined)
      }}
      onDiscard={(change) => {
        draft.replace({ ...change, isSaved: false })
        close()
      }}
      onClose={close}
    />
  )
}

/** Of all pages: a list that moves to another tab is a change of two. */
function useSavedDrafts(draft: PageDraft): () => Promise<PreviewDrafts> {
  const client = useAdminClient()
  return async () => {
    await draft.flush()
    const answer = await client.call(list, {})
    const drafts = answer.result === 'SUCCESS' ? answer.drafts : []
    return { draftIds: [], pages: drafts.filter(({ isOwn }) => isOwn).map(({ scope }) => scope) }
  }
}

/** The site's screen of the tab. */
function useSitePath({ scope, route }: FoundPage, { categories: [first] }: PageEditor['content']): string {
  const { data } = useRead(list, {})
  const isRolling = data?.tabs.find(({ tabId }) => tabId === scope)?.type === 'rolling'
  return isRolling && first ? `/category/rolling-category?categoryId=${encodeURIComponent(first.categoryId)}` : route
}

function Overtaken({ draft, onClose }: { draft: PageDraft; onClose: () => void }) {
  const queries = useQueryClient()
  useEffect(() => {
    // The names of the titles that the newer draft has.
    void queries.invalidateQueries({ queryKey: readKey(find) })
  }, [queries])
  return (
    <OvertakenDialog draft={draft} onClose={onClose}>
      {(versions) => <MergeForm {...versions} />}
    </OvertakenDialog>
  )
}

function usePageCheck(scope: string, content: PageEditor['content']) {
  const client = useAdminClient()
  return useCheck(
    content,
    async (draft, signal) => {
      const answer = await client.call(check, { scope, draft }, { signal })
      return answer.result === 'SUCCESS' ? answer.issues : undefined
    },
    true,
  )
}

/** Of the page as it was read, and those that were chosen since. */
function useTitles(page: FoundPage) {
  const [added, setAdded] = useState<readonly NamedTitle[]>([])
  const titles = useMemo(
    () => new Map([...added, ...page.titles].map((title) => [title.programId, title])),
    [page.titles, added],
  )
  return {
    titles,
    addTitles: useMemo(() => (more: readonly NamedTitle[]) => setAdded((now) => [...now, ...more]), []),
  }
}

function usePageName(scope: string): string {
  const text = useText('consolePages')
  const localized = useLocalized()
  const { data } = useRead(list, {})
  if (scope === SITE_PAGE) return text.sitePage
  const tab = data?.tabs.find(({ tabId }) => tabId === scope)
  return tab ? localized(tab.name) : ''
}

/**
 * Without changes of one's own, the page follows what others publish, and what another window has saved. After an own publication its new lists
 * have their versions.
 */
function useNewerVersion(draft: PageDraft, page: FoundPage): void {
  const last = useRef(page)
  useEffect(() => {
    const before = last.current
    last.current = page
    const { status, savedAt, baseVersion, content, revision } = draft.get()
    if (status === 'saved' && revision && page.draft && page.draft.revision > revision)
      return draft.replace({ ...page.draft, isSaved: true })
    if (page.draft || status !== 'saved' || savedAt !== undefined || page.version < baseVersion) return
    const known = page.version === baseVersion ? page : before
    if (pageChanges(known.content, content).length > 0) return
    draft.replace({ content: page.content, baseVersion: page.version, isSaved: true })
  }, [draft, page])
}

/** An old version becomes the draft; nothing is published. */
function useRestore(draft: PageDraft): (version: number) => Promise<void> {
  const text = useText('consolePages')
  const { overtaken } = useText('consoleTitle')
  const client = useAdminClient()
  const queries = useQueryClient()
  return async (version) => {
    await draft.flush()
    const { id: scope = '', content, baseVersion, revision } = draft.get()
    const answer = await client.call(restore, { scope, version, revision })
    if (answer.result === 'FAILED') {
      const isOvertaken = answer.errorCode === 'VERSION_CONFLICT'
      return showToast({ text: isOvertaken ? overtaken.notice : answer.message })
    }
    const found = await client.call(find, { scope })
    if (found.result === 'FAILED' || !found.draft) return
    draft.replace({ ...found.draft, isSaved: true })
    void queries.invalidateQueries({ queryKey: readKey(find) })
    const undo = () => draft.replace({ content, baseVersion, isSaved: false })
    showToast({ text: text.restored(version), action: { label: text.undo, onClick: undo } })
  }
}
