import { isTelecomPartner, type Accounts } from '#server/domains/accounts/index.ts'
import type { CodesDeps } from '#server/domains/codes/index.ts'

/** Accounts, as codes know them. */
export const codeAccounts = (accounts: Pick<Accounts, 'read' | 'credentialChecks'>): CodesDeps['accounts'] => ({
  read: async (tx, accountId) => {
    const account = await accounts.read(accountId, tx)
    return account && { ...account, isTelecomPartner: isTelecomPartner(account.partner) }
  },
  lookUp: (visitor, look) => accounts.credentialChecks.findCode(visitor, look),
})
