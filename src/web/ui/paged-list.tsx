import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorPanel, type ErrorPanelProps } from './error-panel.tsx'
import styles from './paged-list.module.css'
import { Waiting } from './waiting.tsx'

/** A list that is fetched page by page, as the query cache has it. */
interface Pages {
  readonly isPending: boolean
  readonly isError: boolean
  readonly isFetchNextPageError: boolean
  readonly isFetchingNextPage: boolean
  readonly hasNextPage: boolean
  readonly error: { readonly message: string } | null
  refetch(): unknown
  fetchNextPage(): unknown
}

export interface PagedListProps {
  pages: Pages
  /** How many entries there are so far. */
  count: number
  text: { readonly failed: string; readonly empty: string; readonly emptyText: string; readonly more: string }
  /** Of every list of the site. */
  labels: { readonly loading: string; readonly retry: string; readonly busy: string }
  /** Of the empty list. */
  icon: ReactNode
  emptyAction?: ErrorPanelProps['action']
  /** Below the list, how much of it is shown; none: nothing is said of it. */
  shown?: string | undefined
  /** Instead of the spinner, while the first page is fetched. */
  waiting?: ReactNode
  compact?: boolean
  /** The entries. */
  children: ReactNode
}

/** The states of a list that is fetched page by page: pending, failed, empty, and its entries with the button for more. */
export function PagedList(props: PagedListProps) {
  const { pages, count, text, labels, icon, emptyAction, shown, waiting, compact, children } = props
  if (pages.isPending) {
    return waiting ?? <Waiting label={labels.loading} size={compact ? 's' : 'm'} />
  }
  if (count === 0) {
    return pages.isError ? (
      <ErrorPanel
        compact={compact}
        title={text.failed}
        text={pages.error?.message}
        action={{ label: labels.retry, onClick: () => void pages.refetch() }}
      />
    ) : (
      <ErrorPanel
        compact={compact}
        tone="plain"
        icon={icon}
        title={text.empty}
        text={text.emptyText}
        action={emptyAction}
      />
    )
  }
  const { isFetchNextPageError: hasFailed } = pages
  return (
    <>
      {children}
      {shown !== undefined || pages.hasNextPage ? (
        <div className={styles.more}>
          <output>{hasFailed ? text.failed : shown}</output>
          {pages.hasNextPage ? (
            <Button busy={pages.isFetchingNextPage} busyText={labels.busy} onClick={() => void pages.fetchNextPage()}>
              {hasFailed ? labels.retry : text.more}
            </Button>
          ) : null}
        </div>
      ) : null}
    </>
  )
}
