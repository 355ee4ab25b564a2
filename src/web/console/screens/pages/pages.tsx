import { type ReactNode, useState } from 'react'
import { find, list, SITE_PAGE } from '#contract/admin/pages.ts'
import { isNotFound } from '#web/kit/envelope.ts'
import { pathParams } from '#web/kit/path-pattern.rules.ts'
import { useLocation } from '#web/kit/router.tsx'
import { plainPath } from '#web/kit/routes.ts'
import { useText } from '#web/kit/text.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { ListIcon } from '#web/ui/feature-icons.tsx'
import { useAdminClient } from '../../client/admin-client.ts'
import { useMe } from '../../client/session.ts'
import { useRead } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { Loading } from '../../shell/waiting.tsx'
import { FailedState, State } from '../../widgets/state.tsx'
import { pageDrafts } from './page-draft.ts'
import { PageEditorScreen } from './page-editor.tsx'
import { useLocalized } from './page-context.ts'
import styles from './pages.module.css'

/** Who else works on a page, and what they have published, is read again this often. */
const POLL_MS = 30_000
const FIRST_TAB = '1'

/** The tabs of the site, and below them the page of one. */
export function Pages() {
  const text = useText('consolePages')
  const { pathname } = useLocation()
  const scope = pathParams(PATHS.page, plainPath(pathname))?.tab ?? FIRST_TAB
  usePageTitle(text.title)
  return (
    <div className={styles.screen}>
      <OnePage key={scope} scope={scope} strip={<TabStrip scope={scope} />} />
    </div>
  )
}

function TabStrip({ scope }: { scope: string }) {
  const text = useText('consolePages')
  const localized = useLocalized()
  const { data } = useRead(list, {}, { pollMs: POLL_MS })
  const link = (id: string, name: string, isHidden = false) => {
    const drafts = data?.drafts.filter((draft) => draft.scope === id) ?? []
    const isOwn = drafts.some((draft) => draft.isOwn)
    return (
      <li key={id} data-last={id === SITE_PAGE ? '' : undefined}>
        <a href={href(`${PATHS.pages}/${id}`)} aria-current={id === scope ? 'page' : undefined}>
          {name}
          {isHidden ? <small>{text.hidden}</small> : null}
          {drafts.length > 0 ? (
            <span className={styles.dot} data-own={isOwn ? '' : undefined}>
              <span className="visually-hidden">{isOwn ? text.ownDraft : text.otherDrafts}</span>
            </span>
          ) : null}
        </a>
      </li>
    )
  }
  return (
    <nav className={styles.strip} aria-label={text.title}>
      <ul>
        {data?.tabs
          .filter(({ type }) => type !== 'page')
          .map(({ tabId, name, isShown }) => link(tabId, localized(name), !isShown))}
        {link(SITE_PAGE, text.sitePage)}
      </ul>
    </nav>
  )
}

function OnePage({ scope, strip }: { scope: string; strip: ReactNode }) {
  const text = useText('consolePages')
  const client = useAdminClient()
  const operatorId = useMe()?.operator.operatorId ?? ''
  const found = useRead(find, { scope }, { pollMs: POLL_MS })
  // What was read before may be older than the draft.
  const [cachedAt] = useState(() => Date.now())
  const fresh = found.dataUpdatedAt >= cachedAt && found.isFetchedAfterMount ? found.data : undefined
  const start = fresh && {
    id: scope,
    content: fresh.draft?.content ?? fresh.content,
    baseVersion: fresh.draft?.baseVersion ?? fresh.version,
    savedAt: fresh.draft?.savedAt,
    revision: fresh.draft?.revision ?? null,
  }
  const draft = pageDrafts.known(operatorId, scope) ?? (start && pageDrafts.open(client, operatorId, start))
  if (draft && found.data) return <PageEditorScreen key={draft.key} draft={draft} page={found.data} strip={strip} />
  const isMissing = found.error !== null && isNotFound(found.error)
  return (
    <>
      <h1 className={styles.heading}>{text.title}</h1>
      {strip}
      {found.error === null ? <Loading /> : null}
      {found.error && !isMissing ? <FailedState error={found.error} onRetry={() => void found.refetch()} /> : null}
      {isMissing ? (
        <State
          icon={<ListIcon size={22} />}
          title={text.missing}
          text={text.missingText}
          action={{ label: text.toFirst, href: href(PATHS.pages) }}
        />
      ) : null}
    </>
  )
}
