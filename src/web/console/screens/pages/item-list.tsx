import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useText } from '#web/kit/text.ts'
import { MoreIcon, PencilIcon } from '#web/ui/feature-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDownIcon, CloseIcon } from '#web/ui/icons.tsx'
import { GripIcon } from '../../widgets/icons.ts'
import { hidePopoverOf, PopoverButton } from '../../widgets/popover-button.tsx'
import styles from './pages.module.css'
import { type Edge, placeOnDrop, useRowDrag } from './row-drag.ts'

interface ItemListProps<T> {
  label: string
  items: readonly T[]
  idOf: (item: T) => string
  nameOf: (item: T) => string
  renderFace: (item: T) => ReactNode
  /** Opens below the row; without it a row has nothing to edit. */
  renderForm?: (item: T) => ReactNode
  /** Without it the rows have no order. */
  onMove?: ((items: T[]) => void) | undefined
  onRemove?: (item: T) => void
  mayRemove?: (item: T) => boolean
  isDense?: boolean
}

type Step = 'first' | 'earlier' | 'later' | 'last'
const STEPS: readonly Step[] = ['first', 'earlier', 'later', 'last']
const KEYS: Readonly<Record<string, Step>> = { ArrowUp: 'earlier', ArrowDown: 'later', Home: 'first', End: 'last' }

const placeAfter = (step: Step, at: number, count: number): number =>
  ({ first: 0, earlier: at - 1, later: at + 1, last: count - 1 })[step]

/** Rows in an order: each moves by its handle, its menu, and by Alt with an arrow while anything of it has the focus. */
export function ItemList<T>(props: ItemListProps<T>) {
  const { label, items, idOf, nameOf, onMove, isDense } = props
  const text = useText('consolePages')
  const [said, setSaid] = useState('')
  const [open, setOpen] = useState<string>()
  const refocus = useRef<Element>(undefined)
  useEffect(() => {
    // A node that moves loses the focus.
    const element = refocus.current
    refocus.current = undefined
    if (element instanceof HTMLElement && element.isConnected && document.activeElement !== element) element.focus()
  })
  const listId = useId()
  const dropOn = (onto: number, id: string, edge: Edge) => {
    const from = items.findIndex((item) => idOf(item) === id)
    if (from >= 0) moveTo(from, placeOnDrop(from, onto, edge))
  }
  const moveTo = (at: number, to: number) => {
    if (!onMove || to < 0 || to >= items.length || to === at) return
    const next = [...items]
    const [item] = next.splice(at, 1)
    next.splice(to, 0, item!)
    refocus.current = document.activeElement ?? undefined
    onMove?.(next)
    setSaid(text.movedTo(nameOf(item!), to + 1, items.length))
  }
  return (
    <>
      <ol className={styles.items} aria-label={label} data-dense={isDense ? '' : undefined}>
        {items.map((item, at) => (
          <Row
            key={idOf(item)}
            {...props}
            item={item}
            at={at}
            count={items.length}
            isOpen={open === idOf(item)}
            onToggle={() => setOpen(open === idOf(item) ? undefined : idOf(item))}
            listId={listId}
            onStep={(step) => moveTo(at, placeAfter(step, at, items.length))}
            onDropped={(id, edge) => dropOn(at, id, edge)}
          />
        ))}
      </ol>
      <output className="visually-hidden">{said}</output>
    </>
  )
}

interface RowProps<T> extends ItemListProps<T> {
  item: T
  at: number
  count: number
  isOpen: boolean
  onToggle: () => void
  listId: string
  onStep: (step: Step) => void
  onDropped: (id: string, edge: Edge) => void
}

function Row<T>(props: RowProps<T>) {
  const {
    item,
    at,
    count,
    isOpen,
    idOf,
    nameOf,
    renderFace,
    renderForm,
    onToggle,
    onStep,
    listId,
    onDropped,
    onMove,
    onRemove,
    mayRemove,
  } = props
  const text = useText('consolePages')
  const id = useId()
  const name = nameOf(item)
  const isMovable = onMove !== undefined && count > 1
  const { row, handle, isDragged, edge } = useRowDrag({ listId, id: idOf(item), isMovable, onDrop: onDropped })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = KEYS[event.key]
    if (!step || !event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onStep(step)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the row's own controls
    <li
      className={styles.item}
      id={renderForm ? `item-${idOf(item)}` : undefined}
      data-open={isOpen ? '' : undefined}
      onKeyDown={onKeyDown}
    >
      <div ref={row} className={styles.row} data-dragged={isDragged ? '' : undefined} data-drop={edge}>
        {onMove ? (
          <span ref={handle} className={styles.place} data-movable={isMovable ? '' : undefined}>
            {isMovable ? <GripIcon size={14} /> : null}
            {at + 1}
          </span>
        ) : null}
        <div className={styles.face}>{renderFace(item)}</div>
        <div className={styles.controls}>
          {onMove ? <MoveMenu name={name} at={at} count={count} onStep={onStep} /> : null}
          {renderForm ? (
            <IconButton
              size={36}
              label={text.edit(name)}
              icon={
                isOpen ? (
                  <span className={styles.up}>
                    <ChevronDownIcon size={18} />
                  </span>
                ) : (
                  <PencilIcon size={18} />
                )
              }
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={onToggle}
            />
          ) : null}
          {onRemove && mayRemove?.(item) !== false ? (
            <IconButton
              size={36}
              label={text.remove(name)}
              icon={<CloseIcon size={18} />}
              onClick={() => onRemove(item)}
            />
          ) : null}
        </div>
      </div>
      {renderForm ? (
        <div id={id} hidden={!isOpen}>
          {isOpen ? <div className={styles.form}>{renderForm(item)}</div> : null}
        </div>
      ) : null}
    </li>
  )
}

interface MoveMenuProps {
  name: string
  at: number
  count: number
  onStep: (step: Step) => void
}

function MoveMenu({ name, at, count, onStep }: MoveMenuProps) {
  const text = useText('consolePages')
  if (count < 2) return null
  return (
    <PopoverButton
      className={styles.move}
      face={
        <>
          <MoreIcon size={18} />
          <span className="visually-hidden">{text.move(name)}</span>
        </>
      }
    >
      {STEPS.map((step) => (
        <button
          key={step}
          type="button"
          className={styles.entry}
          disabled={step === 'first' || step === 'earlier' ? at === 0 : at === count - 1}
          onClick={({ currentTarget }) => {
            const button = currentTarget.closest('li')?.querySelector<HTMLElement>('[popovertarget]')
            hidePopoverOf(currentTarget)
            button?.focus()
            onStep(step)
          }}
        >
          {text.steps[step]}
        </button>
      ))}
    </PopoverButton>
  )
}
