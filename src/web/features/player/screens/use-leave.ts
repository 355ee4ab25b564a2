import { useCallback, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { navigateBelowLayer } from '../controls/use-layer.ts'
import { forgetUntouched } from './still-watching.ts'
import { PATHS, paths, routerPath } from '#web/viewer/navigation/paths.ts'

/** Leaves the player: back to the page before, or from a shared link to the title's details (home when it is unknown), or to `instead`. */
export function useLeave(programId: string, unknown = false, instead?: string): () => void {
  const navigate = useNavigate()
  useEffect(
    () => () => {
      forgetUntouched()
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
      if (document.pictureInPictureElement) void document.exitPictureInPicture().catch(() => {})
    },
    [],
  )
  return useCallback(() => {
    navigateBelowLayer(() => {
      if (hasPageBefore()) return void navigate(-1)
      const details = paths.detail(programId, { pathname: PATHS.home, search: '' })
      const to = instead ?? (unknown || !programId ? paths.home() : details)
      void navigate(routerPath(to), { replace: true })
    })
  }, [navigate, programId, unknown, instead])
}

/** The router numbers its entries: every one but the first has a page of the site before it. */
function hasPageBefore(): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}
