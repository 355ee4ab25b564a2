import { classNames } from '#web/ui/class-names.ts'
import { ChevronDownIcon } from '#web/ui/icons.tsx'
import { useShellText } from '../shell/shell-text.ts'
import type { Column, Selection } from './columns.tsx'
import styles from './table.module.css'

interface TableHeadProps<T> {
  columns: readonly Column<T>[]
  sort: string
  onSort: (sort: string) => void
  selection: Selection | undefined
  /** Of the rows on the page. */
  keys: readonly string[]
  /** Rows open below themselves: a column for their arrows. */
  opens: boolean
}

export function TableHead<T>({ columns, sort, onSort, selection, keys, opens }: TableHeadProps<T>) {
  const text = useShellText()
  const isAll = keys.length > 0 && keys.every((key) => selection?.keys.has(key))
  const isSome = !isAll && (selection?.keys.size ?? 0) > 0
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className={styles.check}>
            <label className={styles.tick}>
              <input
                ref={(box) => {
                  if (box) box.indeterminate = isSome
                }}
                type="checkbox"
                className={styles.box}
                aria-label={text.selectAll}
                checked={isAll}
                onChange={() => selection.onChange(new Set(isAll ? [] : keys))}
              />
            </label>
          </th>
        ) : null}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
        {opens ? <td className={styles.headEnd} aria-hidden="true" /> : null}
      </tr>
    </thead>
  )
}

function HeadCell<T>({ column, sort, onSort }: { column: Column<T> } & Pick<TableHeadProps<T>, 'sort' | 'onSort'>) {
  const { label, from, sort: own } = column
  const text = useShellText()
  const order = sort === own?.up ? 'ascending' : sort === own?.down ? 'descending' : undefined
  return (
    <th
      scope="col"
      className={classNames(styles.cell, from && styles[from])}
      aria-sort={own ? (order ?? 'none') : undefined}
    >
      {own ? (
        <button
          type="button"
          className={classNames(styles.sort, order && styles[order])}
          title={text.sortBy(label)}
          onClick={() => onSort(order === 'ascending' ? own.down : own.up)}
        >
          {label}
          <ChevronDownIcon size={14} />
        </button>
      ) : (
        label
      )}
    </th>
  )
}
