import type { AdminOutputOf, Role } from '#contract/admin/endpoint.ts'
import { me } from '#contract/admin/session.ts'
import { createDialogRequests } from '#web/kit/dialog-request.ts'
import { createStore } from '#web/kit/store.ts'
import { useStore } from '#web/kit/use-store.ts'
import type { AdminClient } from './admin-client.ts'

export type Me = Omit<AdminOutputOf<typeof me>, 'result'>

/** The cookie of the session cannot be read: the server says who is signed in. */
export const session = createStore<{ me: Me | undefined; isUnanswered: boolean }>({
  me: undefined,
  isUnanswered: false,
})

export const useMe = (): Me | undefined => useStore(session, (value) => value.me)

export const hasRole = ({ roles }: Pick<Me, 'roles'>, admitted: readonly Role[] | 'all'): boolean =>
  admitted === 'all' || roles.some((role) => admitted.includes(role))

/** Sign-in over the page, of the operator whose session has ended. */
export const signInRequests = createDialogRequests<Me>()
/** A code of the authenticator app for the calls that ask for one. */
export const stepUpRequests = createDialogRequests<'code'>()

/** Calls that are refused together share one dialog. */
function shared(open: () => Promise<boolean>): () => Promise<boolean> {
  let opened: Promise<boolean> | undefined
  return () => (opened ??= open().finally(() => (opened = undefined)))
}

/** False without a session that could be renewed: the sign-in screen shows. */
export const signInAgain = shared(async () => {
  const { me: operator } = session.get()
  return operator !== undefined && signInRequests.open(operator)
})

export const confirmByCode = shared(() => stepUpRequests.open('code'))

/** Reads who is signed in. A page that is open stays when the session has ended: the sign-in covers it. */
export async function readSession(client: AdminClient, { isPoll = false } = {}): Promise<void> {
  const answer = await client.call(me, {}, { isPoll, isQuiet: true })
  if (answer.result === 'SUCCESS') session.set({ me: answer, isUnanswered: false })
  else if (answer.errorCode !== 'LOGIN_REQUIRED') session.set({ isUnanswered: session.get().me === undefined })
  else if (isPoll) await signInAgain()
  else session.reset()
}
