import { type ReactNode, useMemo, useRef, useState, useEffect } from 'react'
import type { OfferKind } from '#contract/programs.ts'
import { HTML_LANG } from '#contract/languages.ts'
import { readLanguage } from '#web/kit/language.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { share, sharedPageOf } from '#web/viewer/sharing/share.ts'
import { classNames } from '#web/ui/class-names.ts'
import { ShareIcon } from '#web/ui/feature-icons.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ChevronLeftIcon } from '#web/ui/icons.tsx'
import { CenterControls, Controls } from '../controls/controls.tsx'
import { CueLayer } from '../captions/cue-layer.tsx'
import { EpisodesButton, EpisodesPanel } from '../controls/episodes-panel.tsx'
import { FailurePanel, GatePanel } from './failure-panel.tsx'
import {
  type EpisodeChoice,
  type PlayableTitle,
  PlayerContext,
  usePlayer,
  type PlayerActions,
} from '../controls/player-context.ts'
import { mediaStore, firstFrame, hasFrame } from '../engine/media-state.ts'
import { type Failure, isPassing } from '../engine/failure.rules.ts'
import type { Playback } from '../engine/engine.ts'
import { createActions } from '../controls/player-actions.ts'
import { ClassNotice, PlayerStatus, ShortcutsDialog } from './player-overlays.tsx'
import { PlayerOffers } from './player-offers.tsx'
import { PlayerSurface, useSkipCue } from './player-surface.tsx'
import type { PlayStep } from '#web/viewer/playback-gates/play-flow.rules.ts'
import styles from './player.module.css'
import { playerSettings } from '../engine/player-settings.ts'
import { useRemotePlayback, useMediaSession } from '../controls/device-interfaces.ts'
import { SeekBar } from '../controls/seek-bar.tsx'
import { useAwake, useCommands, useLayer } from '../controls/use-controls.ts'
import { useTouches } from './use-leave.ts'
import { useStore } from '#web/kit/use-store.ts'
import { useText } from '#web/kit/text.ts'
import { useTextFile } from '../captions/use-text-file.ts'
import { parseStoryboard } from '../captions/webvtt.rules.ts'

/** What a private screening adds to the player. */
interface PlayerRoom {
  readonly locked: string | undefined
  /** The controls end before the panel. */
  readonly hasPanel: boolean
  wrap(actions: PlayerActions): PlayerActions
  readonly overlay: ReactNode
}

export interface PlayerProps {
  playback: Playback
  title: PlayableTitle
  step: PlayStep
  /** The position is known and the warning accepted. */
  open: boolean
  start: number
  episodes: EpisodeChoice | undefined
  /** The room decides when the video plays. */
  room?: PlayerRoom | undefined
  offer?: OfferKind | undefined
  preview?: (() => void) | undefined
  rating?: ReactNode
  onLeave: () => void
}

/** Keeps one playback for its lifetime; another title mounts another player. */
export function Player(props: PlayerProps) {
  const { playback, room } = props
  const text = useText('player')
  const [layer, openLayer] = useLayer()
  const [media] = useState(() => mediaStore(playback.video))
  const [actions] = useState(() => room?.wrap(createActions(playback)) ?? createActions(playback))
  const locked = room?.locked
  const hasRoom = room !== undefined
  const shared = useMemo(
    () => ({
      state: playback.state,
      media,
      settings: playerSettings,
      actions,
      text,
      lang: HTML_LANG[readLanguage()],
      layer,
      openLayer,
      room: hasRoom ? { locked } : undefined,
    }),
    [playback, media, actions, text, layer, openLayer, hasRoom, locked],
  )
  return (
    <PlayerContext value={shared}>
      <PlayerFrame {...props} />
    </PlayerContext>
  )
}

/** CSS px: a toast leaves the buttons and the seek bar free. */
const CONTROLS_H = 112

function useToastsAboveControls(): void {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--controls-h', `${CONTROLS_H}px`)
    return () => void style.removeProperty('--controls-h')
  }, [])
}

