import { Suspense } from 'react'
import { DetailSkeleton } from '#web/features/detail/detail-skeleton.tsx'
import { useProgramOverlay } from '#web/viewer/cards/detail-overlay-link.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import styles from './detail-host.module.css'
import { DetailError } from './detail-error.tsx'
import { preloadTitle } from './preload-on-hover.ts'
import { DETAIL } from './layers.tsx'

/** SPEC 2: the detail overlay is open while the address has a programId on a non-play route. The page below stays mounted. */
export function DetailHost() {
  const { site } = useShellText()
  const { programId } = useProgramOverlay()
  if (!programId) return null
  return (
    <ErrorBoundary resetKey={programId} Fallback={DetailError}>
      <Suspense
        fallback={
          <output className={styles.awaited} aria-label={site.loading}>
            <div className={styles.sheet}>
              <DetailSkeleton />
            </div>
          </output>
        }
      >
        <DETAIL.Screen prefetchPlay={preloadTitle} />
      </Suspense>
    </ErrorBoundary>
  )
}
