import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { cardAt, type HoverCardProps } from '#web/viewer/cards/card-targets.ts'
import { HOVER_CARD } from './layers.tsx'

/** DESIGN 6: opens after 500 ms of rest or focus, closes 150 ms after the pointer left. */
const OPEN_MS = 500
const CLOSE_MS = 150

type Target = Pick<HoverCardProps, 'program' | 'anchor'>

/** Which card of the page the mouse or the keyboard's focus rests on, once it has rested. Touch never does. */
export function useHoverCard(): HoverCardProps | undefined {
  const [rested, setRested] = useState<{ target: Target; place: string }>()
  const close = useCallback(() => setRested(undefined), [])
  const place = useLocation().key
  useEffect(() => watchCards((target) => setRested(target && { target, place })), [place])
  // Of another place than the present one: a navigation has closed it.
  return rested?.place === place ? { ...rested.target, onClose: close } : undefined
}

function watchCards(show: (target: Target | undefined) => void): () => void {
  let wanted: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Of the keyboard, and not shown yet. */
  let awaited: Target | undefined
  const want = (target: Target | undefined) => {
    if (target?.anchor === wanted) return
    wanted = target?.anchor
    awaited = undefined
    clearTimeout(timer)
    if (target) HOVER_CARD.preload()
    timer = setTimeout(
      () => {
        awaited = undefined
        show(target)
      },
      target ? OPEN_MS : CLOSE_MS,
    )
  }
  const stop = () => {
    wanted = undefined
    awaited = undefined
    clearTimeout(timer)
    show(undefined)
  }
  const wantFocused = (target: Target | undefined) => {
    if (target?.anchor === wanted) return
    want(target)
    awaited = target
  }
  /** Scrolling ends it; but the focus scrolls its own card into view, and is then still wished for. */
  const onScroll = () => {
    const again = awaited
    stop()
    if (again) wantFocused(again)
  }
  const isOnHoverCard = (event: Event) =>
    event.target instanceof Element && event.target.closest('[data-hover-card]') !== null
  const onOver = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    // Over the open card itself everything stays as it is.
    if (isOnHoverCard(event)) clearTimeout(timer)
    else want(withTrailer(event.target))
  }
  const onFocus = (event: FocusEvent) => {
    if (isOnHoverCard(event) || !(event.target instanceof Element)) return
    wantFocused(event.target.matches(':focus-visible') ? withTrailer(event.target) : undefined)
  }
  /** A press on the card below is a wish for the title itself. */
  const onDown = (event: PointerEvent) => {
    if (!isOnHoverCard(event)) stop()
  }
  document.addEventListener('pointerover', onOver)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('pointerdown', onDown)
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  return () => {
    clearTimeout(timer)
    document.removeEventListener('pointerover', onOver)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('pointerdown', onDown)
    document.removeEventListener('scroll', onScroll, { capture: true })
  }
}

/** SPEC 2: the preview is for list items with a trailer. */
function withTrailer(element: EventTarget | null): Target | undefined {
  const hit = cardAt(element)
  return hit?.program.trailer ? hit : undefined
}
