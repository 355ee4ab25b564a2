import { type ReactNode, useSyncExternalStore } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PauseIcon, PlayIcon, MutedIcon, VolumeIcon } from '#web/ui/icons.tsx'
import styles from './controls.module.css'
import { SKIP_S, VOLUME_STEP } from './keys.rules.ts'
import { clockText, lengthText } from './markers.rules.ts'
import { usePlayer } from './player-context.ts'
import {
  Back10Icon,
  CastIcon,
  ExitFullscreenIcon,
  Forward10Icon,
  FullscreenIcon,
  NextIcon,
  PipIcon,
  PreviousIcon,
  ReplayIcon,
} from '#web/ui/feature-icons.tsx'
import type { RemotePlaybackControl } from './device-interfaces.ts'
import { LanguageMenu, QualityMenu, SpeedMenu } from './setting-menus.tsx'
import { useStore } from '#web/kit/use-store.ts'
import { useSession } from '#web/viewer/session/session.ts'

interface ControlsProps {
  duration: number
  seekBar: ReactNode
  onNext: (() => void) | undefined
  onPrevious: (() => void) | undefined
  remote: RemotePlaybackControl | undefined
  episodes: ReactNode
}

export function Controls({ duration: expected, seekBar, onNext, onPrevious, remote, episodes }: ControlsProps) {
  const { media, actions, text, room } = usePlayer()
  const time = useStore(media, (state) => Math.floor(state.time))
  const duration = useStore(media, (state) => state.duration) || expected
  const ended = useStore(media, (state) => state.ended)
  const isFullscreen = useFullscreen()
  const isKids = useSession().pattern === 'children'
  return (
    <div className={styles.bottom} data-controls="">
      {seekBar}
      <div className={styles.row}>
        <PlayButton className={styles.play} size={22} />
        <span className={classNames(styles.group, styles.wide)}>
          <SkipButtons />
        </span>
        {onPrevious ? (
          <IconButton
            className={styles.wide}
            label={text.previous}
            icon={<PreviousIcon size={22} />}
            onClick={onPrevious}
          />
        ) : null}
        {onNext ? <IconButton label={text.next} icon={<NextIcon size={22} />} onClick={onNext} /> : null}
        <VolumeControl />
        <p className={styles.clock}>
          <span>{ended ? lengthText(duration) : clockText(time, duration)}</span>
          <span className={styles.whole}>/ {lengthText(duration)}</span>
        </p>
        <span className={styles.space} />
        {episodes}
        <LanguageMenu />
        {isKids ? null : <QualityMenu />}
        {room || isKids ? null : <SpeedMenu />}
        {remote && !room ? (
          <IconButton
            label={remote.kind === 'airplay' ? text.airplay : text.cast}
            icon={<CastIcon size={24} />}
            onClick={remote.prompt}
          />
        ) : null}
        {document.pictureInPictureEnabled ? (
          <IconButton
            className={styles.wide}
            label={text.pip}
            icon={<PipIcon size={24} />}
            onClick={actions.togglePip}
          />
        ) : null}
        <IconButton
          label={isFullscreen ? text.exitFullscreen : text.fullscreen}
          icon={isFullscreen ? <ExitFullscreenIcon size={24} /> : <FullscreenIcon size={24} />}
          onClick={actions.toggleFullscreen}
        />
      </div>
    </div>
  )
}

export function CenterControls() {
  const { media, room } = usePlayer()
  const ended = useStore(media, (state) => state.ended)
  if (ended || room?.locked !== undefined) return null
  return (
    <div className={styles.center} data-controls="" data-center="">
      <SkipButtons middle={<PlayButton className={styles.bigPlay} size={30} />} />
    </div>
  )
}

function PlayButton({ className, size }: { className: string | undefined; size: number }) {
  const { media, actions, text, room } = usePlayer()
  const paused = useStore(media, (state) => state.paused)
  const ended = useStore(media, (state) => state.ended)
  const label = room?.locked ?? (ended ? text.replay : paused ? text.play : text.pause)
  const Icon = ended ? ReplayIcon : paused ? PlayIcon : PauseIcon
  return (
    <button
      type="button"
      className={className}
      data-play=""
      aria-label={label}
      title={label}
      disabled={room?.locked !== undefined}
      onClick={actions.toggle}
    >
      <Icon size={size} />
    </button>
  )
}

function SkipButtons({ middle = null }: { middle?: ReactNode }) {
  const { actions, text, room } = usePlayer()
  if (room?.locked !== undefined) return null
  return (
    <>
      <IconButton label={text.skipBack(SKIP_S)} icon={<Back10Icon size={26} />} onClick={() => actions.skip(-SKIP_S)} />
      {middle}
      <IconButton
        label={text.skipForward(SKIP_S)}
        icon={<Forward10Icon size={26} />}
        onClick={() => actions.skip(SKIP_S)}
      />
    </>
  )
}

/** Mute and volume. Touch devices have hardware buttons: only mute is shown there. */
function VolumeControl() {
  const { settings, actions, text } = usePlayer()
  const muted = useStore(settings, (now) => now.muted)
  const volume = useStore(settings, (now) => now.volume)
  const shown = muted ? 0 : volume
  return (
    <div className={styles.volume}>
      <IconButton
        label={muted ? text.unmute : text.mute}
        icon={shown === 0 ? <MutedIcon size={24} /> : <VolumeIcon size={24} />}
        onClick={actions.toggleMute}
      />
      <input
        className={styles.slider}
        type="range"
        min={0}
        max={1}
        step={VOLUME_STEP}
        value={shown}
        aria-label={text.volume}
        aria-valuetext={text.volumeValue(Math.round(shown * 100))}
        style={{ '--value': `${shown * 100}%` } as React.CSSProperties}
        onChange={(event) => actions.setVolume(Number(event.currentTarget.value))}
      />
    </div>
  )
}

function useFullscreen(): boolean {
  return useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
