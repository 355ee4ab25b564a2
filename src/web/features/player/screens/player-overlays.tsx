import { useEffect, useState } from 'react'
import type { Restriction } from '#contract/restrictions.ts'
import { useStore } from '#web/kit/use-store.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { PlayIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { shortcutsFor } from '../controls/keys.rules.ts'
import { usePlayer } from '../controls/player-context.ts'
import { focusOnShow } from '../controls/focus.ts'
import styles from './player-overlays.module.css'

const CLASS_NOTICE_MS = 5000

export function ClassNotice({ restriction, warning }: { restriction: Restriction; warning: string }) {
  const { media, text } = usePlayer()
  const started = useStore(media, (state) => state.started)
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!started) return
    const timer = setTimeout(() => setOver(true), CLASS_NOTICE_MS)
    return () => clearTimeout(timer)
  }, [started])
  if (!started || over) return null
  return (
    <div className={styles.class} data-restriction={restriction} role="note">
      <ClassBadge value={restriction} label="" />
      <p>
        {text.classNotice[restriction]}
        {warning ? <span className={styles.classWarning}>{warning}</span> : null}
      </p>
    </div>
  )
}

/** Loading, reconnecting, or the play button that the browser's autoplay policy requires. */
export function PlayerStatus({ artwork }: { artwork: string }) {
  const { state, media, actions, text, room } = usePlayer()
  const waiting = useStore(media, (now) => now.waiting || !now.started)
  const isAtRest = useStore(media, (now) => now.paused && !now.waiting)
  const started = useStore(media, (now) => now.started)
  const needsClick = useStore(state, (now) => now.needsClick)
  const failed = useStore(state, (now) => now.failure !== null)
  const reconnecting = useStore(state, (now) => now.reconnecting)
  if (failed) return null
  if (needsClick) {
    return (
      <>
        {started || !artwork ? null : (
          <span className={styles.art}>
            <ResponsiveImage src={artwork} alt="" sizes="100vw" from={640} priority="eager" />
          </span>
        )}
        <div className={styles.status}>
          <button ref={focusOnShow} type="button" className={styles.start} onClick={actions.play}>
            <PlayIcon size={34} />
            <span className="visually-hidden">{text.clickToPlay}</span>
          </button>
        </div>
      </>
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

export function ShortcutsDialog({ hasEpisodes, onClose }: { hasEpisodes: boolean; onClose: () => void }) {
  const { room, text } = usePlayer()
  const isGuest = room?.locked !== undefined
  return (
    <Dialog title={text.shortcuts} closeLabel={text.close} onClose={onClose}>
      <dl className={styles.keys}>
        {shortcutsFor({ hasEpisodes, isRoom: room !== undefined, isGuest }).map(({ keys, means }) => (
          <div key={means}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key === 'space' ? text.keys.space : key}</kbd>
              ))}
            </dt>
            <dd>{text.keys[means]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
