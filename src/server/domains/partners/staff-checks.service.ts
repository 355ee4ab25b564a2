import { AppError } from '#contract/errors.ts'
import { newId } from '#server/kit/ids.ts'
import { deriveKey } from '#server/kit/keys.ts'
import { newToken, tokenHash } from '../accounts/index.ts'
import type { SubscribablePlan } from '../plans/index.ts'
import type { Viewer } from '../viewer.ts'
import type { PartnersDeps } from './partners-deps.ts'
import { type StaffEntry, staffHash } from './staff-list.rules.ts'
import { deleteOlderChecks, insertCheck, isFreeNumber } from './staff.repo.ts'

const TOKEN_MINUTES = 30
/** Of one number; older ones are forgotten. */
const UNUSED_CHECKS = 5

/** Looks staff numbers up. */
export function createStaffChecks({ db, clock, masterKey, accounts, plans }: PartnersDeps) {
  const key = deriveKey(masterKey, 'partners')
  return { check }

  /**
   * Looks a staff number up. An unknown company, an unknown number, and one whose plan runs already cannot be told apart.
   * @returns a token for one plan of one account, and the plans
   * @throws NOT_FOUND, TOO_MANY_TRIES
   */
  async function check(
    viewer: Viewer,
    { address, ...entry }: StaffEntry & { readonly address: string },
  ): Promise<{ staffToken: string; plans: SubscribablePlan[] }> {
    const numberHash = staffHash(key, entry)
    const at = clock.now()
    const accountId = viewer.kind === 'member' ? viewer.accountId : undefined
    const visitor = { accountId, deviceSerial: viewer.deviceSerial, address }
    const found = await accounts.credentialChecks.findCode(visitor, async (tx) =>
      (await isFreeNumber(tx, { numberHash, at })) ? true : undefined,
    )
    if (!found) throw new AppError('NOT_FOUND')
    const staffToken = newToken()
    const expiresAt = at.add({ minutes: TOKEN_MINUTES })
    await deleteOlderChecks(db, { numberHash, kept: UNUSED_CHECKS - 1 })
    await insertCheck(db, { checkId: newId(), tokenHash: tokenHash(staffToken), numberHash, expiresAt })
    return { staffToken, plans: await plans.subscribable(viewer, { offer: 'staff', canRenew: false }) }
  }
}
