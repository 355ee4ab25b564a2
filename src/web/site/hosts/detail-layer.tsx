import { Suspense } from 'react'
import { DetailOverlay, type DetailOverlayProps } from '#web/features/detail/detail-overlay.tsx'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { useNear } from '#web/kit/use-near.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { hasPendingOpinion } from '#web/viewer/session/pending-opinion-key.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './detail-layer.module.css'

const OPINIONS = lazyScreen(async () => (await import('#web/features/comments/opinions-section.tsx')).OpinionsSection)

export const DetailLayer = (props: Omit<DetailOverlayProps, 'Opinions'>) => (
  <DetailOverlay {...props} Opinions={Opinions} />
)

function Opinions({ programId }: { programId: string }) {
  const { site } = useShellText()
  const [ref, isNear] = useNear(hasPendingOpinion())
  return (
    <section ref={ref} className={styles.opinions}>
      {isNear ? (
        <ErrorBoundary resetKey={programId}>
          <Suspense fallback={<Spinner label={site.loading} />}>
            <OPINIONS.Screen programId={programId} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </section>
  )
}
