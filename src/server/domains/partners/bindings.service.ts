import { AppError } from '#contract/errors.ts'
import type { TelecomPartner } from '#contract/telecom-partners.ts'
import { inTransaction, type Db } from '#server/kit/db.ts'
import type { CodeGrant } from '../code-grant.ts'
import { creditsOf, lockWallet } from '../ledger/index.ts'
import type { PartnersDeps } from './partners-deps.ts'

export interface BindingRequest {
  readonly accountId: string
  /** The client's IP address. */
  readonly address: string
  readonly partner: TelecomPartner
  readonly code: string
}

export interface Binding {
  /** Vouchers and cinema tickets that the account has now. */
  readonly tickets: number
  readonly grants: readonly CodeGrant[]
}

/** Binds accounts to telecom partners. */
export function createBindings({
  db,
  clock,
  accounts,
  agreements,
  codes,
  ledger,
  payments,
  subscriptions,
}: PartnersDeps) {
  return { bind }

  /**
   * Binds an account to a telecom partner by one of its codes, and gives what the code is worth. Who is bound to the partner already is
   * only given that. An account changes its partner once, from the site's own, and only while it has nothing that members of telecom
   * partners cannot use.
   * @throws WRONG_CODE, CODE_EXPIRED, CODE_USED, TOO_MANY_TRIES, CONFLICT, UNAVAILABLE
   */
  async function bind({ accountId, address, partner, code }: BindingRequest): Promise<Binding> {
    await codes.check({ accountId, address, partner, code })
    const { grants } = await inTransaction(db, async (tx) => {
      const at = clock.now()
      const change = await accounts.bindPartner(tx, { accountId, partner, at })
      if (change === 'other') throw new AppError('CONFLICT', { of: 'partner' })
      if (change === 'bound') await requireNoPlan(tx, accountId)
      const redeemed = await codes.redeemIn(tx, { accountId, partner, code })
      if (change === 'bound') await requireNoCredits(tx, accountId)
      return redeemed
    })
    const { ticketList } = await ledger.points(accountId)
    return { tickets: ticketList.reduce((sum, { count }) => sum + count, 0), grants }
  }

  /** Before the wallet is locked, which subscriptions lock after their own rows. @throws CONFLICT with what has to end before */
  async function requireNoPlan(tx: Db, accountId: string): Promise<void> {
    if (await subscriptions.hasPlan(tx, accountId)) throw new AppError('CONFLICT', { of: 'plan' })
    if (await agreements().hasUnfinished(tx, accountId)) throw new AppError('CONFLICT', { of: 'agreement' })
    if (await payments().hasUnfinished(tx, accountId)) throw new AppError('CONFLICT', { of: 'payment' })
  }

  /** @throws CONFLICT */
  async function requireNoCredits(tx: Db, accountId: string): Promise<void> {
    await lockWallet(tx, { accountId })
    if ((await creditsOf(tx, { accountId, now: clock.now() })) > 0) throw new AppError('CONFLICT', { of: 'credits' })
  }
}
