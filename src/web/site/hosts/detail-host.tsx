import { Suspense, useEffect, useRef } from 'react'
import { DetailSkeleton } from '#web/features/detail/detail-skeleton.tsx'
import { useProgramOverlay } from '#web/viewer/cards/detail-overlay-link.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ErrorBoundary, type ErrorFallbackProps } from '#web/ui/error-boundary.tsx'
import styles from './detail-host.module.css'
import { preloadTitle } from './preload-on-hover.ts'
import { DETAIL } from './layers.tsx'
import { ChunkError } from '#web/kit/chunk.ts'
import { showToast } from '#web/kit/toast-store.ts'

/** SPEC 2: open while the address has a programId on a non-play route. */
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

function DetailError({ error }: ErrorFallbackProps) {
  const { errors } = useShellText()
  const { close } = useProgramOverlay()
  const text = error instanceof ChunkError ? errors.chunkText : errors.text
  const reported = useRef(false)
  useEffect(() => {
    if (reported.current) return
    reported.current = true
    showToast({ text })
    close()
  }, [text, close])
  return null
}
