import * as endpoints from '#contract/parental.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'

export const parental = bind(endpoints, ({ profiles: { parental } }) => ({
  checkPasscode: async (viewer, { parentalCode }) => ({
    unlockedUntil: wireInstant(await parental.unlock(viewer, parentalCode)),
  }),

  setupPasscode: async (viewer, input) => ({ status: await parental.setUp(viewer, input) }),

  sendParentalResetCode: (viewer, _input, { address }) => parental.sendResetCode(viewer, address),

  resetPasscode: async (viewer, input, { address }) => {
    await parental.reset(viewer, input, address)
    return {}
  },

  checkCustomerPassword: async (viewer, { password }) => ({
    passwordToken: await parental.createResetToken(viewer, password),
  }),

  lockParental: async (viewer) => {
    await parental.lock(viewer)
    return {}
  },
}))
