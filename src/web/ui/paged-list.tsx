import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { ErrorPanel, type ErrorPanelProps } from './error-panel.tsx'
import styles from './paged-list.module.css'
import { Waiting } from './waiting.tsx'

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
  /** Entries so far. */
  count: number
  text: { readonly failed: string; readonly empty: string; readonly emptyText: string; readonly more: string }
  labels: { readonly loading: string; readonly retry: string; readonly busy: string }
  icon: ReactNode
  emptyAction?: ErrorPanelProps['action']
  shown?: string | undefined
  waiting?: ReactNode
  compact?: boolean
  children: ReactNode
}

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
          {hasFailed ? <p role="alert">{pages.error?.message}</p> : null}
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
