import type { ErrorCode } from '#contract/errors.ts'
import type { Restriction } from '#contract/restrictions.ts'
import type { VodType } from '#contract/vod-types.ts'
import type { Viewer } from '../viewer.ts'

/** What of a viewer decides. `unlocked`: the parental code was given, or is not asked. */
export type ViewerFacts = { isMember: boolean; kids: boolean; unlocked: boolean }

/** What of a title decides, already compared with the instant and the viewer's region. */
export type TitleFacts = {
  restriction: Restriction
  vodTypes: readonly VodType[]
  kids: boolean
  isLicensedInRegion: boolean
  isWindowOpen: boolean
  /** The film (or this episode) is not encoded yet. */
  preparing: boolean
}

/** Why a title is refused: an error code, which has a sentence in both languages. */
export type DenyReason = Extract<
  ErrorCode,
  'REGION_REFUSED' | 'WINDOW_CLOSED' | 'KIDS_REFUSED' | 'CLASS_REFUSED' | 'PREPARING' | 'NOT_ON_SALE'
>

/** What a viewer may do with a title. `free` is the only way to play so far. */
export type AccessDecision =
  | { access: 'play'; by: 'free' }
  | { access: 'login' }
  | { access: 'parental' }
  | { access: 'deny'; reason: DenyReason }

/**
 * The one entitlement rule (PRODUCT section 5): all screens and the order call use it. What can never be helped comes first
 * (place, time, profile), then what time will help (the film is being made), then what the viewer can do about it.
 */
export function decideAccess(viewer: ViewerFacts, title: TitleFacts): AccessDecision {
  if (viewer.kids && title.restriction === 'III') return deny('CLASS_REFUSED')
  if (viewer.kids && !title.kids) return deny('KIDS_REFUSED')
  if (!title.isLicensedInRegion) return deny('REGION_REFUSED')
  if (!title.isWindowOpen) return deny('WINDOW_CLOSED')
  if (title.preparing) return deny('PREPARING')
  if (title.restriction === 'III' && !viewer.isMember) return { access: 'login' }
  if (title.restriction === 'III' && !viewer.unlocked) return { access: 'parental' }
  if (!title.vodTypes.includes('FREE TO WATCH')) return deny('NOT_ON_SALE')
  return { access: 'play', by: 'free' }
}

/** What of who asks decides. */
export const factsOf = (viewer: Viewer): ViewerFacts => ({
  isMember: viewer.kind === 'member',
  kids: viewer.kids,
  unlocked: viewer.kind === 'member' && viewer.unlocked,
})

const deny = (reason: DenyReason): AccessDecision => ({ access: 'deny', reason })