function PlayerFrame({
  playback,
  title,
  step,
  open,
  start,
  episodes,
  room,
  offer,
  preview,
  rating,
  onLeave,
}: PlayerProps) {
  const { state, media, actions, text, layer, openLayer } = usePlayer()
  const root = useRef<HTMLElement>(null)
  const [previewX, setPreviewX] = useState<number | null>(null)
  const paused = useStore(media, (now) => now.paused)
  const started = useStore(media, (now) => now.started)
  const failure = useShownFailure()
  const { programId, kind, file } = playback.request
  const drawn = useDrawn(playback.video)
  const storyboard = useStore(state, (now) => (started && drawn ? now.order?.storyboardURL : undefined))
  const tiles = useTextFile(playback, storyboard, parseStoryboard)
  const { shown, wake, sleep } = useAwake(root, paused || layer !== null || failure !== null)
  const fromStart = useStart(playback, { open, start, started, plays: room === undefined })
  const onNext = useEpisode(episodes, 'next')
  const onPrevious = useEpisode(episodes, 'previous')
  const cue = useSkipCue()
  useTouches()
  useToastsAboveControls()
  const remote = useRemotePlayback(playback.video)
  useMediaSession(title, { isShown: drawn, actions, onNext, onPrevious })
  useCommands({
    actions,
    layer,
    openLayer,
    onNext,
    onPrevious,
    duration: () => playback.video.duration || 0,
    volume: () => playerSettings.get().volume,
    onSkip: cue.show,
  })

  return (
    <section
      ref={root}
      className={classNames(styles.player, 'night')}
      data-idle={shown ? undefined : ''}
      data-room={room ? '' : undefined}
      data-panel={room?.hasPanel ? '' : undefined}
      aria-label={text.region(title.title)}
    >
      <PlayerSurface video={playback.video} controlsShown={shown} wake={wake} sleep={sleep} cue={cue} />
      {drawn ? (
        <>
          <CueLayer playback={playback} raised={shown} previewX={previewX} />
          <PlayerStatus artwork={title.artwork} />
          {title.restriction && !failure ? (
            <ClassNotice restriction={title.restriction} warning={title.warning} />
          ) : null}
          <div className={styles.chrome} data-shown={shown || undefined}>
            <Heading
              title={title.title}
              subtitle={title.subtitle}
              programId={room ? undefined : programId}
              onLeave={onLeave}
            />
            {failure ? null : <CenterControls />}
            <Controls
              duration={title.duration}
              onNext={onNext}
              onPrevious={onPrevious}
              remote={remote}
              episodes={episodes ? <EpisodesButton /> : null}
              seekBar={
                <SeekBar points={title.points} duration={title.duration} tiles={tiles} onPreview={setPreviewX} />
              }
            />
          </div>
          {room?.locked === undefined ? (
            <PlayerOffers
              programId={kind === 'movie' && file === undefined && !room ? programId : undefined}
              points={title.points}
              controlsShown={shown}
              next={episodes?.next}
              onNext={onNext}
              fromStart={fromStart}
              rating={rating}
              onLeave={onLeave}
            />
          ) : null}
        </>
      ) : null}
      {step === 'login' || step === 'parentalCode' || step === 'buy' ? (
        <GatePanel
          gate={step}
          programId={playback.request.programId}
          offer={offer}
          preview={preview}
          onLeave={onLeave}
        />
      ) : failure && step !== 'warning' ? (
        <FailurePanel failure={failure} onLeave={onLeave} />
      ) : null}
      {room && !failure ? room.overlay : null}
      {layer === 'episodes' && episodes ? <EpisodesPanel episodes={episodes} /> : null}
      {layer === 'help' ? (
        <ShortcutsDialog hasEpisodes={episodes !== undefined} onClose={() => openLayer(null)} />
      ) : null}
    </section>
  )
}

interface HeadingProps extends Pick<PlayableTitle, 'title' | 'subtitle'> {
  programId: string | undefined
  onLeave: () => void
}

function Heading({ title, subtitle, programId, onLeave }: HeadingProps) {
  const { text } = usePlayer()
  const { pattern } = useSession()
  const shareTitle = (id: string) => void share({ title, url: sharedPageOf(id, readLanguage()) }, text.shared)
  return (
    <header className={styles.top} data-controls="">
      <IconButton label={text.back} icon={<ChevronLeftIcon size={28} />} onClick={onLeave} />
      <div data-heading="">
        <h1 className={styles.title}>{title}</h1>
        {subtitle ? <p className={styles.subtitle}>{subtitle}</p> : null}
      </div>
      {programId === undefined || pattern === 'children' ? null : (
        <IconButton label={text.share} icon={<ShareIcon size={22} />} onClick={() => shareTitle(programId)} />
      )}
    </header>
  )
}

/** A passing failure is shown once the buffer is empty. */
function useShownFailure(): Failure | null {
  const { state, media } = usePlayer()
  const failure = useStore(state, (now) => now.failure)
  const isStalled = useStore(media, (now) => now.waiting || !now.started)
  return isPassing(failure) && !isStalled ? null : failure
}

function useEpisode(episodes: EpisodeChoice | undefined, side: 'next' | 'previous'): (() => void) | undefined {
  const episode = episodes?.[side]
  const choose = episodes?.choose
  return useMemo(() => (episode && choose ? () => choose(episode) : undefined), [episode, choose])
}

/** With the first frame of a preloaded title, else at once. */
function useDrawn(video: HTMLVideoElement): boolean {
  const [drawn, setDrawn] = useState(() => !hasFrame(video))
  useEffect(() => {
    if (drawn) return
    let isUnmounted = false
    void firstFrame(video).then(() => isUnmounted || setDrawn(true))
    return () => {
      isUnmounted = true
    }
  }, [drawn, video])
  return drawn
}

const FROM_START_MS = 5000

interface Start {
  open: boolean
  start: number
  started: boolean
  /** False where a room decides. */
  plays: boolean
}

/** @returns whether "watch from the start" is offered: five seconds after the first frame of a resumed start */
function useStart(playback: Playback, { open, start, started, plays }: Start) {
  // Read once: later changes of the address or bookmark do not seek.
  const [from, setFrom] = useState<number>()
  if (open && from === undefined) setFrom(start)
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (from !== undefined) playback.start(from, ...(plays ? [] : [{ plays }]))
  }, [playback, from, plays])
  useEffect(() => {
    if (!started) return
    const timer = setTimeout(() => setOver(true), FROM_START_MS)
    return () => clearTimeout(timer)
  }, [started])
  return { offered: plays && from !== undefined && from > 0 && !over, dismiss: () => setOver(true) }
}
