import { Fragment, type ReactNode } from 'react'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatNumber } from '#web/kit/format.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ChevronDownIcon } from '#web/ui/icons.tsx'
import type { ListState } from '../client/use-read.ts'
import { ROW_OPENER } from '../shell/use-keys.ts'
import { useShellText } from '../shell/shell-text.ts'
import { FailedState } from '../widgets/state.tsx'
import type { Column, Selection } from './columns.tsx'
import { LongBody, type RowPlace } from './long-body.tsx'
import { TableHead } from './table-head.tsx'
import styles from './table.module.css'
import { Key } from '../widgets/key.tsx'

export interface DataTableProps<T> {
  label: string
  columns: readonly Column<T>[]
  list: ListState<T>
  keyOf: (row: T) => string
  /** Of the control that opens a row, and of its checkbox. */
  nameOf: (row: T) => string
  /** Undefined: rows do not open. */
  openLabel?: (name: string) => string
  onOpen?: (row: T) => void
  /** Instead of `onOpen`: the row is a link. */
  hrefOf?: (row: T) => string
  /** Thousands of rows: those near the window are in the document, and the next page loads by itself. */
  isLong?: boolean
  /** The row whose details stand beside the table. */
  currentKey?: string | undefined
  /** Below the row with this key. */
  detail?: { readonly key: string | undefined; readonly of: (row: T) => ReactNode }
  selection?: Selection
  sort: string
  onSort: (sort: string) => void
  /** In the place of the rows. */
  empty: ReactNode
}

export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, list, selection, sort, onSort, empty } = props
  const { rows, error } = list
  if (rows === undefined && error) return <FailedState error={error} onRetry={list.retry} />
  if (rows?.length === 0) return <>{empty}</>
  return (
    <div className={styles.scroll}>
      <table
        className={classNames(styles.table, props.isLong && styles.long)}
        aria-label={label}
        aria-busy={rows === undefined || undefined}
        aria-rowcount={props.isLong && rows ? (list.isMore ? -1 : (list.total ?? rows.length) + 1) : undefined}
      >
        <TableHead
          columns={columns}
          sort={sort}
          onSort={onSort}
          selection={selection}
          keys={rows?.map(props.keyOf) ?? []}
          opens={props.detail !== undefined}
        />
        {rows && props.isLong ? (
          <LongBody
            rows={rows}
            list={list}
            keyOf={props.keyOf}
            renderRow={(row, place) => <Row key={props.keyOf(row)} row={row} table={props} {...place} />}
          />
        ) : (
          <tbody>
            {rows === undefined ? (
              <Skeleton columns={columns.length + (selection || props.detail ? 1 : 0)} />
            ) : (
              rows.map((row) => <Row key={props.keyOf(row)} row={row} table={props} />)
            )}
          </tbody>
        )}
      </table>
      {rows && error ? <FailedState error={error} onRetry={list.retry} /> : null}
      <Foot list={list} hasSelection={selection !== undefined} opens={props.openLabel !== undefined} />
    </div>
  )
}

const widthClass = ({ from }: Pick<Column<never>, 'from'>) => from && styles[from]

function Row<T>({ row, table, ...place }: { row: T; table: DataTableProps<T> } & Partial<RowPlace>) {
  const { columns, keyOf, nameOf, selection, detail } = table
  const text = useShellText()
  const key = keyOf(row)
  const name = nameOf(row)
  const isSelected = selection?.keys.has(key) ?? false
  const isOpen = detail?.key === key
  const isCurrent = table.currentKey === key
  return (
    <Fragment>
      <tr
        className={classNames(styles.row, isSelected && styles.selected, (isOpen || isCurrent) && styles.open)}
        aria-current={isCurrent || undefined}
        {...place}
      >
        {selection ? (
          <td className={styles.check}>
            <label className={styles.tick}>
              <input
                type="checkbox"
                className={styles.box}
                aria-label={text.selectRow(name)}
                checked={isSelected}
                onChange={() => selection.onChange(toggled(selection.keys, key))}
              />
            </label>
          </td>
        ) : null}
        {columns.map((column, at) => (
          <td key={column.id} className={classNames(styles.cell, widthClass(column))}>
            {column.cell(row)}
            {at === 0 && table.openLabel ? (
              <Opener row={row} table={table} label={table.openLabel(name)} isOpen={detail ? isOpen : undefined} />
            ) : null}
          </td>
        ))}
        {detail ? (
          <td className={styles.chevron}>
            <ChevronDownIcon size={16} />
          </td>
        ) : null}
      </tr>
      {detail && isOpen ? (
        <tr className={styles.open}>
          <td className={styles.detail} colSpan={columns.length + 1}>
            {detail.of(row)}
          </td>
        </tr>
      ) : null}
    </Fragment>
  )
}

interface OpenerProps<T> {
  row: T
  table: DataTableProps<T>
  label: string
  isOpen: boolean | undefined
}

function Opener<T>({ row, table: { onOpen, hrefOf }, label, isOpen }: OpenerProps<T>) {
  const opener = { className: styles.opener, [ROW_OPENER]: '', 'aria-label': label }
  // oxlint-disable-next-line jsx-a11y/anchor-has-content -- named by its label; it covers the row
  if (hrefOf) return <a {...opener} href={hrefOf(row)} />
  return <button type="button" {...opener} aria-expanded={isOpen} onClick={() => onOpen?.(row)} />
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

const SKELETON_ROWS = Array.from({ length: 8 }, (_, at) => at)

function Skeleton({ columns }: { columns: number }) {
  const text = useShellText()
  return SKELETON_ROWS.map((row) => (
    <tr key={row} className={styles.row}>
      {Array.from({ length: columns }, (_, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a bone is its place
        <td key={at} className={styles.cell}>
          <span className={styles.bone} />
          {row === 0 && at === 0 ? <span className="visually-hidden">{text.loading}</span> : null}
        </td>
      ))}
    </tr>
  ))
}

function Foot<T>({ list, hasSelection, opens }: { list: ListState<T>; hasSelection: boolean; opens: boolean }) {
  const text = useShellText()
  const { language } = useCallContext()
  const { rows, total, isMore, hasNext, isLoadingNext, loadNext } = list
  // A list that is there whole, and whose rows open nothing.
  if (!opens && !hasNext && rows && total === undefined) return null
  return (
    <div className={styles.foot}>
      {opens ? (
        <span className={styles.keys} aria-hidden="true">
          <Key>j</Key>
          <Key>k</Key>
          {text.keys.rows}
          {hasSelection ? (
            <>
              <Key>x</Key>
              {text.keys.select}
            </>
          ) : null}
          <Key>Enter</Key>
          {text.keys.open}
        </span>
      ) : null}
      <output className={styles.count}>
        {rows && total !== undefined
          ? `${text.total(formatNumber(total, language), isMore)} · ${text.shown(rows.length)}`
          : ''}
      </output>
      {hasNext ? (
        <Button busy={isLoadingNext} busyText={text.loading} onClick={loadNext}>
          {text.more}
        </Button>
      ) : null}
    </div>
  )
}
