import type { Profile } from '#contract/profiles.ts'
import { createDialogRequests } from '#web/kit/dialog-request.ts'

export type ParentalRequest =
  | { purpose: 'watch' | 'collection' | 'kids-off' }
  | { purpose: 'leave-kids'; profile?: Pick<Profile, 'profileId' | 'name'> }

export const parentalGate = createDialogRequests<ParentalRequest>()

/** Resolves to false when the dialog is closed. */
export const requestParentalCode = (request: ParentalRequest): Promise<boolean> => parentalGate.open(request)
