import { type AccessDecision, type AccountFacts, decideAccess, type ViewerFacts } from '#server/domains/access/index.ts'
import type { Grant, GrantKind } from './grants.rules.ts'
import type { PlaybackAsset, PlaybackRole, PlaybackTitle } from './ports.ts'

/** The asset that each kind plays. */
export const ROLE_OF = { movie: 'film', trailer: 'trailer', opening: 'opening' } as const satisfies Record<
  GrantKind,
  PlaybackRole
>

/** The asset of a title that a kind plays, if it is there. */
export const assetFor = (title: PlaybackTitle, kind: GrantKind): PlaybackAsset | undefined =>
  title.assets[ROLE_OF[kind]]

/**
 * Whether this title may be played to this viewer. A trailer or an opening costs nothing: it is decided like a free title, so
 * that place, window, profile and class still count.
 */
export function decidePlayback(
  viewer: ViewerFacts,
  { title, kind }: { title: PlaybackTitle; kind: GrantKind },
  now: Temporal.Instant,
): AccessDecision {
  const vodTypes = kind === 'movie' ? title.vodTypes : ['FREE TO WATCH' as const]
  return decideAccess(viewer, { ...title, vodTypes, preparing: !assetFor(title, kind), offers: [] }, now)
}

/** The holder of a grant as of when it was issued: an unlock that ends later ends nothing that plays. What the account owns is asked again. */
export const holderOf = ({ sessionId, kids, unlocked }: Grant, account: AccountFacts): ViewerFacts => ({
  isMember: sessionId !== null,
  kids,
  unlocked,
  account,
})

/** When the right to play ends: the licence window or what the account owns, whichever is sooner. Null when neither ends. */
export function rightEnd(
  { windowEndsAt }: PlaybackTitle,
  decision: Extract<AccessDecision, { access: 'play' }>,
): Temporal.Instant | null {
  const until = decision.by === 'free' ? null : decision.until
  if (!windowEndsAt || !until) return windowEndsAt ?? until
  return Temporal.Instant.compare(until, windowEndsAt) < 0 ? until : windowEndsAt
}

/** The bases before `/v` and `/p`; empty for our own origin. */
export type HostBases = { free: string; main: string; uhd: string }

/** Visitors' streams are on the free host, members' on the main one, 4K on the third (SPEC section 5). */
export function hostBase(bases: HostBases, { isMember }: Pick<ViewerFacts, 'isMember'>, asset: PlaybackAsset): string {
  if (!isMember) return bases.free
  return asset.maxResolution === '4K' ? bases.uhd : bases.main
}
