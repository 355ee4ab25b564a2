import { userProfile } from '#contract/accounts.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useSession } from '#web/viewer/session/session.ts'

/** Not known in kids mode, which reads no account. */
export function useHasPlan(): boolean {
  const isMember = useSession().token !== undefined
  const isKids = useCallContext().pattern === 'children'
  const { data } = useCall(userProfile, {}, { enabled: isMember && !isKids })
  return isMember && data?.profile.contractStatus === 'enabled'
}
