import { useState } from 'react'
import type { Episode } from '#contract/programs.ts'
import { type EpisodePoints, nextDue, skipOffer } from '../controls/markers.rules.ts'
import { EndScreen } from './end-screen.tsx'
import { FromStartButton, NextCard, SkipButton, StillWatching } from './player-overlays.tsx'
import { usePlayer } from '../controls/player-context.ts'
import { isUnattended } from './still-watching.ts'
import styles from './player.module.css'
import { useStore } from '#web/kit/use-store.ts'

interface PlayerOffersProps {
  /** The title, whose likes are offered at its end; undefined for a trailer. */
  programId: string | undefined
  points: EpisodePoints
  controlsShown: boolean
  next: Episode | undefined
  onNext: (() => void) | undefined
  fromStart: { offered: boolean; dismiss: () => void }
  onLeave: () => void
}

/**
 * Whether "still watching?" is shown. It stays until it is answered, since the click that answers is a touch: by its own buttons, by
 * playing on, or by seeking back out of the credits.
 */
function useStillWatching(isDue: boolean): boolean {
  const { media } = usePlayer()
  const paused = useStore(media, (now) => now.paused)
  const [asked, setAsked] = useState<'no' | 'asked' | 'paused'>('no')
  if (asked === 'no' && isDue && isUnattended()) setAsked('asked')
  else if (asked === 'asked' && paused) setAsked('paused')
  else if (asked !== 'no' && (!isDue || (asked === 'paused' && !paused))) setAsked('no')
  return asked !== 'no'
}

/** The offers above the controls: next episode, skip the opening, watch from the start, and what to do at the end. */
export function PlayerOffers({
  programId,
  points,
  controlsShown,
  next,
  onNext,
  fromStart,
  onLeave,
}: PlayerOffersProps) {
  const { state, media, actions } = usePlayer()
  const time = useStore(media, (now) => now.time)
  const ended = useStore(media, (now) => now.ended)
  const duration = useStore(media, (now) => now.duration)
  const failed = useStore(state, (now) => now.failure !== null)
  const due = next !== undefined && nextDue(points, time, { duration, ended })
  const [cancelled, setCancelled] = useState(false)
  // Seeking back out of the credits offers it again.
  if (!due && cancelled) setCancelled(false)
  const isAsked = useStillWatching(due && !cancelled)
  const skip = skipOffer(points, time)
  if (failed) return null
  return (
    <div className={styles.offers} data-raised={controlsShown || undefined} data-controls="" data-offers="">
      {isAsked && onNext ? (
        <StillWatching onPlay={onNext} onLeave={onLeave} />
      ) : due && next && onNext && !cancelled ? (
        <NextCard episode={next} onPlay={onNext} onCancel={() => setCancelled(true)} />
      ) : ended ? (
        <EndScreen programId={programId} onNext={onNext} onReplay={actions.toggle} onLeave={onLeave} />
      ) : skip && (skip.alone || controlsShown) ? (
        <SkipButton offer={skip} onSkip={() => actions.seekTo(skip.to)} />
      ) : fromStart.offered ? (
        <FromStartButton
          onClick={() => {
            actions.seekTo(0)
            fromStart.dismiss()
          }}
        />
      ) : null}
    </div>
  )
}
