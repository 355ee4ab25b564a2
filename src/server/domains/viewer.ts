import type { PreviewProfile } from '#contract/admin/preview.ts'
import type { PageContent } from '#contract/admin/pages.ts'
import type { TitleContent } from '#contract/admin/titles.ts'
import type { Language } from '#contract/languages.ts'

/** The site as an operator looks at it before a publication: past all caches, changing nothing. */
export interface Preview {
  readonly profile: PreviewProfile
  /** Drafts, in place of the titles of these ids. */
  readonly titles: ReadonlyMap<string, TitleContent>
  /** Drafts of pages, by the id of the tab or `SITE_PAGE`. */
  readonly pages: ReadonlyMap<string, PageContent>
  /** Campaign pages as they are typed, by code name: records of the import that were checked. */
  readonly campaigns: ReadonlyMap<string, Readonly<Record<string, unknown>>>
}

/** Who sent a request. Built once per request by `wire/handle.ts`. */
export interface ViewerContext {
  readonly language: Language
  /** ISO 3166, from a trusted header; HK without one. */
  readonly region: string
  readonly kids: boolean
  readonly deviceSerial: string | undefined
  /** The instant of a preview; undefined: the clock's. */
  readonly now?: Temporal.Instant | undefined
  readonly preview?: Preview | undefined
}

export interface Visitor extends ViewerContext {
  readonly kind: 'visitor'
}

export interface MemberViewer extends ViewerContext {
  readonly kind: 'member'
  readonly accountId: string
  readonly sessionId: string
  readonly profileId: string | undefined
  /** Set when the call names a kids profile: the session's own profile, null without one. Streams are bound to it. */
  readonly narrowedFrom?: string | null
  readonly unlocked: boolean
  /** An unlock and a stream that needed one are bound to this version of the account's parental code. */
  readonly parentalVersion: number
  readonly closing?: boolean
}

export type Viewer = Visitor | MemberViewer
