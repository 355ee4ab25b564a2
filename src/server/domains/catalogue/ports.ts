import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { MailTemplates } from '#contract/messages.ts'
import type { Database, Db, Replica, Tx } from '#server/kit/db.ts'

interface TitleFonts {
  register(titles: readonly string[], tx: Db): Promise<void>
}

/** @returns `{hash}/{name}` */
interface TitleImages {
  register(source: { key: string }, label: { name: string }, tx: Db): Promise<string>
}

export interface CatalogueDeps {
  readonly db: Kysely<Database>
  /** For short reads (`DbHandle.reads`). */
  readonly reads?: Kysely<Database>
  /** For statements whose best plan does not depend on their values (`DbHandle.fixedPlanDb`). */
  readonly fixedPlanDb?: Kysely<Database>
  readonly replica?: Pick<Replica, 'readFresh'>
  readonly clock: Clock
  readonly titleFonts: TitleFonts
  readonly images: TitleImages
  /** Joins the transaction that publishes or changes titles. */
  readonly onTitlesChanged?: (tx: Db, programIds: readonly string[]) => Promise<void>
}

type MailOf<T extends keyof MailTemplates> = { readonly template: T; readonly params: MailTemplates[T] }

export type FailedPlanMail = MailOf<'planFailed'> | MailOf<'pagePlanFailed'>

/** Operators whose plans are carried out later. */
export interface PublishingOperators {
  /** False for a disabled one. */
  hasRole(tx: Tx, operatorId: string, role: 'catalogue'): Promise<boolean>
  /** By mail. */
  tell(tx: Tx, operatorId: string, mail: FailedPlanMail): Promise<void>
}
