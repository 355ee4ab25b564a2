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
import type { PlaybackAsset, PlaybackRole, PlaybackTitle, HostBases } from './ports.ts'

export const ROLE_OF = { movie: 'film', trailer: 'trailer', opening: 'opening' } as const satisfies Record<
  GrantKind,
  PlaybackRole
>

export const assetFor = (title: PlaybackTitle, kind: GrantKind): PlaybackAsset | undefined =>
  title.assets[ROLE_OF[kind]]

/** Trailers and openings count as free: region, licence window, profile and class still apply. */
export function decidePlayback(
  viewer: ViewerFacts,
  { title, kind }: { title: PlaybackTitle; kind: GrantKind },
  now: Temporal.Instant,
): AccessDecision {
  const vodTypes = kind === 'movie' ? title.vodTypes : ['FREE TO WATCH' as const]
  return decideAccess(viewer, { ...title, vodTypes, preparing: !assetFor(title, kind), offers: offersOf(title) }, now)
}

/** Null fields for a visitor. */
export function grantHolder(member: MemberViewer | undefined) {
  return {
    unlocked: member?.unlocked ?? false,
    parentalVersion: member?.parentalVersion ?? 0,
    accountId: member?.accountId ?? null,
    sessionId: member?.sessionId ?? null,
    // A request that narrows itself to a kids profile does not choose it.
    profileId: (member?.narrowedFrom === undefined ? member?.profileId : member.narrowedFrom) ?? null,
  }
}

/** An unlock that expires later does not stop playback; account facts are current. */
export const holderOf = ({ sessionId, kids, unlocked }: Grant, account: AccountFacts): ViewerFacts => ({
  isMember: sessionId !== null,
  kids,
  unlocked,
  account,
})

/** The sooner of licence window and entitlement; null if neither ends. */
export function rightEnd(
  { windowEndsAt }: PlaybackTitle,
  decision: Extract<AccessDecision, { access: 'play' }>,
): Temporal.Instant | null {
  const until = decision.by === 'free' ? null : decision.until
  return until ? earlierOf(until, windowEndsAt) : windowEndsAt
}

/** Free host for visitors, main host for members, UHD host for 4K (SPEC section 5). */
export function hostBase(bases: HostBases, { isMember }: Pick<ViewerFacts, 'isMember'>, asset: PlaybackAsset): string {
  if (!isMember) return bases.free
  return asset.maxResolution === '4K' ? bases.uhd : bases.main
}
