import { useState } from 'react'
import { list as listPages, SITE_PAGE } from '#contract/admin/pages.ts'
import { ownDrafts } from '#contract/admin/titles.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { useRead } from '../../client/use-read.ts'
import { href, PATHS } from '../../shell/paths.ts'
import { Panel } from '../../widgets/page.tsx'
import styles from './home.module.css'

const POLL_MS = 60_000

/** The operator's unpublished drafts. Hidden when empty. */
export function Drafts() {
  const { drafts: text } = useText('consoleHome')
  const { language } = useCallContext()
  const [isAll, setAll] = useState(false)
  const few = useRead(ownDrafts, {}, { pollMs: POLL_MS, enabled: !isAll })
  const all = useRead(ownDrafts, { isAll: true }, { pollMs: POLL_MS, enabled: isAll })
  const titles = all.data ?? few.data
  const pages = useRead(listPages, {}, { pollMs: POLL_MS }).data
  const own = pages?.drafts.filter(({ isOwn }) => isOwn) ?? []
  const rest = titles ? titles.total - titles.list.length : 0
  if (!titles?.list.length && own.length === 0) return null
  const nameOf = (scope: string) =>
    scope === SITE_PAGE ? text.site : (pages?.tabs.find(({ tabId }) => tabId === scope)?.name[language] ?? scope)
  return (
    <Panel title={text.title} note={text.note}>
      <ul>
        {own.map(({ scope }) => (
          <li key={scope} className={styles.line}>
            <p className={styles.what}>
              <a className={styles.link} href={href(`${PATHS.pages}/${scope}`)}>
                {text.page(nameOf(scope))}
              </a>
            </p>
          </li>
        ))}
        {titles?.list.map(({ programId, title, isNew, savedAt }) => (
          <li key={programId} className={styles.line}>
            <p className={styles.what}>
              <a className={styles.link} href={href(`${PATHS.titles}/${programId}`)}>
                {title[language] || title.zh_HK || title.en_US || text.untitled}
              </a>
              <span>
                {[isNew && text.fresh, text.saved(formatInstant(savedAt, language))].filter(Boolean).join(' · ')}
              </span>
            </p>
          </li>
        ))}
      </ul>
      {rest > 0 && !all.data ? (
        <div className={styles.none}>
          <Button size="s" busy={all.isFetching} onClick={() => (isAll ? void all.refetch() : setAll(true))}>
            {text.more(formatNumber(rest, language))}
          </Button>
        </div>
      ) : null}
    </Panel>
  )
}
