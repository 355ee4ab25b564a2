import type { Kysely } from 'kysely'
import type { Messages } from '#server/domains/messages/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { MemberViewer } from '../viewer.ts'
import { type Account, personOf } from './accounts-model.ts'
import { findBindings } from './accounts.repo.ts'
import { type ExportFile, zipOf } from './export.rules.ts'
import type { Passwords } from './passwords.service.ts'
import type { PersonalData } from './ports.ts'
import type { Sessions } from './sessions.service.ts'

export type ExportDeps = {
  db: Kysely<Database>
  clock: Clock
  messages: Messages
  passwords: Passwords
  sessions: Sessions
  /** Every domain that keeps something about people. */
  personal: readonly PersonalData[]
}

/** Taking one's data along. */
export function createExport({ db, clock, messages, passwords, sessions, personal }: ExportDeps) {
  return { exportOf }

  /** Everything that the house keeps about the member, one JSON file a capability. @throws WRONG_CREDENTIALS, TOO_MANY_TRIES */
  async function exportOf(
    viewer: MemberViewer,
    password: string,
  ): Promise<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }> {
    const account = await passwords.confirm(viewer, password)
    const person = personOf(account)
    const own: ExportFile[] = [
      { name: 'account', content: { ...withoutSecrets(account), partners: await findBindings(db, account.accountId) } },
      { name: 'devices', content: await sessions.devices(viewer) },
      { name: 'messages', content: await messages.exportOf(account.accountId) },
    ]
    const others = await Promise.all(
      personal.map(async (one) => ({ name: one.name, content: await one.collect(person) })),
    )
    const now = clock.now()
    const day = now.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().toString()
    return { fileName: `account-${day}.zip`, bytes: zipOf([...own, ...others], now) }
  }
}

const withoutSecrets = ({ passwordHash: _password, parentalHash: _parental, ...account }: Account) => account
