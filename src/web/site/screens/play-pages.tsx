import { Suspense } from 'react'
import { PlayDramaScreen, PlayScreen } from '#web/features/player/screens/play-screens.tsx'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'

const RATING = lazyScreen(async () => (await import('#web/features/comments/rating-prompt.tsx')).RatingPrompt)

/** The stars, as the player shows them at the end of a title. Without their chunk the end is shown without them. */
function Rating({ programId }: { programId: string }) {
  return (
    <ErrorBoundary resetKey={programId}>
      <Suspense fallback={null}>
        <RATING.Screen programId={programId} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** A movie, with its rating at the end. */
export const PlayPage = () => <PlayScreen Rating={Rating} />

/** An episode, with the rating of its series at the end of the last one. */
export const PlayDramaPage = () => <PlayDramaScreen Rating={Rating} />
