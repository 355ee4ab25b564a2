import type { Kysely } from 'kysely'
import { DEFAULT_LANGUAGE } from '#contract/languages.ts'
import { createWebhookAlerts } from '#server/adapters/alerts/webhook-alerts.ts'
import { type Alarms, createAlarms } from '#server/domains/alarms/index.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Operators } from '#server/domains/operators/index.ts'
import type { LiveSettings } from '#server/domains/settings/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { Config } from './config.ts'
import { addressOf } from './config.rules.ts'
import type { DomainModule } from './domains/domain-module.ts'
import { readOwnHealth, readSharedHealth } from './health.ts'
import { createAlarmText } from './jobs/alarms.presenter.ts'

interface AlarmingParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly database: { readonly db: Kysely<Database> }
  readonly settings: Pick<LiveSettings, 'current'>
}

/** `modules` exist later. */
interface Watched {
  readonly modules: () => readonly DomainModule[]
  readonly operators: { readonly people: Pick<Operators['people'], 'languageOf'> }
  readonly media: { readonly nodeId: string }
  readonly messages: Pick<Messages, 'send'>
}

/** Alarms of this service's health, to where the configuration says. */
export function createAlarming(
  { config, clock, log, database: { db }, settings }: AlarmingParts,
  { modules, operators, media: { nodeId }, messages }: Watched,
): Alarms {
  const { ALERT_URL: url, ALERT_KEY: key, ALERT_EMAIL: emails, CONSOLE_FOUR_EYES: fourEyes, DATA_DIR: dataDir } = config
  return createAlarms({
    db,
    clock,
    log,
    messages,
    nodeId,
    readShared: () => readSharedHealth({ db, clock, modules: modules(), fourEyes }),
    readOwn: () => readOwnHealth({ dataDir }),
    webhook: url === undefined ? undefined : createWebhookAlerts({ url, key }),
    emails,
    languageOf: async (tx, email) => (await operators.people.languageOf(tx, email)) ?? DEFAULT_LANGUAGE,
    describe: createAlarmText(() => settings.current().brand),
    consoleUrl: `${config.CONSOLE_URL ?? addressOf(config, config.PORT)}/console/`,
  })
}
