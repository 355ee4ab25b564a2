import { useEffect, useRef } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import type { usePages } from '#web/kit/use-pages.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './more-pages.module.css'

/** Then the button asks, so that the footer can be reached. */
const OWN_PAGES = 3
const PRELOAD_MARGIN = '30%'

interface GrowingList {
  pages: ReturnType<typeof usePages>
  programs: readonly unknown[]
  total: number
}

/** Loads the next page as it nears, and by a button. */
export function MorePages({ list }: { list: GrowingList }) {
  const { categories, site } = useShellText()
  const { language } = useCallContext()
  const end = useRef<HTMLDivElement>(null)
  const { data, error, isPending, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list.pages
  const pages = data?.pages.length ?? 0
  const byItself = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && pages % OWN_PAGES !== 0

  useEffect(() => {
    const element = end.current
    if (!element || !byItself || pages === 0) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) void fetchNextPage()
      },
      { rootMargin: `${PRELOAD_MARGIN} 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [byItself, fetchNextPage, pages])

  if (isPending || list.programs.length === 0) return null
  return (
    <div ref={end} className={styles.more}>
      <output className={styles.shown}>
        {isFetchNextPageError
          ? categories.moreFailed
          : categories.shown(formatNumber(list.programs.length, language), formatNumber(list.total, language))}
      </output>
      {isFetchNextPageError ? <p role="alert">{error?.message}</p> : null}
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} busyText={site.busy} onClick={() => void fetchNextPage()}>
          {isFetchNextPageError ? site.retry : categories.more}
        </Button>
      ) : null}
    </div>
  )
}
