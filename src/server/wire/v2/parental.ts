import * as rows from '#contract/parental.ts'
import { memberOf } from '../action/members.ts'
import type { Domains } from '../domains.ts'
import type { Handle } from '../handle.ts'
import { wireInstant } from '../instants.ts'

/** The parental code. */
export const parental = (on: Handle, { profiles: { parental } }: Pick<Domains, 'profiles'>) => {
  on(rows.checkPasscode, async (viewer, { parentalCode }) => ({
    unlockedUntil: wireInstant(await parental.unlock(memberOf(viewer), parentalCode)),
  }))

  on(rows.setupPasscode, async (viewer, input) => ({ status: await parental.setUp(memberOf(viewer), input) }))

  on(rows.sendParentalResetCode, (viewer, _input, { address }) => parental.sendResetCode(memberOf(viewer), address))

  on(rows.resetPasscode, async (viewer, input) => {
    await parental.reset(memberOf(viewer), input)
    return {}
  })

  on(rows.checkCustomerPassword, async (viewer, { password }) => ({
    passwordToken: await parental.earnReset(memberOf(viewer), password),
  }))

  on(rows.lockParental, async (viewer) => {
    await parental.lock(memberOf(viewer))
    return {}
  })
}
