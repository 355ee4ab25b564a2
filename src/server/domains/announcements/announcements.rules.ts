import {
  UNAPPROVED_MAX,
  type AnnouncementKind,
  type AnnouncementState,
  type Channel,
} from '#contract/admin/announcements.ts'
import type { Language } from '#contract/languages.ts'
import { hongKongDay } from '#server/kit/instants.ts'

type Instant = Temporal.Instant
type Translated = Readonly<Record<Language, string>>

/** Younger members get no marketing. */
const ADULT_YEARS = 18

export interface Audience {
  readonly plans: readonly string[]
  readonly regions: readonly string[]
  readonly languages: readonly string[]
}

export interface Announcement {
  readonly announcementId: string
  readonly kind: AnnouncementKind
  readonly channels: readonly Channel[]
  readonly audience: Audience
  readonly title: Translated
  readonly body: Translated
  readonly path: string | null
  readonly startsAt: Instant
  readonly madeAt: Instant
  readonly madeBy: string
  readonly operatorId: string
  readonly reason: string
  readonly counted: number
  readonly approvedBy: string | null
  /** How many it may reach; null: all. */
  readonly most: number | null
  readonly beganAt: Instant | null
  readonly afterAccount: string
  readonly recipients: number
  readonly inboxes: number
  readonly mails: number
  readonly endedAt: Instant | null
  readonly stoppedAt: Instant | null
  readonly stoppedBy: string | null
  readonly version: number
  /** Held: its operator lost the right to it. It waits until another operator continues it. */
  readonly isHeld: boolean
}

type Progress = Pick<Announcement, 'beganAt' | 'endedAt' | 'stoppedAt' | 'stoppedBy'>

export function stateOf({ beganAt, endedAt, stoppedAt, stoppedBy }: Progress): AnnouncementState {
  if (stoppedAt !== null) return stoppedBy === null ? 'limited' : 'stopped'
  if (endedAt !== null) return 'sent'
  return beganAt === null ? 'planned' : 'sending'
}

/** Members may join an audience after it was counted. */
const SPARE = 0.1

/** Whether an operator may announce without a second person, and to how many at most. `before`: in the last 24 hours. */
export function approvalNeedOf(counted: number, before: number): { needsApproval: boolean; most: number } {
  const left = Math.max(0, UNAPPROVED_MAX - before)
  return { needsApproval: counted > left, most: Math.min(left, withSpare(counted)) }
}

/** Maximum recipients, from the number counted or approved. */
export const withSpare = (counted: number): number => counted + Math.ceil(counted * SPARE)

/** Born later, a member is a minor. Days are Hong Kong's. */
export const adultsBornBy = (now: Instant): Temporal.PlainDate => hongKongDay(now).subtract({ years: ADULT_YEARS })

export const hasChannel = ({ channels }: Pick<Announcement, 'channels'>, channel: Channel): boolean =>
  channels.includes(channel)
