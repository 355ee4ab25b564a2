import type { ReactNode } from 'react'
import { type ContentKind, find } from '#contract/admin/content.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { type ListState, useRead } from '../client/use-read.ts'
import { type Column, useColumns } from '../table/columns.tsx'
import { DataTable } from '../table/data-table.tsx'
import { NoRows } from '../widgets/state.tsx'
import { useOpenInAddress } from '../table/use-table-params.ts'
import { RecordDialog, type RecordDialogProps } from './record-dialog.tsx'
import type { Content } from './use-content.ts'

interface ContentViewProps extends Pick<RecordDialogProps, 'fields' | 'texts' | 'initial' | 'consequences'> {
  kind: ContentKind
  label: string
  list: ListState<Content>
  columns: readonly Column<Content>[]
  nameOf: (content: Content) => string
  isFiltered: boolean
  onClear: () => void
  /** Where there are none at all. */
  empty: { icon: ReactNode; title: string; text: string; add: string }
  /** Of the dialog. */
  titles: { add: string; edit: string }
}

const NEW = 'new'

/** The records of a kind as a table; one is edited over it. Which one is in the address. */
export function ContentView({ kind, list, columns, nameOf, isFiltered, onClear, empty, ...props }: ContentViewProps) {
  const text = useText('consoleContent')
  const { shown } = useColumns(columns)
  const [open, setOpen] = useOpenInAddress('record')
  const listed = list.rows?.find(({ id }) => id === open)
  const isElsewhere = open !== undefined && open !== NEW && list.rows !== undefined && !listed
  const found = useRead(find, { kind, id: open ?? '' }, { enabled: isElsewhere })
  const content = listed ?? (isElsewhere && found.data?.id === open ? found.data : undefined)
  return (
    <>
      <DataTable
        label={props.label}
        columns={shown}
        list={list}
        keyOf={({ id }) => id}
        nameOf={nameOf}
        openLabel={text.open}
        onOpen={({ id }) => setOpen(id)}
        sort="place"
        onSort={() => undefined}
        empty={
          <NoRows
            text={{ ...text, empty: empty.title, emptyText: empty.text }}
            icon={empty.icon}
            isFiltered={isFiltered}
            onClear={onClear}
            action={{ label: empty.add, onClick: () => setOpen(NEW) }}
          />
        }
      />
      {content || open === NEW ? (
        <RecordDialog
          key={open}
          kind={kind}
          title={content ? props.titles.edit : props.titles.add}
          fields={props.fields}
          texts={props.texts}
          content={content}
          initial={props.initial}
          consequences={props.consequences}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </>
  )
}

/** Opens a form for another record. */
export function AddRecord({ label, icon }: { label: string; icon: ReactNode }) {
  const [, setOpen] = useOpenInAddress('record')
  return (
    <Button look="primary" icon={icon} onClick={() => setOpen(NEW)}>
      {label}
    </Button>
  )
}
