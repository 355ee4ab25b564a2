import { useEffect } from 'react'

/** After this many episodes that began by themselves, without a touch, the viewer has to say that they are still watching. */
export const UNTOUCHED_EPISODES = 3

/** Episodes that began by themselves since the last touch. Kept beside React: each episode is another player. */
let untouched = 0

/** The next episode begins by itself. */
export function countUntouched(): void {
  untouched += 1
}

/** The viewer did something. */
export function forgetUntouched(): void {
  untouched = 0
}

/** Whether the next episode has to wait for the viewer. */
export const isUnattended = (): boolean => untouched >= UNTOUCHED_EPISODES

const TOUCHES = ['keydown', 'pointerdown'] as const

/** Any key, click or touch counts as watching, as does leaving the player. */
export function useTouches(): void {
  useEffect(() => {
    for (const name of TOUCHES) window.addEventListener(name, forgetUntouched)
    return () => {
      for (const name of TOUCHES) window.removeEventListener(name, forgetUntouched)
    }
  }, [])
}
