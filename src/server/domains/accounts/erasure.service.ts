import type { Messages } from '#server/domains/messages/index.ts'
import type { Db } from '#server/kit/db.ts'
import { type Account, personOf } from './accounts-model.ts'
import { deleteAccount } from './accounts.repo.ts'
import { dropCodes } from './codes.repo.ts'
import type { PersonalData } from './ports.ts'
import { dropRegistrations } from './registration.repo.ts'

/** Erases an account, whose row is held, with all that any domain keeps about its person. */
export async function eraseAccount(
  tx: Db,
  account: Account,
  { messages, personal }: { messages: Messages; personal: readonly PersonalData[] },
): Promise<void> {
  const { accountId } = account
  const person = personOf(account)
  for (const one of personal.toReversed()) await one.erase(tx, person)
  await messages.erase(tx, { accountId, recipients: [person.number, person.email] })
  await dropCodes(tx, [accountId, person.number])
  await dropRegistrations(tx, person.number)
  await deleteAccount(tx, accountId)
}
