import { useEffect, useRef } from 'react'
import { letterKeys } from './key-preference.ts'
import { actionOf, GO_MS, mayBeScreenKey } from './keys.rules.ts'
import { screenKeys } from './screen-keys.ts'

interface Keys {
  onHelp: () => void
  onGo: (letter: string) => void
}

/** Keys that repeat while held (list navigation). */
const MOVING = new Set(['j', 'k', 'n'])

/** Tables mark the control that opens a row, and screens the field that `/` reaches. */
export const ROW_OPENER = 'data-row'
export const SEARCH_FIELD = 'data-search'

export function useKeys({ onHelp, onGo }: Keys): void {
  const handlers = useRef({ onHelp, onGo })
  useEffect(() => {
    handlers.current = { onHelp, onGo }
  })
  useEffect(() => {
    let goUntil = 0
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('dialog[open]')) return
      const stroke = {
        key: event.key,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey,
        isTyping: isField(event.target),
        isGoing: event.timeStamp < goUntil,
        lettersOn: letterKeys.get(),
      }
      const own = mayBeScreenKey(stroke) ? screenKeys.get().keys.find(({ key }) => key === event.key) : undefined
      const isRepeat = event.repeat && !MOVING.has(event.key)
      if (own) {
        event.preventDefault()
        if (!isRepeat) own.run()
        return
      }
      if (isRepeat) return
      const action = actionOf(stroke)
      goUntil = action?.does === 'wait' ? event.timeStamp + GO_MS : 0
      if (!action || action.does === 'wait') return
      event.preventDefault()
      if (action.does === 'help') handlers.current.onHelp()
      else if (action.does === 'go') handlers.current.onGo(action.letter)
      else if (action.does === 'search') document.querySelector<HTMLElement>(`[${SEARCH_FIELD}]`)?.focus()
      else if (action.does === 'select') selectRow()
      else moveRow(action.does === 'next' ? 1 : -1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type="checkbox"], [type="radio"]), textarea, select')

function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(`[${ROW_OPENER}]`)]
  const current = rowOf(document.activeElement)
  const at = rows.findIndex((row) => rowOf(row) === current)
  const next = rows[at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step))]
  next?.focus()
  next?.scrollIntoView?.({ block: 'nearest' })
}

const rowOf = (element: Element | null): Element | null => element?.closest('tr, li') ?? null

function selectRow(): void {
  rowOf(document.activeElement)?.querySelector<HTMLElement>('input[type="checkbox"]')?.click()
}
