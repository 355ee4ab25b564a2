import { type ReactNode, type Ref, useState } from 'react'
import type { usePages } from '#web/kit/use-pages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CloseIcon } from '#web/ui/icons.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { ScreenHead } from '#web/ui/screen-head.tsx'
import styles from './library-list.module.css'

type Pages = ReturnType<typeof usePages<{ page: number; pageSize: number; total: number }>>

export interface LibraryListProps {
  title: string
  text?: string
  /** Its state only; what is shown is `shown` titles. */
  pages: Pages
  shown: number
  empty: { icon: ReactNode; title: string; text: string }
  /** Makes the list editable. */
  onRemoveAll?: () => void
  /** The titles. */
  children: (isEditing: boolean) => ReactNode
}

/** A screen of the library: its heading, the edit mode, and the states of its list. */
export function LibraryList({ title, text: intro, pages, shown, empty, onRemoveAll, children }: LibraryListProps) {
  const text = useText('library')
  const { site } = useShellText()
  const { language } = useCallContext()
  const [wantsEdit, setEdit] = useState(false)
  const isEditing = wantsEdit && shown > 0
  const total = pages.data?.pages[0]?.total ?? 0
  const number = (value: number) => formatNumber(value, language)
  return (
    <>
      <ScreenHead title={title} {...(intro && { text: intro })}>
        {onRemoveAll && shown > 0 ? (
          <div className={styles.actions}>
            {isEditing ? (
              <Button look="outline" size="s" onClick={onRemoveAll}>
                {text.removeAll}
              </Button>
            ) : null}
            <Button size="s" aria-pressed={isEditing} onClick={() => setEdit(!isEditing)}>
              {isEditing ? text.done : text.edit}
            </Button>
          </div>
        ) : null}
      </ScreenHead>
      <PagedList
        pages={pages}
        count={shown}
        text={{ ...text, empty: empty.title, emptyText: empty.text }}
        labels={site}
        icon={empty.icon}
        emptyAction={{ label: text.browse, href: paths.home() }}
        shown={pages.hasNextPage ? text.shown(number(shown), number(total)) : undefined}
      >
        {children(isEditing)}
      </PagedList>
    </>
  )
}

export interface LibraryGridProps {
  label: string
  shape: 'portrait' | 'landscape'
  isEditing?: boolean
  ref?: Ref<HTMLUListElement>
  children: ReactNode
}

/** Titles in a grid, each in a `LibraryItem`. */
export function LibraryGrid({ label, shape, isEditing, ref, children }: LibraryGridProps) {
  return (
    <ul ref={ref} className={classNames(styles.grid, styles[shape], isEditing && styles.editing)} aria-label={label}>
      {children}
    </ul>
  )
}

/** A title of a grid, with a button that removes it while the list is edited. */
export function LibraryItem({
  title,
  onRemove,
  children,
}: {
  title: string
  onRemove?: (() => void) | undefined
  children: ReactNode
}) {
  const text = useText('library')
  return (
    <li>
      {children}
      {onRemove ? (
        <IconButton
          look="disc"
          className={styles.remove}
          label={text.remove(title)}
          icon={<CloseIcon size={20} />}
          onClick={onRemove}
        />
      ) : null}
    </li>
  )
}

/** The heading of a day. */
export const DayHead = ({ children }: { children: ReactNode }) => <h2 className={styles.day}>{children}</h2>
