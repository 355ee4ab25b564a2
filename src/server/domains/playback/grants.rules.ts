import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { GRANT_HOURS, type OrderPhase } from '#contract/orders.ts'
import { earlierOf, isAfter, toWholeSeconds } from '#server/kit/instants.ts'

/** What may be played under a grant. */
export const GRANT_KINDS = ['movie', 'trailer', 'opening'] as const
export type GrantKind = (typeof GRANT_KINDS)[number]

/**
 * A grant: the signed permission in every playback URL. It is a bearer; `sessionId`, `accountId` and `profileId` are null
 * for a visitor.
 */
export interface Grant {
  readonly assetId: string
  readonly programId: string
  readonly programGuid: string
  readonly kind: GrantKind
  readonly kids: boolean
  /** The parental code was not needed any more, or not at all. */
  readonly unlocked: boolean
  /** The version of the account's parental code when the grant was given; 0 for a visitor, and in grants of earlier releases. */
  readonly parentalVersion: number
  readonly accountId: string | null
  readonly sessionId: string | null
  readonly profileId: string | null
  /**
   * Whole seconds since the epoch: from then on it opens playlists and keys only to a stream with a slot among the account's (decision 045).
   * Null where none is needed, and in grants of earlier releases.
   */
  readonly slotRequiredFrom: number | null
  /** The seat of a guest in a private screening, and the number of the seat's order: a newer one ends it. Null for everybody else. */
  readonly seat: readonly [seatId: string, plays: number] | null
  /** Whole seconds since the epoch; the grant is dead from this second on. */
  readonly expiresAt: number
}

/** The key that signs grants, derived from the master key so that no other use of it can be mixed up with this one. */
export const grantKey = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'harbour playback grant 1', 32))

/** HMAC-SHA256 cut to 128 bits (RFC 2104 5), which is 22 characters. */
const SIGNATURE_BYTES = 16
const SHAPE = /^([\w-]{16,480})\.([\w-]{22})$/

const signature = (key: Uint8Array, payload: string): Buffer =>
  Buffer.from(createHmac('sha256', key).update(payload).digest().subarray(0, SIGNATURE_BYTES).toString('base64url'))

/** `base64url(payload).base64url(HMAC)`: a path segment that needs no escaping. */
export function signGrant(key: Uint8Array, grant: Grant): string {
  const { assetId, programId, programGuid, kind, kids, unlocked, accountId, sessionId, profileId, expiresAt } = grant
  const holder = [accountId, sessionId, profileId]
  const held = [grant.parentalVersion, grant.slotRequiredFrom, ...(grant.seat ?? [])]
  const fields = [assetId, programId, programGuid, kind, kids, ...holder, expiresAt, unlocked, ...held]
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
  return `${payload}.${signature(key, payload).toString()}`
}

/** The grant in `text`, or null unless we signed exactly these characters. Says nothing of its expiry. */
export function readGrant(key: Uint8Array, text: string): Grant | null {
  const [, payload, given] = SHAPE.exec(text) ?? []
  if (payload === undefined || given === undefined) return null
  if (!timingSafeEqual(signature(key, payload), Buffer.from(given))) return null
  const [assetId, programId, programGuid, kind, kids, accountId, sessionId, profileId, expiresAt, unlocked, ...held] =
    JSON.parse(Buffer.from(payload, 'base64url').toString())
  const [parentalVersion = 0, slotRequiredFrom = null, seatId, plays] = held
  return {
    assetId,
    programId,
    programGuid,
    kind,
    kids,
    unlocked: unlocked === true,
    parentalVersion,
    accountId,
    sessionId,
    profileId,
    slotRequiredFrom,
    seat: seatId === undefined ? null : [seatId, plays],
    expiresAt,
  }
}

/** How long a preloaded title opens without a slot among the account's streams. */
const PRELOAD_MINUTES = 3

/** From when on a grant given now needs a slot, in whole seconds since the epoch: at once, or some minutes after a preload. */
export function slotRequiredFrom(phase: OrderPhase, now: Temporal.Instant): number {
  return Math.floor((phase === 'preload' ? now.add({ minutes: PRELOAD_MINUTES }) : now).epochMilliseconds / 1000)
}

/** Whether a grant opens playlists and keys only to a stream that has a slot. */
export const requiresSlot = ({ slotRequiredFrom: from }: Grant, now: Temporal.Instant): boolean =>
  from !== null && now.epochMilliseconds >= from * 1000

/** When a grant given now ends: after six hours, and never past the right's own end. Null when that right is over. */
export function grantEnd(now: Temporal.Instant, rightEndsAt: Temporal.Instant | null): Temporal.Instant | null {
  const end = toWholeSeconds(earlierOf(now.add({ hours: GRANT_HOURS }), rightEndsAt))
  return isAfter(end, now) ? end : null
}

/** Whether a grant still opens anything. */
export const isLive = (grant: Grant, nowMs: number): boolean => nowMs < grant.expiresAt * 1000
