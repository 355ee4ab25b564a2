import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { moveListFocus } from '#web/ui/list-focus.ts'
import { useCloseRequest } from '#web/kit/use-close-request.ts'
import { CheckIcon } from '#web/ui/icons.tsx'
import styles from './choice-menu.module.css'
import { giveFocusBack } from './focus.ts'
import { type Layer, usePlayer } from './player-context.ts'

export interface Choice {
  readonly id: string
  readonly label: string
  /** Small print after the label. */
  readonly hint?: string | undefined
  readonly chosen: boolean
  /** The device cannot play it: choosing it shows why. */
  readonly dim?: boolean
  readonly choose: () => void
}

export interface ChoiceGroup {
  readonly label: string
  readonly choices: readonly Choice[]
}

interface ChoiceMenuProps {
  layer: Exclude<Layer, null>
  /** Accessible name and tooltip. */
  label: string
  /** What the button shows beside its icon. */
  value?: string | undefined
  icon: ReactNode
  on?: boolean
  groups: readonly ChoiceGroup[]
}

/** A button of the control bar with a menu of choices. Arrows move, Enter chooses, Esc and a click elsewhere close it. */
export function ChoiceMenu({ layer, label, value, icon, on, groups }: ChoiceMenuProps) {
  const { layer: open, openLayer } = usePlayer()
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = open === layer

  const close = (restoreFocus: boolean) => {
    openLayer(null)
    if (restoreFocus) giveFocusBack(button.current)
  }
  useCloseRequest(isOpen, () => close(true))
  useEffect(() => {
    if (!isOpen) return
    const first = box.current?.querySelector<HTMLElement>('[aria-checked="true"]') ?? items(box.current)[0]
    first?.focus({ preventScroll: true })
    const onPointerDown = (event: PointerEvent) => {
      if (!box.current?.contains(event.target as Node) && !button.current?.contains(event.target as Node))
        openLayer(null)
    }
    document.addEventListener('pointerdown', onPointerDown, true)
    return () => document.removeEventListener('pointerdown', onPointerDown, true)
  }, [isOpen, openLayer])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return close(false)
    if (event.key === 'Escape') close(true)
    else if (!moveListFocus(items(box.current), event.key)) return
    event.preventDefault()
  }

  return (
    <div className={styles.anchor}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        data-on={on || isOpen || undefined}
        aria-label={value ? `${label}: ${value}` : label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => openLayer(layer)}
      >
        {icon}
        {value ? <span className={styles.value}>{value}</span> : null}
      </button>
      {isOpen ? (
        <div
          ref={box}
          className={styles.menu}
          data-columns={groups.length > 2 || undefined}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={onKeyDown}
        >
          {groups.map((group) => (
            <fieldset
              key={group.label}
              className={styles.group}
              aria-label={groups.length > 1 ? group.label : undefined}
              role={groups.length > 1 ? 'group' : 'none'}
            >
              {groups.length > 1 ? (
                <p className={styles.heading} aria-hidden="true">
                  {group.label}
                </p>
              ) : null}
              {group.choices.map((choice) => (
                <button
                  key={choice.id}
                  type="button"
                  role="menuitemradio"
                  aria-checked={choice.chosen}
                  tabIndex={-1}
                  className={styles.choice}
                  data-dim={choice.dim || undefined}
                  onClick={() => {
                    choice.choose()
                    close(true)
                  }}
                >
                  <span className={styles.tick}>{choice.chosen ? <CheckIcon size={18} /> : null}</span>
                  <span>{choice.label}</span>
                  {choice.hint ? <span className={styles.hint}>{choice.hint}</span> : null}
                </button>
              ))}
            </fieldset>
          ))}
        </div>
      ) : null}
    </div>
  )
}

function items(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[role="menuitemradio"]') ?? [])]
}
