import type { Language } from '#contract/languages.ts'

/**
 * Who asks: built once per request in `wire/handle.ts` and handed to every domain call. Types only.
 * A visitor has no account; a member has account, session and (after choosing) a profile.
 */
export interface ViewerContext {
  readonly language: Language
  /** ISO 3166: where the viewer is, from a trusted header, else HK. */
  readonly region: string
  /** Kids mode: every list, detail and order is narrowed to kids titles. */
  readonly kids: boolean
  /** What the client says it is, for logs and device lists. */
  readonly deviceSerial: string | undefined
}

export interface Visitor extends ViewerContext {
  readonly kind: 'visitor'
}

export interface MemberViewer extends ViewerContext {
  readonly kind: 'member'
  readonly accountId: string
  readonly sessionId: string
  readonly profileId: string | undefined
  /** Set when the call named a kids profile: the session's own one, null when it has chosen none. Streams are bound to that. */
  readonly narrowedFrom?: string | null
  /** The parental code was given within the last 30 minutes, or parental status is off. */
  readonly unlocked: boolean
  /** The version of the account's parental code: an unlock, and a stream that needed one, belong to it. */
  readonly parentalVersion: number
  /** The account is being closed: only the calls that say so answer. */
  readonly closing?: boolean
}

/** Somebody who runs the service. Nobody is one yet: no session of operators exists. */
export interface OperatorViewer extends ViewerContext {
  readonly kind: 'operator'
  readonly operatorId: string
}

export type Viewer = Visitor | MemberViewer | OperatorViewer
