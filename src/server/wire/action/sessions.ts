import type { Device } from '#contract/error-codes.ts'
import { AppError } from '#contract/errors.ts'
import type { Language } from '#contract/languages.ts'
import * as endpoints from '#contract/sessions.ts'
import type { SignedInDevice } from '#server/domains/accounts/index.ts'
import { accounts as enUS } from '#text/en_US/accounts.ts'
import { accounts as zhHK } from '#text/zh_HK/accounts.ts'
import { bind } from '../bind.ts'
import { wireInstant } from '../instants.ts'

const TEXT = { zh_HK: zhHK, en_US: enUS } as const satisfies Record<Language, unknown>

export const sessions = bind(endpoints, ({ accounts: { sessions } }) => ({
  login: async ({ language }, credentials, { address, context }) => {
    const outcome = await sessions.logIn(credentials, { address, device: context })
    if ('devices' in outcome)
      throw new AppError('DEVICE_LIMIT', { devices: outcome.devices.map((device) => toDevice(device, language)) })
    return { ...outcome, expiresAt: wireInstant(outcome.expiresAt) }
  },

  logout: async (viewer) => {
    await sessions.logOut(viewer)
    return {}
  },

  deviceList: async (viewer) => ({
    list: (await sessions.devices(viewer)).map((device) => toDevice(device, viewer.language)),
  }),

  endDevice: async (viewer, { deviceId }) => {
    await (deviceId === undefined ? sessions.endOthers(viewer) : sessions.end(viewer, deviceId))
    return {}
  },
}))

const toDevice = ({ deviceId, name, lastSeenAt, loggedInAt, current }: SignedInDevice, language: Language): Device => ({
  deviceId,
  name: name ?? TEXT[language].unknownDevice,
  lastSeenAt: wireInstant(lastSeenAt),
  loggedInAt: wireInstant(loggedInAt),
  current,
})
