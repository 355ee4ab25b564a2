import { useLocation } from '#web/kit/router.tsx'
import { readSession } from '#web/viewer/session/session.ts'
import { requestLogin } from '#web/viewer/session/pending-action.ts'
import { keepOpinion, type PendingOpinion } from './pending-opinion.ts'

/**
 * Guards what needs a login: true for a member; otherwise opens the login prompt and returns false. After the login the title is open again,
 * and what was wanted is done.
 */
export function useOpinionLogin(): (opinion: PendingOpinion | undefined) => boolean {
  const { pathname, search } = useLocation()
  return (opinion) => {
    if (readSession().token) return true
    if (opinion) keepOpinion(opinion)
    const at = `${pathname}${search}`
    requestLogin({ kind: 'go', to: at }, at)
    return false
  }
}
