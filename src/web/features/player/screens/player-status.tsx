import { PlayIcon } from '#web/ui/icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { usePlayer } from '../controls/player-context.ts'
import { focusOnShow } from './focus-on-show.ts'
import styles from './player.module.css'
import { useStore } from '#web/kit/use-store.ts'

/** The centre of the screen while nothing plays: loading, reconnecting, or the button for the click that the browser requires. */
export function PlayerStatus() {
  const { state, media, actions, text, room } = usePlayer()
  const waiting = useStore(media, (now) => now.waiting || !now.started)
  // A paused room shows its own card.
  const isAtRest = useStore(media, (now) => now.paused && !now.waiting)
  const needsClick = useStore(state, (now) => now.needsClick)
  const failed = useStore(state, (now) => now.failure !== null)
  const reconnecting = useStore(state, (now) => now.reconnecting)
  if (failed) return null
  if (needsClick) {
    return (
      <div className={styles.status}>
        <button ref={focusOnShow} type="button" className={styles.press} onClick={actions.play}>
          <PlayIcon size={34} />
          <span className="visually-hidden">{text.pressToPlay}</span>
        </button>
      </div>
    )
  }
  if (!waiting || (room && isAtRest)) return null
  return (
    <div className={styles.status}>
      <Spinner size={56} label={text.loading} />
      {reconnecting ? <output>{text.reconnecting}</output> : null}
    </div>
  )
}
