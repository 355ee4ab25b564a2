import { similarRcmd } from '#contract/recommendations.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useCall } from '#web/kit/use-call.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { usePlayer } from '../controls/player-context.ts'
import styles from './end-screen.module.css'
import { EndOffer } from './player-overlays.tsx'

const COUNT = 4

/** The end of a video: similar titles, the next episode if there is one, replay, or back to the page before. Without a `programId` (a trailer) no titles are offered. */
export function EndScreen({
  programId,
  onNext,
  onReplay,
  onLeave,
}: {
  programId: string | undefined
  onNext: (() => void) | undefined
  onReplay: () => void
  onLeave: () => void
}) {
  return (
    <div className={styles.end}>
      {programId === undefined ? null : <SimilarTitles programId={programId} />}
      <EndOffer onNext={onNext} onReplay={onReplay} onLeave={onLeave} />
    </div>
  )
}

/** Each opens its detail overlay over home. Nothing is shown while the titles load, or if that fails. */
function SimilarTitles({ programId }: { programId: string }) {
  const { text } = usePlayer()
  const { pattern } = useCallContext()
  const { data } = useCall(similarRcmd, { programId, pageSize: COUNT })
  const pathname = pattern === 'children' ? PATHS.kids : PATHS.home
  if (!data || data.list.length === 0) return null
  return (
    <section className={styles.similar} aria-label={text.similar}>
      <h2 className={styles.heading}>{text.similar}</h2>
      <ul className={styles.list}>
        {data.list.map(({ program }) => (
          <li key={program.programId}>
            <a className={styles.card} href={paths.detail(program.programId, { pathname, search: '' })}>
              <span className={styles.image}>
                <ResponsiveImage src={program.landscapeImageURL} alt="" title={program.title} sizes="176px" to={480} />
              </span>
              <span className={styles.title}>{program.title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
