import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Operator } from '#server/domains/operators/index.ts'
import type { Db } from '#server/kit/db.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'

/** Whether the account has the operator's own e-mail address. Null: it is erased. */
export async function isOwnAccount(
  accounts: Pick<Accounts, 'read'>,
  { on, accountId, operator }: { on: Db; accountId: string | null; operator: Pick<Operator, 'email'> },
): Promise<boolean> {
  const account = accountId === null ? undefined : await accounts.read(accountId, on)
  return account?.email.trim().toLowerCase() === operator.email
}

/** @throws AppError NOT_ALLOWED */
export async function refuseOwnAccount(...given: Parameters<typeof isOwnAccount>): Promise<void> {
  if (await isOwnAccount(...given)) throw operatorRefusal({ is: 'accountOwn' })
}
