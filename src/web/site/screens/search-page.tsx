import { useLocation, useNavigate } from '#web/kit/router.tsx'
import { CardGrid } from '#web/features/categories/card-grid.tsx'
import {
  hasFilters,
  readSelection,
  type Selection,
  withChoice,
  withoutFilters,
} from '#web/features/categories/filters.rules.ts'
import { Filters } from '#web/features/categories/filters.tsx'
import { MorePages } from '#web/features/categories/more-pages.tsx'
import { SceneList } from '#web/features/search/scene-list.tsx'
import { SearchBox } from '#web/features/search/search-box.tsx'
import { SearchStart } from '#web/features/search/search-start.tsx'
import { useChoose } from '#web/features/search/use-choose.ts'
import { useSearch } from '#web/features/search/use-search.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import type { CallError } from '#web/kit/envelope.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { useText } from '#web/kit/text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SearchIcon } from '#web/ui/icons.tsx'
import styles from './search-page.module.css'
import { popularSearches } from '#contract/search.ts'
import { useCall } from '#web/kit/use-call.ts'

const AWAITED = 14

export function SearchPage() {
  const text = useText('search')
  const { search } = useLocation()
  const choose = useChoose()
  const query = new URLSearchParams(search)
  const keyword = query.get('keyword')?.trim() ?? ''
  const personId = query.get('personId') ?? undefined
  const isSearch = keyword !== '' || personId !== undefined
  return (
    <div className={styles.screen}>
      <div className={styles.top}>
        {isSearch ? null : <h1 className="visually-hidden">{text.title}</h1>}
        <SearchBox
          keyword={keyword}
          look="page"
          takesFocus={!isSearch}
          onChoose={choose}
          start={isSearch ? null : <SearchStart onSearch={(chosen) => choose({ kind: 'all', keyword: chosen })} />}
        />
      </div>
      {isSearch ? <Results keyword={keyword} personId={personId} /> : null}
    </div>
  )
}

function Results({ keyword, personId }: { keyword: string; personId: string | undefined }) {
  const text = useText('search')
  const { site } = useShellText()
  const { language, pattern } = useCallContext()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const kids = pattern === 'children'
  const selection = readSelection(search, { kids })
  const list = useSearch({ keyword, personId, ...selection })
  const title = personId === undefined ? text.resultsFor(keyword) : text.titlesOf(list.person ?? keyword)
  usePageTitle(title)

  const go = (query: string) => navigate({ pathname, search: query }, { replace: true })
  const clear = () => go(withoutFilters(search))
  const failure = list.programs.length === 0 ? failureOf(list.pages.error, { personId, selection }) : undefined
  if (failure !== undefined)
    return (
      <ErrorPanel
        isScreen
        title={text[failure]}
        {...(failure === 'failed' && {
          text: list.pages.error?.message,
          action: { label: site.retry, onClick: () => void list.pages.refetch() },
        })}
      />
    )
  const isEmpty = !list.pages.isPending && list.programs.length === 0
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <output className={styles.count}>
          {list.pages.isPending || isEmpty ? '' : text.count(formatNumber(list.total, language))}
        </output>
        {list.didYouMean === undefined ? null : <p className={styles.meant}>{text.didYouMean(list.didYouMean)}</p>}
      </div>
      {isEmpty && !hasFilters(selection) ? null : (
        <Filters
          key={title}
          facets={list.facets}
          selection={selection}
          kids={kids}
          ownOrder={text.best}
          onChoose={(name, value) => go(withChoice(search, name, value))}
          onClear={clear}
        />
      )}
      {isEmpty && hasFilters(selection) ? (
        <ErrorPanel
          tone="plain"
          icon={<SearchIcon size={26} />}
          title={text.noneFiltered}
          text={text.noneFilteredText}
          action={{ label: text.clearFilters, onClick: clear }}
        />
      ) : null}
      {isEmpty ? null : (
        <CardGrid
          programs={list.programs}
          shape="portrait"
          kids={kids}
          label={title}
          awaited={list.pages.isPending ? AWAITED : 0}
        />
      )}
      <MorePages list={list} />
      <SceneList scenes={list.scenes} keyword={keyword} />
      {isEmpty && !hasFilters(selection) && list.scenes.length === 0 ? <NothingFound kids={kids} /> : null}
    </>
  )
}

/** Undefined for input that the server cannot read, such as an address written by hand: retrying would never help. */
function failureOf(
  error: CallError | null,
  { personId, selection }: { personId: string | undefined; selection: Selection },
): 'unknownPerson' | 'failed' | undefined {
  if (!error) return undefined
  if (error.code === 'NOT_FOUND') return 'unknownPerson'
  if (error.code !== 'INVALID_INPUT') return 'failed'
  return personId !== undefined && !hasFilters(selection) ? 'unknownPerson' : undefined
}

const OFFERED = 14

export function NothingFound({ kids }: { kids: boolean }) {
  const text = useText('search')
  const { data } = useCall(popularSearches, { pageSize: OFFERED })
  const programs = data?.list ?? []
  return (
    <>
      <ErrorPanel tone="plain" icon={<SearchIcon size={26} />} title={text.none} text={text.noneText} />
      {programs.length === 0 ? null : (
        <section aria-label={text.popularTitles}>
          <h2 className={styles.nothingFoundTitle}>{text.popularTitles}</h2>
          <CardGrid programs={programs} shape="portrait" kids={kids} label={text.popularTitles} />
        </section>
      )}
    </>
  )
}
