import { useEffect, useState } from 'react'
import type { Episode } from '#contract/programs.ts'
import type { Restriction } from '#contract/restrictions.ts'
import { ClassBadge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlayIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { NEXT_COUNTDOWN_S, type SkipOffer } from '../controls/markers.rules.ts'
import { focusOnShow } from './focus-on-show.ts'
import styles from './player-overlays.module.css'
import { countUntouched, UNTOUCHED_EPISODES } from './still-watching.ts'
import { SkipIcon } from '#web/ui/feature-icons.tsx'
import { usePlayer } from '../controls/player-context.ts'
import { useStore } from '#web/kit/use-store.ts'

/** How long the class notice is shown at the start. */
const CLASS_NOTICE_MS = 5000

/** The class and the content warning, for five seconds after the first frame. */
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

/** Skips the opening; its underline shows how much is left. */
export function SkipButton({ offer, onSkip }: { offer: SkipOffer; onSkip: () => void }) {
  const { text } = usePlayer()
  return (
    <button type="button" className={styles.skip} onClick={onSkip}>
      <SkipIcon size={18} />
      {text.skipOpening}
      <span className={styles.skipLeft} style={{ transform: `scaleX(${offer.left})` }} />
    </button>
  )
}

/** Plays from the beginning; shown after a resumed start. */
export function FromStartButton({ onClick }: { onClick: () => void }) {
  const { text } = usePlayer()
  return (
    <button type="button" className={styles.skip} onClick={onClick}>
      {text.fromStart}
    </button>
  )
}

interface EndOfferProps {
  onNext: (() => void) | undefined
  onReplay: () => void
  onLeave: () => void
}

/** The end of a video: the next episode, replay, or back to the page before. */
export function EndOffer({ onNext, onReplay, onLeave }: EndOfferProps) {
  const { text } = usePlayer()
  return (
    <div className={styles.end}>
      {onNext ? (
        <button ref={focusOnShow} type="button" className={styles.skip} onClick={onNext}>
          {text.next}
        </button>
      ) : null}
      <button ref={onNext ? undefined : focusOnShow} type="button" className={styles.skip} onClick={onReplay}>
        {text.replay}
      </button>
      <button type="button" className={styles.skip} onClick={onLeave}>
        {text.back}
      </button>
    </div>
  )
}

interface NextCardProps {
  episode: Episode
  onPlay: () => void
  onCancel: () => void
}

/** The next episode. It starts automatically after ten seconds, which do not count while paused. */
export function NextCard({ episode, onPlay, onCancel }: NextCardProps) {
  const { media, text } = usePlayer()
  const isPaused = useStore(media, (now) => now.paused && !now.ended)
  const [left, setLeft] = useState(NEXT_COUNTDOWN_S)
  useEffect(() => {
    if (isPaused) return
    const timer = setInterval(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(timer)
  }, [isPaused])
  useEffect(() => {
    if (left > 0) return
    countUntouched()
    onPlay()
  }, [left, onPlay])
  return (
    <section className={styles.next} aria-label={text.next}>
      <span className={styles.nextStill}>
        <ResponsiveImage src={episode.imageURL} alt="" title={episode.title} sizes="176px" to={480} priority="eager" />
      </span>
      <div className={styles.nextWords}>
        <p className={styles.nextIn} role="timer">
          {text.nextIn(Math.max(0, left))}
        </p>
        <p className={styles.nextTitle}>{text.episodeTitled(episode.episode, episode.title)}</p>
        <div className={styles.nextButtons}>
          <Button look="primary" size="s" icon={<PlayIcon size={16} />} onClick={onPlay}>
            {text.playNow}
          </Button>
          <Button size="s" onClick={onCancel}>
            {text.cancel}
          </Button>
        </div>
      </div>
    </section>
  )
}

/** The question after three untouched episodes, in the place of the next one's countdown. */
export function StillWatching({ onPlay, onLeave }: { onPlay: () => void; onLeave: () => void }) {
  const { actions, text } = usePlayer()
  const labels = text.stillWatching
  useEffect(() => actions.pause(), [actions])
  return (
    <section className={styles.next} role="alertdialog" aria-label={labels.title}>
      <div className={styles.nextWords}>
        <p className={styles.nextTitle}>{labels.title}</p>
        <p className={styles.nextIn}>{labels.text(UNTOUCHED_EPISODES)}</p>
        <div className={styles.nextButtons}>
          <Button ref={focusOnShow} look="primary" size="s" icon={<PlayIcon size={16} />} onClick={onPlay}>
            {labels.go}
          </Button>
          <Button size="s" onClick={onLeave}>
            {text.back}
          </Button>
        </div>
      </div>
    </section>
  )
}
