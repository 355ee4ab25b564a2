import { userProfile } from '#contract/accounts.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useSession } from '#web/viewer/session/session.ts'
import { balancesOf } from './balances.ts'

/** Not requested in kids mode, which buys nothing. */
export function usePaysWithVouchers(): boolean {
  const isMember = useSession().token !== undefined
  const isKids = useCallContext().pattern === 'children'
  const { data } = useCall(userProfile, {}, { enabled: isMember && !isKids })
  return isMember && data !== undefined && balancesOf(data.profile).kind === 'tickets'
}
