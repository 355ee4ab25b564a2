import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { SKIP_S } from '../controls/keys.rules.ts'
import { HELD_SPEED } from '../controls/player-actions.ts'
import { usePlayer } from '../controls/player-context.ts'
import styles from './player.module.css'

/** The longest time between the taps of a double tap. */
const DOUBLE_TAP_MS = 280
/** How long the skipped seconds are shown; a tap within it skips again. */
const RIPPLE_MS = 600
/** A finger held this long plays at twice the speed. */
const HOLD_MS = 500

interface PlayerSurfaceProps {
  video: HTMLVideoElement
  controlsShown: boolean
  wake: () => void
  sleep: () => void
}

/**
 * The video and its gestures. Mouse: a click toggles playback, a double click full screen. Touch: a tap shows or hides the
 * controls, a double tap on a side seeks ten seconds and each further tap ten more, a held finger plays at twice the speed.
 */
export function PlayerSurface({ video, controlsShown, wake, sleep }: PlayerSurfaceProps) {
  const { actions, layer, openLayer, text } = usePlayer()
  const box = useRef<HTMLDivElement>(null)
  const taps = useRef<{ timer: ReturnType<typeof setTimeout>; side: Side; count: number } | null>(null)
  const touched = useRef(false)
  const [ripple, setRipple] = useState<{ side: Side; seconds: number } | null>(null)
  const hold = useHold()

  useEffect(() => {
    box.current?.append(video)
    return () => {
      clearTimeout(taps.current?.timer)
    }
  }, [video])
  useEffect(() => {
    if (!ripple) return
    const timer = setTimeout(() => setRipple(null), RIPPLE_MS)
    return () => clearTimeout(timer)
  }, [ripple])

  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    touched.current = event.pointerType === 'touch'
    if (!touched.current || hold.release()) return
    const side = event.clientX < event.currentTarget.clientWidth / 2 ? 'back' : 'forward'
    clearTimeout(taps.current?.timer)
    const count = taps.current?.side === side ? taps.current.count + 1 : 1
    const isSingle = count === 1
    if (!isSingle) {
      actions.skip(side === 'back' ? -SKIP_S : SKIP_S)
      setRipple({ side, seconds: (count - 1) * SKIP_S })
    }
    const onEnd = () => {
      taps.current = null
      if (isSingle) onSingleTap()
    }
    taps.current = { timer: setTimeout(onEnd, isSingle ? DOUBLE_TAP_MS : RIPPLE_MS), side, count }
  }
  const onSingleTap = () => {
    if (layer) openLayer(null)
    else if (controlsShown) sleep()
    else wake()
  }
  const onClick = (event: MouseEvent) => {
    if (touched.current || event.detail > 2) return
    if (layer) openLayer(null)
    else actions.toggle()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys are handled by use-keyboard.ts, and every gesture has a button in the control bar
    <div
      ref={box}
      className={styles.surface}
      onPointerDown={(event) => event.pointerType === 'touch' && hold.press()}
      onPointerUp={onPointerUp}
      onPointerCancel={hold.release}
      onContextMenu={(event) => hold.isHeld && event.preventDefault()}
      onClick={onClick}
      onDoubleClick={() => touched.current || actions.toggleFullscreen()}
    >
      {hold.isHeld ? <output className={styles.held}>{text.heldSpeed(HELD_SPEED)}</output> : null}
      {ripple ? (
        <span
          key={`${ripple.side}${ripple.seconds}`}
          className={styles.ripple}
          data-side={ripple.side}
          aria-hidden="true"
        >
          {ripple.side === 'back' ? `−${ripple.seconds}` : `+${ripple.seconds}`}
        </span>
      ) : null}
    </div>
  )
}

/** A finger that is held plays at twice the speed; `release` says whether one was. */
function useHold() {
  const { media, actions } = usePlayer()
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    if (!isHeld) return false
    setHeld(false)
    actions.holdSpeed(false)
    return true
  }
  const press = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (media.get().paused) return
      setHeld(true)
      actions.holdSpeed(true)
    }, HOLD_MS)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return { isHeld, press, release }
}

type Side = 'back' | 'forward'
