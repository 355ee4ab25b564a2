import { IconButton } from '#web/ui/icon-button.tsx'
import { MutedIcon, VolumeIcon } from '#web/ui/icons.tsx'
import { VOLUME_STEP } from './keys.rules.ts'
import { usePlayer } from './player-context.ts'
import { useStore } from '#web/kit/use-store.ts'
import styles from './controls.module.css'

/** Mute and volume. Touch devices have hardware buttons: only mute is shown there. */
export function VolumeControl() {
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
