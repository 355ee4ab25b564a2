import { PlayIcon } from '#web/ui/icons.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { usePlayer } from '../controls/player-context.ts'
import { focusOnShow } from './focus-on-show.ts'
import styles from './player.module.css'
import { useStore } from '#web/kit/use-store.ts'

/** The middle of the screen while nothing moves: loading, reconnecting, or the press that the browser asks for. */
export function PlayerStatus() {
  const { state, media, actions, text } = usePlayer()
  const waiting = useStore(media, (now) => now.waiting || !now.started)
  const needsPress = useStore(state, (now) => now.needsPress)
  const failed = useStore(state, (now) => now.failure !== null)
  const reconnecting = useStore(state, (now) => now.reconnecting)
  if (failed) return null
  if (needsPress) {
    return (
      <div className={styles.status}>
        <button ref={focusOnShow} type="button" className={styles.press} onClick={actions.play}>
          <PlayIcon size={34} />
          <span className="visually-hidden">{text.pressToPlay}</span>
        </button>
      </div>
    )
  }
  if (!waiting) return null
  return (
    <div className={styles.status}>
      <Spinner size={56} label={text.loading} />
      {reconnecting ? <output>{text.reconnecting}</output> : null}
    </div>
  )
}
