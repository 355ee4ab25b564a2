import { Suspense, useCallback, useEffect, useState } from 'react'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { preloadTitle } from './preload-on-hover.ts'
import { HOVER_CARD } from './layers.tsx'
import { useLocation } from '#web/kit/router.tsx'
import { cardAt, type HoverCardProps } from '#web/viewer/cards/card-targets.ts'

export function HoverHost() {
  const open = useHoverCard()
  if (!open) return null
  const { programId } = open.program
  return (
    <ErrorBoundary resetKey={programId}>
      <Suspense fallback={null}>
        <HOVER_CARD.Screen key={programId} {...open} prefetchPlay={preloadTitle} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** DESIGN 6: opens after 500 ms of rest or focus, closes 150 ms after the pointer left. */
const OPEN_MS = 500
const CLOSE_MS = 150

type Target = Pick<HoverCardProps, 'program' | 'anchor'>

/** Touch never opens one. */
function useHoverCard(): HoverCardProps | undefined {
  const [rested, setRested] = useState<{ target: Target; place: string }>()
  const close = useCallback(() => setRested(undefined), [])
  const place = useLocation().key
  useEffect(() => watchCards((target) => setRested(target && { target, place })), [place])
  // Opened at another location: a navigation has closed it.
  return rested?.place === place ? { ...rested.target, onClose: close } : undefined
}

function watchCards(show: (target: Target | undefined) => void): () => void {
  let scheduled: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let pendingFocus: Target | undefined
  const schedule = (target: Target | undefined) => {
    if (target?.anchor === scheduled) return
    scheduled = target?.anchor
    pendingFocus = undefined
    clearTimeout(timer)
    if (target) HOVER_CARD.preload()
    timer = setTimeout(
      () => {
        pendingFocus = undefined
        show(target)
      },
      target ? OPEN_MS : CLOSE_MS,
    )
  }
  const stop = () => {
    scheduled = undefined
    pendingFocus = undefined
    clearTimeout(timer)
    show(undefined)
  }
  const scheduleFocused = (target: Target | undefined) => {
    if (target?.anchor === scheduled) return
    schedule(target)
    pendingFocus = target
  }
  /** Focus itself scrolls its card into view, so a pending focused card is scheduled again. */
  const onScroll = () => {
    const again = pendingFocus
    stop()
    if (again) scheduleFocused(again)
  }
  const isOnHoverCard = (event: Event) =>
    event.target instanceof Element && event.target.closest('[data-hover-card]') !== null
  const onOver = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    if (isOnHoverCard(event)) clearTimeout(timer)
    else schedule(withTrailer(event.target))
  }
  const onFocus = (event: FocusEvent) => {
    if (isOnHoverCard(event) || !(event.target instanceof Element)) return
    scheduleFocused(event.target.matches(':focus-visible') ? withTrailer(event.target) : undefined)
  }
  /** A click on the card below opens the title itself. */
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
