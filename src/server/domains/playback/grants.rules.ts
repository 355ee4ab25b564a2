import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { GRANT_HOURS, type PlaybackPhase } from '#contract/playback.ts'
import { earlierOf, isAfter, toWholeSeconds } from '#server/kit/instants.ts'
import type { EdgeKey } from './edge-keys.rules.ts'

export const GRANT_KINDS = ['movie', 'trailer', 'opening'] as const
export type GrantKind = (typeof GRANT_KINDS)[number]

/** The signed bearer permission in playback URLs. Ids are null for a visitor. */
export interface Grant {
  readonly assetId: string
  readonly programId: string
  readonly programGuid: string
  readonly kind: GrantKind
  readonly kids: boolean
  readonly unlocked: boolean
  /** When the grant was given; 0 for a visitor, and in grants of earlier releases. */
  readonly parentalVersion: number
  readonly accountId: string | null
  readonly sessionId: string | null
  readonly profileId: string | null
  /** Epoch seconds from which playlists and keys need a slot (decision 045); null for never, and in grants of earlier releases. */
  readonly streamSlotRequiredFrom: number | null
  /** A guest of a private screening; a newer play of the seat ends the grant. */
  readonly seat: readonly [seatId: string, plays: number] | null
  /** Epoch seconds, exclusive. */
  readonly expiresAt: number
}

/** Derived from the master key for this use only. */
export const grantKey = (masterKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'harbour playback grant 1', 32))

/** HMAC-SHA256 cut to 128 bits (RFC 2104 5), 22 characters. */
const SIGNATURE_BYTES = 16
/** The payload, what an edge checks (the number of its key and a signature of its own), and our signature of both. */
const SHAPE = /^(([\w-]{16,480})(?:\.[1-9]\d{0,5}\.[\w-]{22})?)\.([\w-]{22})$/

const signature = (key: Uint8Array, text: string): Buffer =>
  Buffer.from(createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES).toString('base64url'))

/**
 * An edge, which anyone else runs perhaps, checks by a key of its own: who has that key still signs nothing that opens a playlist or
 * a content key. Without a key of edges grants are as in earlier releases, and Harbour checks each.
 */
export function signGrant(key: Uint8Array, grant: Grant, edge?: EdgeKey): string {
  const { assetId, programId, programGuid, kind, kids, unlocked, accountId, sessionId, profileId, expiresAt } = grant
  const holder = [accountId, sessionId, profileId]
  const held = [grant.parentalVersion, grant.streamSlotRequiredFrom, ...(grant.seat ?? [])]
  const fields = [assetId, programId, programGuid, kind, kids, ...holder, expiresAt, unlocked, ...held]
  const payload = Buffer.from(JSON.stringify(fields)).toString('base64url')
  const text = edge === undefined ? payload : withEdgeSignature(payload, edge)
  return `${text}.${signature(key, text).toString()}`
}

function withEdgeSignature(payload: string, { id, key }: EdgeKey): string {
  const text = `${payload}.${id}`
  return `${text}.${signature(key, text).toString()}`
}

/** Null unless signed by us. Does not check the expiry. */
export function readGrant(key: Uint8Array, text: string): Grant | null {
  const [, signed, payload, given] = SHAPE.exec(text) ?? []
  if (signed === undefined || payload === undefined || given === undefined) return null
  if (!timingSafeEqual(signature(key, signed), Buffer.from(given))) return null
  const [assetId, programId, programGuid, kind, kids, accountId, sessionId, profileId, expiresAt, unlocked, ...held] =
    JSON.parse(Buffer.from(payload, 'base64url').toString())
  const [parentalVersion = 0, streamSlotRequiredFrom = null, seatId, plays] = held
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
    streamSlotRequiredFrom,
    seat: seatId === undefined ? null : [seatId, plays],
    expiresAt,
  }
}

const PRELOAD_MINUTES = 3

/** Epoch seconds. */
export function streamSlotRequiredFrom(phase: PlaybackPhase, now: Temporal.Instant): number {
  return Math.floor((phase === 'preload' ? now.add({ minutes: PRELOAD_MINUTES }) : now).epochMilliseconds / 1000)
}

export const requiresStreamSlot = ({ streamSlotRequiredFrom: from }: Grant, now: Temporal.Instant): boolean =>
  from !== null && now.epochMilliseconds >= from * 1000

/** At most six hours; null when the right has ended. */
export function grantEnd(now: Temporal.Instant, rightEndsAt: Temporal.Instant | null): Temporal.Instant | null {
  const end = toWholeSeconds(earlierOf(now.add({ hours: GRANT_HOURS }), rightEndsAt))
  return isAfter(end, now) ? end : null
}

export const isLive = (grant: Grant, nowMs: number): boolean => nowMs < grant.expiresAt * 1000
