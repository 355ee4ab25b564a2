import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { Access } from '#contract/programs.ts'
import { requestParentalCode } from './parental-gate.ts'
import { routerPath } from '#web/viewer/navigation/paths.ts'
import { useRequireLogin } from '#web/viewer/session/pending-action.ts'

/**
 * The gates before a film, in their order: login, then the parental code. `pass` answers whether one has come through; a visitor's wish waits for the login.
 * What a gate did not know is asked by the order, and then by the player.
 */
export function usePlayGates(): {
  pass: (access: Access, to: string) => Promise<boolean>
  /** Goes to `to` once through. */
  go: (access: Access, to: string) => Promise<void>
} {
  const requireLogin = useRequireLogin()
  const navigate = useNavigate()
  const pass = useCallback(
    async (access: Access, to: string) => {
      if (access === 'login') return requireLogin({ kind: 'play', to })
      return access !== 'parental' || requestParentalCode({ purpose: 'watch' })
    },
    [requireLogin],
  )
  const go = useCallback(
    async (access: Access, to: string) => {
      if (await pass(access, to)) void navigate(routerPath(to))
    },
    [pass, navigate],
  )
  return { pass, go }
}

/** Whether something stands between the press and the film. */
export const isGated = (access: Access): boolean => access === 'login' || access === 'parental'
