import type { Db } from '#server/kit/db.ts'
import type { PersonalData } from '../capability.ts'
import { type Account, personOf } from './accounts-model.ts'
import { deleteAccount } from './accounts.repo.ts'
import { deleteCodes } from './codes.repo.ts'
import { deleteRegistrations } from './registration.repo.ts'

/** Erases a locked account with the personal data of every domain, dependent domains first. */
export async function eraseAccount(tx: Db, account: Account, personalData: readonly PersonalData[]): Promise<void> {
  const person = personOf(account)
  for (const data of personalData.toReversed()) await data.erase(tx, person)
  await deleteCodes(tx, [person.accountId, person.number])
  await deleteRegistrations(tx, person.number)
  await deleteAccount(tx, person.accountId)
}
