import { useQueryClient } from '@tanstack/react-query'
import {
  useLayoutEffect,
  useReducer,
  useRef,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useState,
} from 'react'
import type { WatchedCard } from '#contract/programs.ts'
import type { ProgramCard } from '#contract/programs.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { formatDuration } from '#web/kit/format.ts'
import { invalidateHistory, invalidateRows, forgetTitle } from '#web/viewer/watch-progress/watch-progress-cache.ts'
import { resumeLink } from '#web/viewer/watch-progress/watch-progress.rules.ts'
import { useDetailLink } from '#web/viewer/cards/detail-overlay-link.ts'
import { isRemovalPending, removeLater, undoRemoval } from '#web/viewer/watch-progress/history-removals.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { PlayIcon } from '#web/ui/icons.tsx'
import { Carousel } from '#web/ui/scroll-row.tsx'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { TitleCard } from '#web/ui/title-card.tsx'
import { WatchedBar } from '#web/ui/watched-bar.tsx'
import styles from './continue-cards.module.css'
import { createPortal } from 'react-dom'
import { moveListFocus } from '#web/ui/list-focus.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MoreIcon } from '#web/ui/feature-icons.tsx'

export interface ContinueCardsProps {
  label: string
  programs: readonly (ProgramCard | WatchedCard)[]
  /** Kids mode: less text, and no removal. */
  kids: boolean
  /** Called with whether no card is left: the carousel hides at once and returns when a removal is undone. */
  onEmptied: (isEmptied: boolean) => void
  offset: number | undefined
  onOffset: (offset: number) => void
}

/** "Continue watching": each card resumes its title and can be removed. */
export function ContinueCards({ label, programs, kids, onEmptied, offset, onOffset }: ContinueCardsProps) {
  const { site } = useShellText()
  const { list, remove, row } = useRemoval(programs)
  const isEmpty = list.length === 0
  useLayoutEffect(() => onEmptied(isEmpty), [isEmpty, onEmptied])
  return (
    <div ref={row}>
      <Carousel
        label={label}
        shape="landscape"
        previousLabel={site.previous}
        nextLabel={site.next}
        offset={offset}
        onOffset={onOffset}
      >
        {list.map((program) => (
          <li key={program.programId} className={styles.card}>
            <ContinueCard program={program} kids={kids} onRemove={() => remove(program)} />
          </li>
        ))}
      </Carousel>
    </div>
  )
}

interface ContinueCardProps {
  program: WatchedCard
  kids: boolean
  onRemove: () => void
}

function ContinueCard({ program, kids, onRemove }: ContinueCardProps) {
  const text = useText('history')
  const { language } = useCallContext()
  const detailLink = useDetailLink()
  const { title, episode, season, position, duration, remaining } = program
  const length = formatDuration(remaining, language)
  const facts = [episode > 0 ? text.episode(episode, season) : '', position > 0 ? text.left(length) : length]
  return (
    <>
      <TitleCard
        href={resumeLink(program, program)}
        title={title}
        image={program.artImageURL}
        shape="landscape"
        detail={kids ? facts[0] : facts.filter(Boolean).join(text.join)}
        over={
          <>
            <span className="visually-hidden">{text.goOn} </span>
            <span className={styles.disc}>
              <PlayIcon size={18} />
            </span>
            <WatchedBar position={position} duration={duration} />
          </>
        }
      />
      {kids ? null : (
        <CardMenu
          className={styles.menu}
          label={text.menu(title)}
          items={[
            { label: text.remove, onSelect: onRemove },
            { label: text.details, href: detailLink(program.programId) },
          ]}
        />
      )}
    </>
  )
}

/** The cards without pending removals, and how to remove one: it can be undone while the toast is shown. */
function useRemoval(programs: ContinueCardsProps['programs']) {
  const text = useText('history')
  const queries = useQueryClient()
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const row = useRef<HTMLDivElement>(null)
  const list = programs.filter(
    (program): program is WatchedCard => 'remaining' in program && !isRemovalPending(program.programId),
  )
  const remove = ({ programId, title }: WatchedCard) => {
    const at = list.findIndex((one) => one.programId === programId)
    removeLater(programId, () => {
      void forgetTitle(queries, programId)
      void invalidateHistory(queries)
      void invalidateRows(queries)
    })
    rerender()
    showToast({
      text: text.removed(title),
      action: {
        label: text.undo,
        onClick: () => {
          undoRemoval(programId)
          rerender()
        },
      },
    })
    // Focus moves to the card that replaces it, or to the one before.
    requestAnimationFrame(() => {
      const buttons = row.current?.querySelectorAll<HTMLElement>('[aria-haspopup]')
      const next = buttons?.[Math.min(at, buttons.length - 1)] ?? document.querySelector<HTMLElement>('#main')
      next?.focus({ preventScroll: true })
    })
  }
  return { list, remove, row }
}

type MenuItem = { label: string; onSelect: () => void } | { label: string; href: string }

export interface CardMenuProps {
  label: string
  items: readonly MenuItem[]
  className: string | undefined
}

/** The ⋯ menu of a card: arrows move, Esc and a click elsewhere close it. */
export function CardMenu({ label, items, className }: CardMenuProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <IconButton
        ref={button}
        className={className}
        look="disc"
        label={label}
        icon={<MoreIcon size={22} />}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      />
      {open ? <Menu label={label} items={items} button={button} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface MenuProps extends Omit<CardMenuProps, 'className'> {
  button: RefObject<HTMLButtonElement | null>
  onClose: () => void
}

/** Rendered in the body below its button: a carousel would clip it. */
function Menu({ label, items, button, onClose }: MenuProps) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const menu = box.current
    const anchor = button.current?.getBoundingClientRect()
    if (!menu || !anchor) return
    const below = anchor.bottom + 6
    const fits = below + menu.offsetHeight < innerHeight - 8
    menu.style.top = `${fits ? below : Math.max(8, anchor.top - menu.offsetHeight - 6)}px`
    menu.style.left = `${Math.max(8, anchor.right - menu.offsetWidth)}px`
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
  }, [button])
  useOutside(box, button, onClose)
  const close = () => {
    onClose()
    button.current?.focus({ preventScroll: true })
  }
  const onKey = (event: KeyboardEvent) => {
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]
    if (event.key === 'Escape' || event.key === 'Tab') close()
    else if (!moveListFocus(stops, event.key)) return
    event.preventDefault()
  }
  return createPortal(
    <div
      ref={box}
      id={id}
      className={styles.cardMenuMenu}
      role="menu"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={onKey}
    >
      {items.map((item) =>
        'href' in item ? (
          <a key={item.label} className={styles.item} role="menuitem" tabIndex={-1} href={item.href} onClick={close}>
            {item.label}
          </a>
        ) : (
          <button
            key={item.label}
            type="button"
            className={styles.item}
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              close()
              item.onSelect()
            }}
          >
            {item.label}
          </button>
        ),
      )}
    </div>,
    document.body,
  )
}

/** A click elsewhere and scrolling close it. */
function useOutside(
  box: RefObject<HTMLElement | null>,
  button: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    const onPointerDown = ({ target }: Event) => {
      const isOwn = target instanceof Node && (box.current?.contains(target) || button.current?.contains(target))
      if (!isOwn) latest.current()
    }
    const onScroll = () => latest.current()
    document.addEventListener('pointerdown', onPointerDown)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      document.removeEventListener('pointerdown', onPointerDown)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [box, button])
}
