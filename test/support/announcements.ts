import type { Kysely } from 'kysely'
import { pino } from 'pino'
import type { Accounts } from '#server/domains/accounts/index.ts'
import { type Announcements, createAnnouncements } from '#server/domains/announcements/index.ts'
import { createMessages } from '#server/domains/messages/index.ts'
import { createRenderer } from '#server/jobs/messages.presenter.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { optOutPath } from '#server/wire/http/opt-out.routes.ts'
import { createTestProvider, type OutgoingTestMail } from './accounts.ts'

const SITE = 'https://harbour.test'

/** Announcements with an outbox of their own, on a database that others use as well. */
export function createTestAnnouncements({
  db,
  clock,
  accounts,
}: {
  db: Kysely<Database>
  clock: Clock
  accounts: Pick<Accounts, 'marketing'>
}) {
  const mail = createTestProvider<OutgoingTestMail>('mail-provider')
  const sms = createTestProvider<{ messageId: string }>('sms-provider')
  const render = createRenderer(() => ({ zh_HK: '港映', en_US: 'Harbour' }))
  const messages = createMessages({
    db,
    clock,
    log: pino({ level: 'silent' }),
    render,
    sms,
    mail,
    keepSecrets: false,
    isWanted: (announcement) => announcements.isWanted(announcement),
  })
  const announcements: Announcements = createAnnouncements({
    db,
    clock,
    messages,
    render,
    siteUrl: SITE,
    optOutUrl: (accountId, language) => SITE + optOutPath(accounts.marketing.optOutToken(accountId), language),
  })
  return { announcements, messages, mail }
}
