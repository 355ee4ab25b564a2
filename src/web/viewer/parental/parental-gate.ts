import type { Profile } from '#contract/profiles.ts'
import { createDialogRequests } from '#web/kit/dialog-request.ts'

/** What the parental code is requested for. Leaving kids mode switches to `profile`, or to one chosen in the dialog. */
export type ParentalRequest =
  | { purpose: 'watch' | 'collection' | 'kids-off' }
  | { purpose: 'leave-kids'; profile?: Pick<Profile, 'profileId' | 'name'> }

/** The parental code dialog, as its host and its callers see it. */
export const parentalGate = createDialogRequests<ParentalRequest>()

/**
 * Requests the parental code in a dialog over the page. Resolves to true after the right code (the session is then unlocked,
 * or kids mode left), to false when the dialog is closed.
 */
export const requestParentalCode = (request: ParentalRequest): Promise<boolean> => parentalGate.open(request)
