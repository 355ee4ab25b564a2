import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useText } from '#web/kit/text.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronDownIcon, CloseIcon } from '#web/ui/icons.tsx'
import styles from './campaigns.module.css'
import { moved } from './blocks.rules.ts'

interface ListEditorProps<T> {
  label: string
  items: readonly T[]
  nameOf: (item: T, at: number) => string
  hasProblem: (at: number) => boolean
  onChange: (items: readonly T[]) => void
  children: (item: T, at: number, onItem: (item: T) => void) => ReactNode
  /** What adds another one. */
  add: ReactNode
}

/** Items in an order that is changed by buttons, or by Alt with the arrows; each move is announced. */
export function ListEditor<T extends object>(props: ListEditorProps<T>) {
  const { label, items, nameOf, hasProblem, onChange, add } = props
  const { lists: text } = useText('consoleCampaigns')
  const [said, setSaid] = useState('')
  // Items that came later are new, and open.
  const [opened, setOpened] = useState<readonly boolean[]>(() => items.map(() => false))
  const shown = items.map((_, at) => opened[at] ?? true)
  const id = useId()
  const move = (at: number, step: 1 | -1) => {
    const next = moved(items, at, step)
    if (next === items) return
    onChange(next)
    setOpened(moved(shown, at, step))
    setSaid(text.moved(nameOf(items[at]!, at), at + step + 1, items.length))
    focusOn(`${id}-${at + step}`)
  }
  const remove = (at: number) => {
    onChange(items.filter((_, other) => other !== at))
    setOpened(shown.filter((_, other) => other !== at))
    setSaid(text.removed(nameOf(items[at]!, at)))
    focusOn(items.length > 1 ? `${id}-${Math.min(at, items.length - 2)}` : `${id}-add`)
  }
  return (
    <div className={styles.list}>
      <ol aria-label={label} className={styles.items}>
        {items.map((item, at) => (
          <Item
            // oxlint-disable-next-line react/no-array-index-key -- an item has no other name than its place
            key={at}
            id={`${id}-${at}`}
            name={nameOf(item, at)}
            place={`${at + 1}`}
            isFirst={at === 0}
            isLast={at === items.length - 1}
            isOpen={shown[at]! || hasProblem(at)}
            onOpen={(isOpen) => setOpened(shown.map((each, other) => (other === at ? isOpen : each)))}
            hasProblem={hasProblem(at)}
            onMove={(step) => move(at, step)}
            onRemove={() => remove(at)}
          >
            {props.children(item, at, (next) => onChange(items.map((each, other) => (other === at ? next : each))))}
          </Item>
        ))}
      </ol>
      <div className={styles.add} id={`${id}-add`} tabIndex={-1}>
        {add}
      </div>
      <output className="visually-hidden">{said}</output>
    </div>
  )
}

/** Once it is in the document. */
const focusOn = (id: string): void => void requestAnimationFrame(() => document.getElementById(id)?.focus())

interface ItemProps {
  id: string
  name: string
  place: string
  isFirst: boolean
  isLast: boolean
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  hasProblem: boolean
  onMove: (step: 1 | -1) => void
  onRemove: () => void
  children: ReactNode
}

function Item({ id, name, place, isFirst, isLast, isOpen, onOpen, hasProblem, onMove, onRemove, children }: ItemProps) {
  const { lists: text } = useText('consoleCampaigns')
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li className={styles.item} data-wrong={hasProblem ? '' : undefined}>
      <div className={styles.itemHead}>
        <button
          type="button"
          id={id}
          className={styles.opener}
          aria-expanded={isOpen}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onKeyDown={onKeyDown}
          onClick={() => onOpen(!isOpen)}
        >
          <span className={styles.place}>{place}</span>
          <strong>{name}</strong>
          {hasProblem ? <span className={styles.wrong}>{text.toCorrect}</span> : null}
        </button>
        <IconButton
          size={36}
          className={styles.up}
          label={text.up(name)}
          icon={<ChevronDownIcon size={18} />}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size={36}
          label={text.down(name)}
          icon={<ChevronDownIcon size={18} />}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton size={36} label={text.remove(name)} icon={<CloseIcon size={18} />} onClick={onRemove} />
      </div>
      {isOpen ? <div className={styles.itemBody}>{children}</div> : null}
    </li>
  )
}
