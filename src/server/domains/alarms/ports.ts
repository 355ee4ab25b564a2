import type { Kysely } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { AlarmMessage } from '#contract/messages.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database, Db } from '#server/kit/db.ts'
import type { HealthLine } from '#server/kit/health.ts'
import type { Log } from '#server/kit/log.ts'
import type { Messages } from '../messages/index.ts'

/** An HTTP endpoint of the operators. */
export interface AlertSender {
  /** @returns undefined once it is accepted, else why not, without the address @throws never */
  send(body: string): Promise<string | undefined>
}

/** What is told of an alarm: nothing of a person, and no secret. */
export type AlarmFacts = Readonly<AlarmMessage>

export interface AlarmsDeps {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly log: Log
  readonly messages: Pick<Messages, 'send'>
  /** Lines that are the same on every node. */
  readonly readShared: () => Promise<readonly HealthLine[]>
  /** Lines of this machine. */
  readonly readOwn: () => Promise<readonly HealthLine[]>
  readonly nodeId: string
  readonly webhook: AlertSender | undefined
  /** Addresses that get e-mails. */
  readonly emails: readonly string[]
  /** Of an operator with that address; the default language for others. */
  readonly languageOf: (db: Db, email: string) => Promise<Language>
  /** In both languages. */
  readonly describe: (facts: AlarmFacts) => string
  readonly consoleUrl: string
}
