import { Suspense } from 'react'
import { useProgramOverlay } from '#web/viewer/cards/detail-overlay-link.ts'
import { useText } from '#web/kit/text.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './detail-host.module.css'
import { DetailError } from './detail-error.tsx'
import { preloadTitle } from './preload-on-hover.ts'
import { DETAIL } from './layers.tsx'

/** SPEC 2: the detail overlay is open while the address has a programId on a non-play route. The page below stays mounted. */
export function DetailHost() {
  const { site } = useText()
  const { programId } = useProgramOverlay()
  if (!programId) return null
  return (
    <ErrorBoundary resetKey={programId} Fallback={DetailError}>
      <Suspense
        fallback={
          <div className={styles.awaited}>
            <Spinner size={44} label={site.loading} />
          </div>
        }
      >
        <DETAIL.Screen prefetchPlay={preloadTitle} />
      </Suspense>
    </ErrorBoundary>
  )
}
