import { DEVICES_MAX } from '#contract/devices.ts'
import { SESSION_DAYS } from '#contract/sessions.ts'
import type { DeviceInfo } from './accounts-model.ts'

/** The last use is written down at most this often. */
export const TOUCH_SECONDS = 60
/** A dead session is kept so long: its token can still say why it died, and its device is still known. */
export const DEAD_DAYS = 180
const NAME_MAX = 80

/** A session that was last used at this instant or before has expired. */
export const expiredBefore = (now: Temporal.Instant): Temporal.Instant => now.subtract({ hours: SESSION_DAYS * 24 })

export const expiryOf = (lastUsedAt: Temporal.Instant): Temporal.Instant => lastUsedAt.add({ hours: SESSION_DAYS * 24 })

/** A device as its own words name it; null when it says nothing. */
export function deviceName({ deviceModel, osVersion }: DeviceInfo): string | null {
  const words = [deviceModel, osVersion]
    .map((word) => word?.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim())
    .filter(Boolean)
  return words.length === 0 ? null : words.join(' · ').slice(0, NAME_MAX)
}

/** Whether one more device may sign in. */
export const hasRoom = (devices: number): boolean => devices < DEVICES_MAX

/** Why a session is dead; undefined while it lives. */
export function deathOf(
  session: { endedAt: Temporal.Instant | null; lastUsedAt: Temporal.Instant },
  now: Temporal.Instant,
): 'SESSION_ENDED' | 'SESSION_EXPIRED' | undefined {
  if (session.endedAt !== null) return 'SESSION_ENDED'
  return Temporal.Instant.compare(session.lastUsedAt, expiredBefore(now)) <= 0 ? 'SESSION_EXPIRED' : undefined
}
