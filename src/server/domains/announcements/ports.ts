import type { Kysely } from 'kysely'
import type { AnnouncementKind } from '#contract/admin/announcements.ts'
import type { Language } from '#contract/languages.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Messages, Renderer } from '../messages/index.ts'

type Translated = Readonly<Record<Language, string>>

export interface AnnouncementContent {
  readonly kind: AnnouncementKind
  readonly title: Translated
  readonly body: Translated
  readonly path: string | null
}

export interface AnnouncementsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly messages: Pick<Messages, 'send' | 'post' | 'countWaiting'>
  readonly render: Pick<Renderer, 'mail'>
  /** Of the site, without its page. */
  readonly siteUrl: string
  /** Where a member ends marketing without signing in. */
  readonly optOutUrl: (accountId: string, language: Language) => string
}
