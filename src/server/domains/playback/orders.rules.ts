import type { OrderKind } from '#contract/orders.ts'
import { decideAccess, type AccessDecision, type ViewerFacts } from '#server/domains/access/index.ts'
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

/** Who asks, as far as it decides. */
export type OrderViewer = ViewerFacts

/**
 * Whether this title may be played to this viewer. A trailer or an opening costs nothing: it is decided like a free title, so
 * that place, window, profile and class still count.
 */
export function decidePlayback(asker: OrderViewer, title: PlaybackTitle, kind: GrantKind): AccessDecision {
  const facts = kind === 'movie' ? title : { ...title, vodTypes: ['FREE TO WATCH' as const] }
  return decideAccess(asker, { ...facts, preparing: !assetFor(title, kind) })
}

/** Who the holder of a grant was when it was given: an unlock that ends later ends nothing that plays. */
export const holderOf = ({ sessionId, kids, unlocked }: Grant): OrderViewer => ({
  isMember: sessionId !== null,
  kids,
  unlocked,
})

/** The bases before `/v` and `/p`; empty for our own origin. */
export type HostBases = { free: string; main: string; uhd: string }

/** Visitors' streams are on the free host, members' on the main one, 4K on the third (SPEC section 5). */
export function hostBase(bases: HostBases, { isMember }: OrderViewer, asset: PlaybackAsset): string {
  if (!isMember) return bases.free
  return asset.maxResolution === '4K' ? bases.uhd : bases.main
}

/** What an order of each kind asks to play; `preview` is no stream. */
export const STREAM_OF = { movie: 'movie', trailer: 'trailer' } as const satisfies Record<
  Exclude<OrderKind, 'preview'>,
  GrantKind
>
