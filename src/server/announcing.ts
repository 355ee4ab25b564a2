import type { Kysely } from 'kysely'
import type { Accounts } from '#server/domains/accounts/index.ts'
import { createAnnouncements } from '#server/domains/announcements/index.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { optOutPath } from '#server/wire/http/opt-out.routes.ts'
import type { Config } from './config.ts'
import { addressOf } from './config.rules.ts'
import { createRenderer } from './jobs/messages.presenter.ts'

interface AnnouncingDeps {
  readonly config: Config
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly accounts: Pick<Accounts, 'marketing'>
  readonly messages: Messages
  readonly render: ReturnType<typeof createRenderer>
}

/** Announcements whose links lead to this site. */
export function createAnnouncing({ config, accounts, ...deps }: AnnouncingDeps) {
  const siteUrl = addressOf(config, config.PORT)
  return createAnnouncements({
    ...deps,
    siteUrl,
    optOutUrl: (accountId, language) => siteUrl + optOutPath(accounts.marketing.optOutToken(accountId), language),
  })
}
