import { DEVICES_MAX } from '#contract/devices.ts'
import { SESSION_DAYS } from '#contract/sessions.ts'
import type { DeviceInfo } from './accounts-model.ts'

/** Minimum interval between updates of the last use. */
export const TOUCH_SECONDS = 60
const NAME_MAX = 80

const SESSION_NS = BigInt(SESSION_DAYS * 24 * 60 * 60) * 1_000_000_000n

/** A session last used at this instant or earlier has expired. */
export const expiredBefore = (now: Temporal.Instant): Temporal.Instant => now.subtract({ hours: SESSION_DAYS * 24 })

export const expiryOf = (lastUsedAt: Temporal.Instant): Temporal.Instant => lastUsedAt.add({ hours: SESSION_DAYS * 24 })

/** The display name of a device, from the values it declares; null without any. */
export function deviceName({ deviceModel, osVersion }: DeviceInfo): string | null {
  const parts = [deviceModel, osVersion]
    .map((part) => part?.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim())
    .filter(Boolean)
  return parts.length === 0 ? null : parts.join(' · ').slice(0, NAME_MAX)
}

export const hasDeviceSlot = (devices: number): boolean => devices < DEVICES_MAX

/** Why a session is no longer valid; undefined while it is active. */
export function invalidReason(
  session: { endedAt: Temporal.Instant | null; lastUsedAt: Temporal.Instant },
  now: Temporal.Instant,
): 'SESSION_ENDED' | 'SESSION_EXPIRED' | undefined {
  if (session.endedAt !== null) return 'SESSION_ENDED'
  // Numbers: each request compares, and comparing instants takes twenty times as long.
  return session.lastUsedAt.epochNanoseconds <= now.epochNanoseconds - SESSION_NS ? 'SESSION_EXPIRED' : undefined
}
