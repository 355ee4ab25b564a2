import { useLocation, useNavigate } from 'react-router'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useText } from '#web/kit/text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SearchIcon } from '#web/ui/icons.tsx'
import { CardGrid } from './card-grid.tsx'
import { Filters } from './filters.tsx'
import { hasFilters, readSelection, withChoice, withoutFilters } from './filters.rules.ts'
import { MorePages } from './more-pages.tsx'
import { Nearest } from './nearest.tsx'
import { useCategory } from './use-category.ts'
import styles from './rolling-screen.module.css'

/** One category in full: filters and order in the address, pages while scrolling and by a button. */
export function RollingScreen() {
  const { categories, home, site } = useText()
  const { language, pattern } = useCallContext()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const categoryId = new URLSearchParams(search).get('categoryId') ?? ''
  const selection = readSelection(search)
  const list = useCategory(categoryId, selection)
  const kids = pattern === 'children'
  const title = list.category?.title ?? ''
  usePageTitle(title)

  const go = (query: string) => void navigate({ pathname, search: query }, { replace: true })
  const clear = () => go(withoutFilters(search))
  if (list.isError && list.programs.length === 0) {
    const missing = list.error.code === 'NOT_FOUND' || list.error.code === 'INVALID_INPUT'
    return (
      <div className={styles.screen}>
        <ErrorPanel
          title={missing ? categories.missing : categories.failed}
          text={missing ? categories.missingText : list.error.message}
          action={
            missing
              ? { label: home.toHome, href: paths.home() }
              : { label: site.retry, onClick: () => void list.refetch() }
          }
        />
      </div>
    )
  }
  const shape = list.category?.showLandscape ? 'landscape' : 'portrait'
  const empty = !list.isPending && list.programs.length === 0
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className={styles.title}>{title || '\u00a0'}</h1>
        <output className={styles.count}>
          {list.isPending ? '' : categories.count(formatNumber(list.total, language))}
        </output>
      </div>
      <Filters
        facets={list.facets}
        selection={selection}
        kids={kids}
        onChoose={(name, value) => go(withChoice(search, name, value))}
        onClear={clear}
      />
      {empty ? (
        <>
          <ErrorPanel
            tone="plain"
            icon={<SearchIcon size={26} />}
            title={categories.empty}
            text={categories.emptyText}
            action={hasFilters(selection) ? { label: categories.clear, onClick: clear } : undefined}
          />
          <Nearest categoryId={categoryId} shape={shape} kids={kids} />
        </>
      ) : (
        <CardGrid
          programs={list.programs}
          shape={shape}
          kids={kids}
          label={title || categories.untitled}
          awaited={list.isPending ? 14 : 0}
        />
      )}
      <MorePages list={list} />
    </div>
  )
}
