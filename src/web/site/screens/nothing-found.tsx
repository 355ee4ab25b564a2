import { popularSearches } from '#contract/search.ts'
import { CardGrid } from '#web/features/categories/card-grid.tsx'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SearchIcon } from '#web/ui/icons.tsx'
import styles from './nothing-found.module.css'

/** Titles that are offered in place of nothing. */
const OFFERED = 14

/** A search without a result: says so, and offers what is popular. */
export function NothingFound({ kids }: { kids: boolean }) {
  const text = useText('search')
  const { data } = useCall(popularSearches, { pageSize: OFFERED })
  const programs = data?.list ?? []
  return (
    <>
      <ErrorPanel tone="plain" icon={<SearchIcon size={26} />} title={text.none} text={text.noneText} />
      {programs.length === 0 ? null : (
        <section aria-label={text.popularTitles}>
          <h2 className={styles.title}>{text.popularTitles}</h2>
          <CardGrid programs={programs} shape="portrait" kids={kids} label={text.popularTitles} />
        </section>
      )}
    </>
  )
}
