import type { ReactNode } from 'react'
import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { useCallContext } from '#web/kit/call-context.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SearchIcon } from '#web/ui/icons.tsx'
import { CardGrid } from './card-grid.tsx'
import { Filters } from './filters.tsx'
import { hasFilters, readSelection, withChoice, withoutFilters } from './filters.rules.ts'
import { MorePages } from './more-pages.tsx'
import type { CategoryTitleList } from './use-category.ts'

const AWAITED = 14

export interface CategoryTitlesProps {
  list: CategoryTitleList
  label: string
  /** Offered when the filters leave nothing. */
  nearest?: ReactNode
}

/** Filters and order are in the address; pages load while scrolling and by a button. */
export function CategoryTitles({ list, label, nearest }: CategoryTitlesProps) {
  const { categories } = useShellText()
  const kids = useCallContext().pattern === 'children'
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const selection = readSelection(search, { kids })
  const go = (query: string) => navigate({ pathname, search: query }, { replace: true })
  const clear = () => go(withoutFilters(search))
  const shape = list.category?.showLandscape ? 'landscape' : 'portrait'
  return (
    <>
      <Filters
        key={list.category?.categoryId}
        facets={list.facets}
        selection={selection}
        kids={kids}
        onChoose={(name, value) => go(withChoice(search, name, value))}
        onClear={clear}
      />
      {!list.pages.isPending && list.programs.length === 0 ? (
        <>
          <ErrorPanel
            tone="plain"
            icon={<SearchIcon size={26} />}
            title={categories.empty}
            text={categories.emptyText}
            action={hasFilters(selection) ? { label: categories.clear, onClick: clear } : undefined}
          />
          {nearest}
        </>
      ) : (
        <CardGrid
          programs={list.programs}
          shape={shape}
          kids={kids}
          label={label}
          awaited={list.pages.isPending ? AWAITED : 0}
        />
      )}
      <MorePages list={list} />
    </>
  )
}
