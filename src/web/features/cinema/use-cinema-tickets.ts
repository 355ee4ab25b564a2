import { userInfo } from '#contract/accounts.ts'
import { useCall } from '#web/kit/use-call.ts'
import { usePaysWithVouchers } from '#web/viewer/account/use-pays-with-vouchers.ts'
import { useSession } from '#web/viewer/session/session.ts'

/** What a reader can have a seat with. `others`: a member without a telecom partner. */
export type TicketHolder =
  | { readonly kind: 'visitor' | 'others' }
  | { readonly kind: 'holder'; readonly count: number; readonly expiresAt: string | undefined }

/** The cinema tickets of a telecom partner's member, with when the first of them expire. */
export function useCinemaTickets(): TicketHolder {
  const isMember = useSession().token !== undefined
  const isHolder = usePaysWithVouchers()
  const { data } = useCall(userInfo, {}, { enabled: isHolder })
  if (!isMember) return { kind: 'visitor' }
  if (!isHolder) return { kind: 'others' }
  const own = data?.ticketList.filter(({ kind }) => kind === 'cinema') ?? []
  return { kind: 'holder', count: own.reduce((sum, { count }) => sum + count, 0), expiresAt: own[0]?.expiresAt }
}
