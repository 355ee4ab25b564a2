import { useLocation } from '#web/kit/router.tsx'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { CategoryError } from './category-error.tsx'
import { CategoryTitles } from './category-titles.tsx'
import { readSelection } from './filters.rules.ts'
import { useCategory } from './use-category.ts'
import styles from './rolling-screen.module.css'
import { CardGrid } from './card-grid.tsx'

export function RollingScreen() {
  const { categories } = useShellText()
  const { language, pattern } = useCallContext()
  const kids = pattern === 'children'
  const { search } = useLocation()
  const categoryId = new URLSearchParams(search).get('categoryId') ?? ''
  const list = useCategory(categoryId, readSelection(search, { kids }))
  const title = list.category?.title ?? ''
  usePageTitle(title)

  if (categoryId === '' || (list.pages.isError && list.programs.length === 0)) {
    return (
      <div className={styles.screen}>
        <CategoryError error={list.pages.error} onRetry={() => void list.pages.refetch()} />
      </div>
    )
  }
  const shape = list.category?.showLandscape ? 'landscape' : 'portrait'
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className={styles.title}>{title || '\u00a0'}</h1>
        <output className={styles.count}>
          {list.pages.isPending ? '' : categories.count(formatNumber(list.total, language))}
        </output>
      </div>
      <CategoryTitles
        list={list}
        label={title || categories.untitled}
        nearest={<Nearest categoryId={categoryId} shape={shape} kids={kids} />}
      />
    </div>
  )
}

const OFFERED = 14

interface NearestProps {
  categoryId: string
  shape: 'portrait' | 'landscape'
  kids: boolean
}

/** The same category without filters. */
function Nearest({ categoryId, shape, kids }: NearestProps) {
  const { categories } = useShellText()
  const { programs } = useCategory(categoryId, { sort: undefined, filters: {} })
  if (programs.length === 0) return null
  return (
    <section aria-label={categories.nearest}>
      <h2 className={styles.nearestTitle}>{categories.nearest}</h2>
      <CardGrid programs={programs.slice(0, OFFERED)} shape={shape} kids={kids} label={categories.nearest} />
    </section>
  )
}
