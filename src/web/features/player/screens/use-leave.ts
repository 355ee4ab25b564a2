import { useCallback, useEffect } from 'react'
import { numberOfEntry, useNavigate } from '#web/kit/router.tsx'
import { navigateBelowLayer } from '#web/kit/history-step.ts'
import { detailOverBrowsed } from '#web/viewer/navigation/browsed-list.ts'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'

interface LeaveOptions {
  isUnknown?: boolean
  instead?: string | undefined
}

/** Also ends full screen. */
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

/** Without a page before: the title's details over the list that was browsed last (home when unknown), or `instead`. */
export function useWayBack(programId: string, { isUnknown = false, instead }: LeaveOptions = {}): () => void {
  const navigate = useNavigate()
  return useCallback(() => {
    navigateBelowLayer(() => {
      if (hasPageBefore()) return navigate(-1)
      const to = instead ?? (isUnknown || !programId ? paths.home() : detailOverBrowsed(programId))
      navigate(routerPath(to), { replace: true })
    })
  }, [navigate, programId, isUnknown, instead])
}

/** The router numbers its entries from 0. */
const hasPageBefore = (): boolean => (numberOfEntry() ?? 0) > 0

/** Automatic episodes before "still watching?". */
export const UNTOUCHED_EPISODES = 3

/** Outside React: each episode is another player. */
let untouched = 0

export function countUntouched(): void {
  untouched += 1
}

export function forgetUntouched(): void {
  untouched = 0
}

export const isUnattended = (): boolean => untouched >= UNTOUCHED_EPISODES

const TOUCHES = ['keydown', 'pointerdown'] as const

/** Any key, click or touch counts. */
export function useTouches(): void {
  useEffect(() => {
    for (const name of TOUCHES) window.addEventListener(name, forgetUntouched)
    return () => {
      for (const name of TOUCHES) window.removeEventListener(name, forgetUntouched)
    }
  }, [])
}
