import { useState } from 'react'
import type { Episode } from '#contract/programs.ts'
import { type EpisodePoints, nextDue, skipOffer } from '../controls/markers.rules.ts'
import { EndOffer, FromStartButton, NextCard, SkipButton } from './player-overlays.tsx'
import { usePlayer } from '../controls/player-context.ts'
import styles from './player.module.css'
import { useStore } from '#web/kit/use-store.ts'

interface PlayerOffersProps {
  points: EpisodePoints
  controlsShown: boolean
  next: Episode | undefined
  onNext: (() => void) | undefined
  fromStart: { offered: boolean; dismiss: () => void }
  onLeave: () => void
}

/** What is offered at its moment, above the controls: the next episode, skipping the opening, watching from the start, and at the end where to go from there. */
export function PlayerOffers({ points, controlsShown, next, onNext, fromStart, onLeave }: PlayerOffersProps) {
  const { state, media, actions } = usePlayer()
  const time = useStore(media, (now) => now.time)
  const ended = useStore(media, (now) => now.ended)
  const duration = useStore(media, (now) => now.duration)
  const failed = useStore(state, (now) => now.failure !== null)
  const due = next !== undefined && nextDue(points, time, { duration, ended })
  const [cancelled, setCancelled] = useState(false)
  // Whoever goes back into the story is asked again at its end.
  if (!due && cancelled) setCancelled(false)
  const skip = skipOffer(points, time)
  if (failed) return null
  return (
    <div className={styles.offers} data-raised={controlsShown || undefined} data-controls="" data-offers="">
      {due && next && onNext && !cancelled ? (
        <NextCard episode={next} onPlay={onNext} onCancel={() => setCancelled(true)} />
      ) : ended ? (
        <EndOffer onReplay={actions.toggle} onLeave={onLeave} />
      ) : skip && (skip.alone || controlsShown) ? (
        <SkipButton offer={skip} onSkip={() => actions.seekTo(skip.to)} />
      ) : fromStart.offered ? (
        <FromStartButton
          onPress={() => {
            actions.seekTo(0)
            fromStart.dismiss()
          }}
        />
      ) : null}
    </div>
  )
}
