import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { SKIP_S } from '../controls/keys.rules.ts'
import { usePlayer } from '../controls/player-context.ts'
import styles from './player.module.css'

/** The longest time between the taps of a double tap. */
const DOUBLE_TAP_MS = 280
const RIPPLE_MS = 600

interface PlayerSurfaceProps {
  video: HTMLVideoElement
  controlsShown: boolean
  wake: () => void
  sleep: () => void
}

/**
 * The video and its gestures. Mouse: a click toggles playback, a double click full screen. Touch: a tap shows or hides the
 * controls, a double tap on a side seeks ten seconds.
 */
export function PlayerSurface({ video, controlsShown, wake, sleep }: PlayerSurfaceProps) {
  const { actions, layer, openLayer } = usePlayer()
  const box = useRef<HTMLDivElement>(null)
  const tap = useRef<{ timer: ReturnType<typeof setTimeout>; side: Side } | null>(null)
  const touched = useRef(false)
  const [ripple, setRipple] = useState<Side | null>(null)

  useEffect(() => {
    box.current?.append(video)
    return () => {
      if (tap.current) clearTimeout(tap.current.timer)
    }
  }, [video])
  useEffect(() => {
    if (!ripple) return
    const timer = setTimeout(() => setRipple(null), RIPPLE_MS)
    return () => clearTimeout(timer)
  }, [ripple])

  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    touched.current = event.pointerType === 'touch'
    if (!touched.current) return
    const side = event.clientX < event.currentTarget.clientWidth / 2 ? 'back' : 'forward'
    if (tap.current?.side === side) {
      clearTimeout(tap.current.timer)
      tap.current = null
      actions.skip(side === 'back' ? -SKIP_S : SKIP_S)
      setRipple(side)
      return
    }
    const timer = setTimeout(() => {
      tap.current = null
      if (layer) openLayer(null)
      else if (controlsShown) sleep()
      else wake()
    }, DOUBLE_TAP_MS)
    tap.current = { timer, side }
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
      onPointerUp={onPointerUp}
      onClick={onClick}
      onDoubleClick={() => touched.current || actions.toggleFullscreen()}
    >
      {ripple ? (
        <span className={styles.ripple} data-side={ripple} aria-hidden="true">
          {ripple === 'back' ? `−${SKIP_S}` : `+${SKIP_S}`}
        </span>
      ) : null}
    </div>
  )
}

type Side = 'back' | 'forward'
