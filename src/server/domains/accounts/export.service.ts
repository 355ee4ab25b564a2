import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import type { PersonalData } from '../domain-module.ts'
import type { MemberViewer } from '../viewer.ts'
import { type Account, personOf } from './accounts-model.ts'
import { findBindings } from './accounts.repo.ts'
import { type ExportFile, zipOf } from './export.rules.ts'
import type { Passwords } from './passwords.service.ts'
import type { Sessions } from './sessions.service.ts'

export type ExportDeps = {
  db: Kysely<Database>
  clock: Clock
  passwords: Passwords
  sessions: Sessions
  personalData: () => readonly PersonalData[]
}

/** Exports a member's personal data. */
export function createExport({ db, clock, passwords, sessions, personalData }: ExportDeps) {
  return { exportOf }

  /** A zip with one JSON file per domain. @throws WRONG_CREDENTIALS, TOO_MANY_TRIES */
  async function exportOf(
    viewer: MemberViewer,
    password: string,
  ): Promise<{ fileName: string; bytes: Uint8Array<ArrayBuffer> }> {
    const account = await passwords.confirm(viewer, password)
    const person = personOf(account)
    const own: ExportFile[] = [
      { name: 'account', content: { ...withoutSecrets(account), partners: await findBindings(db, account.accountId) } },
      { name: 'devices', content: await sessions.devices(viewer) },
    ]
    const others = await Promise.all(
      personalData().map(async (data) => ({ name: data.name, content: await data.collect(person, viewer.language) })),
    )
    const now = clock.now()
    const day = now.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().toString()
    return { fileName: `account-${day}.zip`, bytes: zipOf([...own, ...others], now) }
  }
}

const withoutSecrets = ({ passwordHash: _password, parentalHash: _parental, ...account }: Account) => account
