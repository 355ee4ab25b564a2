import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { navigateBelowLayer, numberOfEntry } from '#web/kit/history-step.ts'
import { forgetUntouched } from './still-watching.ts'
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
