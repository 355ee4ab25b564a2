import { earlierOf } from '#server/kit/instants.ts'
import {
  type AccessDecision,
  type AccountFacts,
  decideAccess,
  offersOf,
  type ViewerFacts,
} from '#server/domains/access/index.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import type { Grant, GrantKind } from './grants.rules.ts'
import type { PlaybackAsset, PlaybackRole, PlaybackTitle } from './ports.ts'

/** The asset role by kind of order. */
export const ROLE_OF = { movie: 'film', trailer: 'trailer', opening: 'opening' } as const satisfies Record<
  GrantKind,
  PlaybackRole
>

/** The asset of a title for a kind of order, if it exists. */
export const assetFor = (title: PlaybackTitle, kind: GrantKind): PlaybackAsset | undefined =>
  title.assets[ROLE_OF[kind]]

/**
 * Decides whether the viewer may play the title. Trailers and openings are decided like free titles, so that region, licence
 * window, profile and class still apply.
 */
export function decidePlayback(
  viewer: ViewerFacts,
  { title, kind }: { title: PlaybackTitle; kind: GrantKind },
  now: Temporal.Instant,
): AccessDecision {
  const vodTypes = kind === 'movie' ? title.vodTypes : ['FREE TO WATCH' as const]
  return decideAccess(viewer, { ...title, vodTypes, preparing: !assetFor(title, kind), offers: offersOf(title) }, now)
}

/** The fields of a grant that say to whom it is given; those of a visitor without a member. */
export function grantHolder(member: MemberViewer | undefined) {
  return {
    unlocked: member?.unlocked ?? false,
    parentalVersion: member?.parentalVersion ?? 0,
    accountId: member?.accountId ?? null,
    sessionId: member?.sessionId ?? null,
    // The session's own profile: a request that named a kids profile did not choose it.
    profileId: (member?.narrowedFrom === undefined ? member?.profileId : member.narrowedFrom) ?? null,
  }
}

/** The viewer facts of a grant's holder when it was issued: an unlock that expires later does not stop playback. The account facts are current. */
export const holderOf = ({ sessionId, kids, unlocked }: Grant, account: AccountFacts): ViewerFacts => ({
  isMember: sessionId !== null,
  kids,
  unlocked,
  account,
})

/** The end of the licence window or of the entitlement, whichever is sooner. Null if neither ends. */
export function rightEnd(
  { windowEndsAt }: PlaybackTitle,
  decision: Extract<AccessDecision, { access: 'play' }>,
): Temporal.Instant | null {
  const until = decision.by === 'free' ? null : decision.until
  return until ? earlierOf(until, windowEndsAt) : windowEndsAt
}

/** URL prefixes of `/v` and `/p`; empty for the own origin. */
export type HostBases = { free: string; main: string; uhd: string }

/** Streams of visitors are on the free host, of members on the main host, in 4K on the UHD host (SPEC section 5). */
export function hostBase(bases: HostBases, { isMember }: Pick<ViewerFacts, 'isMember'>, asset: PlaybackAsset): string {
  if (!isMember) return bases.free
  return asset.maxResolution === '4K' ? bases.uhd : bases.main
}
