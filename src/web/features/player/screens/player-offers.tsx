import { type ReactNode, useEffect, useState } from 'react'
import type { Episode } from '#contract/programs.ts'
import { similarRcmd } from '#contract/recommendations.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useStore } from '#web/kit/use-store.ts'
import { PATHS, paths } from '#web/viewer/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { SkipIcon } from '#web/ui/feature-icons.tsx'
import { PlayIcon } from '#web/ui/icons.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { type EpisodePoints, NEXT_COUNTDOWN_S, nextDue, type SkipOffer, skipOffer } from '../controls/markers.rules.ts'
import { usePlayer } from '../controls/player-context.ts'
import { focusOnShow, passFocusToPlayer } from '../controls/focus.ts'
import styles from './player-offers.module.css'
import { countUntouched, isUnattended, UNTOUCHED_EPISODES } from './use-leave.ts'

interface PlayerOffersProps {
  programId: string | undefined
  points: EpisodePoints
  controlsShown: boolean
  next: Episode | undefined
  onNext: (() => void) | undefined
  fromStart: { offered: boolean; dismiss: () => void }
  rating: ReactNode
  onLeave: () => void
}

const STARTED_ANEW_S = 1

/** Stays until answered (its buttons, playing on, seeking back): the click that answers is itself a touch. */
function useStillWatching(isDue: boolean): boolean {
  const { media } = usePlayer()
  const paused = useStore(media, (now) => now.paused)
  const [asked, setAsked] = useState<'no' | 'asked' | 'paused'>('no')
  if (asked === 'no' && isDue && isUnattended()) setAsked('asked')
  else if (asked === 'asked' && paused) setAsked('paused')
  else if (asked !== 'no' && (!isDue || (asked === 'paused' && !paused))) setAsked('no')
  return asked !== 'no'
}

export function PlayerOffers({
  programId,
  points,
  controlsShown,
  next,
  onNext,
  fromStart,
  rating,
  onLeave,
}: PlayerOffersProps) {
  const { state, media, actions } = usePlayer()
  const time = useStore(media, (now) => now.time)
  const ended = useStore(media, (now) => now.ended)
  const duration = useStore(media, (now) => now.duration)
  const failed = useStore(state, (now) => now.failure !== null)
  const due = next !== undefined && nextDue(points, time, { duration, ended })
  /** The episode after which nothing follows automatically, until it is started again. */
  const [cancelledBefore, setCancelledBefore] = useState<Episode['episode']>()
  const cancelled = next !== undefined && cancelledBefore === next.episode
  if (cancelled && time < STARTED_ANEW_S) setCancelledBefore(undefined)
  const isAsked = useStillWatching(due && !cancelled)
  const skip = skipOffer(points, time)
  if (failed) return null
  return (
    <div className={styles.offers} data-raised={controlsShown || undefined} data-controls="" data-offers="">
      {isAsked && onNext ? (
        <StillWatching onPlay={onNext} onLeave={onLeave} />
      ) : due && next && onNext && !cancelled ? (
        <NextCard episode={next} onPlay={onNext} onCancel={() => setCancelledBefore(next.episode)} />
      ) : ended ? (
        <EndScreen
          programId={programId}
          rating={onNext ? null : rating}
          onNext={onNext}
          onReplay={actions.toggle}
          onLeave={onLeave}
        />
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

/** The underline shows how much is left. */
function SkipButton({ offer, onSkip }: { offer: SkipOffer; onSkip: () => void }) {
  const { text } = usePlayer()
  return (
    <button ref={passFocusToPlayer} type="button" className={styles.skip} onClick={onSkip}>
      <SkipIcon size={18} />
      {text.skipOpening}
      <span className={styles.skipLeft} style={{ transform: `scaleX(${offer.left})` }} />
    </button>
  )
}

function FromStartButton({ onClick }: { onClick: () => void }) {
  const { text } = usePlayer()
  return (
    <button ref={passFocusToPlayer} type="button" className={styles.skip} onClick={onClick}>
      {text.fromStart}
    </button>
  )
}

interface EndOfferProps {
  onNext: (() => void) | undefined
  onReplay: () => void
  onLeave: () => void
}

function EndOffer({ onNext, onReplay, onLeave }: EndOfferProps) {
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

function NextCard({ episode, onPlay, onCancel }: NextCardProps) {
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
    <section ref={passFocusToPlayer} className={styles.next} aria-label={text.next}>
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

function StillWatching({ onPlay, onLeave }: { onPlay: () => void; onLeave: () => void }) {
  const { actions, text } = usePlayer()
  const labels = text.stillWatching
  useEffect(() => actions.pause(), [actions])
  return (
    <section ref={passFocusToPlayer} className={styles.next} role="alertdialog" aria-label={labels.title}>
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

const SIMILAR_COUNT = 4

/** Without a `programId` (a trailer) no similar titles. */
function EndScreen({
  programId,
  rating,
  onNext,
  onReplay,
  onLeave,
}: {
  programId: string | undefined
  rating: ReactNode
  onNext: (() => void) | undefined
  onReplay: () => void
  onLeave: () => void
}) {
  return (
    <div ref={passFocusToPlayer} className={styles.endScreen}>
      <div className={styles.aboveEnd}>
        {rating ? <div className={styles.rating}>{rating}</div> : null}
        {programId === undefined ? null : <SimilarTitles programId={programId} />}
      </div>
      <EndOffer onNext={onNext} onReplay={onReplay} onLeave={onLeave} />
    </div>
  )
}

/** Hidden while loading and after a failure. */
function SimilarTitles({ programId }: { programId: string }) {
  const { text } = usePlayer()
  const { pattern } = useCallContext()
  const { data } = useCall(similarRcmd, { programId, pageSize: SIMILAR_COUNT })
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
