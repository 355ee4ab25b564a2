import { popularSearches } from '#contract/search.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { ClockIcon } from '#web/ui/feature-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon, SearchIcon } from '#web/ui/icons.tsx'
import { useRecent } from './use-recent.ts'
import styles from './search-start.module.css'

const POPULAR = 8

/** For an empty field: recent and popular searches. */
export function SearchStart({ onSearch }: { onSearch: (keyword: string) => void }) {
  const text = useText('search')
  const { site } = useShellText()
  const { keywords, forget } = useRecent()
  const popular = useCall(popularSearches, { pageSize: POPULAR })
  const titles = popular.data?.list ?? []
  return (
    <div className={styles.start}>
      {keywords.length > 0 ? (
        <section aria-label={text.recent}>
          <div className={styles.head}>
            <h2 className={styles.heading}>{text.recent}</h2>
            <Button look="text" size="s" onClick={() => forget()}>
              {text.clearRecent}
            </Button>
          </div>
          <ul className={styles.recent}>
            {keywords.map((keyword) => (
              <li key={keyword} className={styles.row}>
                <button type="button" className={styles.keyword} onClick={() => onSearch(keyword)}>
                  <ClockIcon size={18} />
                  <span className={styles.text}>{keyword}</span>
                </button>
                <IconButton
                  label={text.removeRecent(keyword)}
                  icon={<CloseIcon size={18} />}
                  onClick={() => forget(keyword)}
                />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {popular.isPending || titles.length > 0 ? (
        <section aria-label={text.popular} className={styles.popular} data-awaited={popular.isPending ? '' : undefined}>
          <h2 className={styles.heading}>{text.popular}</h2>
          <ul className={styles.chips}>
            {titles.map(({ programId, title }) => (
              <li key={programId}>
                <button type="button" className={styles.chip} onClick={() => onSearch(title)}>
                  <SearchIcon size={16} />
                  {title}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {popular.isLoadingError ? (
        <ErrorPanel
          compact
          title={text.popularFailed}
          text={popular.error.message}
          action={{ label: site.retry, onClick: () => void popular.refetch() }}
        />
      ) : null}
    </div>
  )
}
