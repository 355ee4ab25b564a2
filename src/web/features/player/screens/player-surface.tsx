import { type MouseEvent, type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'
import { SKIP_S } from '../controls/keys.rules.ts'
import { HELD_SPEED } from '../controls/player-actions.ts'
import { usePlayer } from '../controls/player-context.ts'
import styles from './player.module.css'

const DOUBLE_TAP_MS = 280
const RIPPLE_MS = 600
const HOLD_MS = 500
/** Movement (CSS px) that cancels a tap and a long press. */
const STILL_PX = 24

interface PlayerSurfaceProps {
  video: HTMLVideoElement
  controlsShown: boolean
  wake: () => void
  sleep: () => void
  cue: SkipCue
}

/**
 * Mouse: a click toggles playback, a double click full screen. Touch: a tap toggles the controls, a double tap at a side
 * seeks ten seconds and each further tap ten more, a long press doubles the speed.
 */
export function PlayerSurface({ video, controlsShown, wake, sleep, cue }: PlayerSurfaceProps) {
  const { actions, layer, openLayer, text } = usePlayer()
  const box = useRef<HTMLDivElement>(null)
  const taps = useRef<{ timer: ReturnType<typeof setTimeout>; side: Side; count: number } | null>(null)
  const touched = useRef(false)
  const finger = useFinger()

  useEffect(() => {
    box.current?.append(video)
    return () => {
      clearTimeout(taps.current?.timer)
    }
  }, [video])

  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    touched.current = event.pointerType === 'touch'
    if (!touched.current || !finger.lift(event)) return
    const side = event.clientX < event.currentTarget.clientWidth / 2 ? 'back' : 'forward'
    clearTimeout(taps.current?.timer)
    const count = taps.current?.side === side ? taps.current.count + 1 : 1
    const isSingle = count === 1
    if (!isSingle) {
      const seconds = side === 'back' ? -SKIP_S : SKIP_S
      actions.skip(seconds)
      cue.show(seconds)
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
      onPointerDown={finger.touch}
      onPointerMove={finger.move}
      onPointerUp={onPointerUp}
      onPointerCancel={finger.lift}
      onContextMenu={(event) => finger.isDown() && event.preventDefault()}
      onClick={onClick}
      onDoubleClick={() => touched.current || actions.toggleFullscreen()}
    >
      {finger.isHeld ? <output className={styles.held}>{text.heldSpeed(HELD_SPEED)}</output> : null}
      {cue.seconds === 0 ? null : (
        <span
          key={cue.seconds}
          className={styles.ripple}
          data-side={cue.seconds < 0 ? 'back' : 'forward'}
          aria-hidden="true"
        >
          {cue.seconds < 0 ? `−${-cue.seconds}` : `+${cue.seconds}`}
        </span>
      )}
    </div>
  )
}

interface SkipCue {
  readonly seconds: number
  show(seconds: number): void
}

/** Adds up consecutive skips in one direction. Guests of a private screening skip nothing. */
export function useSkipCue(): SkipCue {
  const { media, room } = usePlayer()
  const [seconds, setSeconds] = useState(0)
  const isLocked = room?.locked !== undefined
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(0), RIPPLE_MS)
    return () => clearTimeout(timer)
  }, [seconds])
  const show = useCallback(
    (skipped: number) => {
      // Nothing is skipped forward at the end.
      if (isLocked || (skipped > 0 && media.get().ended)) return
      setSeconds((before) => (before * skipped > 0 ? before + skipped : skipped))
    },
    [isLocked, media],
  )
  return { seconds, show }
}

/** CSS pixels. */
type Finger = { id: number; x: number; y: number; gesture: 'tap' | 'held' | 'neither' }

/** One finger; a second one cancels the tap. `lift` returns whether it was a tap. */
function useFinger() {
  const { media, actions, room } = usePlayer()
  /** For rendering. The gesture is in the ref: the finger may be lifted before the next render. */
  const [isHeld, setHeld] = useState(false)
  const down = useRef<Finger | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const ignoreTap = () => {
    clearTimeout(timer.current)
    if (down.current?.gesture === 'tap') down.current.gesture = 'neither'
  }
  const hold = () => {
    // A room has one speed.
    if (media.get().paused || room || !down.current) return
    down.current.gesture = 'held'
    setHeld(true)
    actions.holdSpeed(true)
  }
  const release = () => {
    clearTimeout(timer.current)
    if (down.current?.gesture === 'held') {
      setHeld(false)
      actions.holdSpeed(false)
    }
    down.current = null
  }
  const touch = ({ pointerType, pointerId, isPrimary, clientX, clientY }: PointerEvent) => {
    if (pointerType !== 'touch') return
    if (down.current && !isPrimary) return ignoreTap()
    // The previous one may have been lifted without an event.
    release()
    down.current = { id: pointerId, x: clientX, y: clientY, gesture: 'tap' }
    timer.current = setTimeout(hold, HOLD_MS)
  }
  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const from = down.current
    if (from?.id === pointerId && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) ignoreTap()
  }
  const lift = ({ pointerId }: PointerEvent): boolean => {
    if (down.current?.id !== pointerId) return false
    const isTap = down.current.gesture === 'tap'
    release()
    return isTap
  }
  return { isHeld, isDown: () => down.current !== null, touch, move, lift }
}

type Side = 'back' | 'forward'
