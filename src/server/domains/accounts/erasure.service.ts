import type { Db } from '#server/kit/db.ts'
import type { PersonalData } from '../capability.ts'
import { type Account, personOf } from './accounts-model.ts'
import { deleteAccount } from './accounts.repo.ts'
import { dropCodes } from './codes.repo.ts'
import { dropRegistrations } from './registration.repo.ts'

/**
 * Erases an account, whose row is locked, with all that any domain keeps about its person: the domains that build on others
 * first.
 */
export async function eraseAccount(tx: Db, account: Account, personalData: readonly PersonalData[]): Promise<void> {
  const person = personOf(account)
  for (const data of personalData.toReversed()) await data.erase(tx, person)
  await dropCodes(tx, [person.accountId, person.number])
  await dropRegistrations(tx, person.number)
  await deleteAccount(tx, person.accountId)
}
