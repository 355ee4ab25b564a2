import { Suspense } from 'react'
import { PlayDramaScreen, PlayScreen } from '#web/features/player/screens/play-screens.tsx'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'

const RATING = lazyScreen(async () => (await import('#web/features/comments/rating-prompt.tsx')).RatingPrompt)

/** If the chunk fails to load, the end is shown without stars. */
function Rating({ programId }: { programId: string }) {
  return (
    <ErrorBoundary resetKey={programId}>
      <Suspense fallback={null}>
        <RATING.Screen programId={programId} />
      </Suspense>
    </ErrorBoundary>
  )
}

export const PlayPage = () => <PlayScreen Rating={Rating} />

export const PlayDramaPage = () => <PlayDramaScreen Rating={Rating} />
