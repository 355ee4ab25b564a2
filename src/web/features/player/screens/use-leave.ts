import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { navigateBelowLayer, numberOfEntry } from '#web/kit/history-step.ts'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'

interface LeaveOptions {
  /** The title does not exist: from a shared link home. */
  isUnknown?: boolean
  /** Where a shared link leads. */
  instead?: string | undefined
}

/** Leaves the player's screen, which ends full screen with it: see `useWayBack`. */
export function useLeave(programId: string, options: LeaveOptions = {}): () => void {
  useEffect(
    () => () => {
      forgetUntouched()
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
      if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {})
    },
    [],
  )
  return useWayBack(programId, options)
}

/** Back to the page before, or from a shared link to the title's details (home when it is unknown), or to `instead`. */
export function useWayBack(programId: string, { isUnknown = false, instead }: LeaveOptions = {}): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    navigateBelowLayer(() => {
      if (hasPageBefore()) return void navigate(-1)
      const details = paths.detail(programId, { pathname: PATHS.home, search: '' })
      const to = instead ?? (isUnknown || !programId ? paths.home() : details)
      void navigate(routerPath(to), { replace: true })
    })
  }, [navigate, programId, isUnknown, instead])
}

/** The router numbers its entries: every one but the first has a page of the site before it. */
const hasPageBefore = (): boolean => (numberOfEntry() ?? 0) > 0

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
