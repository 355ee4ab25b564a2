import { Suspense } from 'react'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { preloadTitle } from './preload-on-hover.ts'
import { HOVER_CARD } from './layers.tsx'
import { useHoverCard } from './use-hover-card.ts'

/** Shows the hover card of the card that the pointer or the focus rests on; none if its chunk fails to load. */
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
