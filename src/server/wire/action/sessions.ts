import type { Device } from '#contract/devices.ts'
import { AppError } from '#contract/errors.ts'
import * as rows from '#contract/sessions.ts'
import type { Language } from '#contract/languages.ts'
import type { Accounts, SignedInDevice } from '#server/domains/accounts/index.ts'
import { accounts as enUS } from '#text/en_US/accounts.ts'
import { accounts as zhHK } from '#text/zh_HK/accounts.ts'
import type { Handle } from '../handle.ts'
import { wireInstant } from '../instants.ts'
import { memberOf } from './members.ts'

const TEXT = { zh_HK: zhHK, en_US: enUS } as const satisfies Record<Language, unknown>

/** Signing in and out, and the devices. */
export const sessions = (on: Handle, { accounts }: { readonly accounts: Accounts }) => {
  const { sessions } = accounts

  on(rows.login, async ({ language }, credentials, { address, context }) => {
    const outcome = await accounts.logIn(credentials, { address, device: context })
    if ('devices' in outcome) throw new AppError('DEVICE_LIMIT', { devices: deviceWords(outcome.devices, language) })
    return { ...outcome, expiresAt: wireInstant(outcome.expiresAt) }
  })

  on(rows.logout, async (viewer) => {
    await sessions.logOut(memberOf(viewer))
    return {}
  })

  on(rows.deviceList, async (viewer) => ({
    list: deviceWords(await sessions.devices(memberOf(viewer)), viewer.language),
  }))

  on(rows.endDevice, async (viewer, { deviceId }) => {
    await (deviceId === undefined ? sessions.endOthers(memberOf(viewer)) : sessions.end(memberOf(viewer), deviceId))
    return {}
  })
}

const deviceWords = (devices: readonly SignedInDevice[], language: Language): Device[] =>
  devices.map(({ deviceId, name, lastSeenAt, current }) => ({
    deviceId,
    name: name ?? TEXT[language].unknownDevice,
    lastSeenAt: wireInstant(lastSeenAt),
    current,
  }))
