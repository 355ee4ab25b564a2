import type { Accounts } from '#server/domains/accounts/index.ts'
import { createAgreements, type Agreements } from '#server/domains/agreements/index.ts'
import { createCodes } from '#server/domains/codes/index.ts'
import type { Ledger } from '#server/domains/ledger/index.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import { createPartners } from '#server/domains/partners/index.ts'
import { createPayments, type Payments } from '#server/domains/payments/index.ts'
import { createPlans } from '#server/domains/plans/index.ts'
import type { Rentals } from '#server/domains/rentals/index.ts'
import { createSales as createGoodsSales } from '#server/domains/sales/index.ts'
import { createSubscriptions, type SubscriptionsDeps } from '#server/domains/subscriptions/index.ts'
import { createTopups } from '#server/domains/topups/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Db, DbHandle } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import { codeAccounts } from './code-accounts.ts'
import type { Config } from './config.ts'
import { formatPaymentItem } from './jobs/payments.presenter.ts'
import { createMoneyBook } from './money-book.ts'
import { openPaymentProviders, type SandboxAccess } from './payment-providers.ts'
import { createOrigins } from './wire/http/origins.ts'

interface SalesParts {
  readonly config: Config
  readonly masterKey: Buffer
  readonly log: Log
  readonly clock: Clock
  readonly sandbox?: SandboxAccess | undefined
  readonly database: DbHandle
}

/** Payments, what is sold for money, and the agreements that renew plans. */
export function createSales(
  { config, masterKey, log, clock, sandbox, database: { db } }: SalesParts,
  { accounts, messages, ledger, rentals }: { accounts: Accounts; messages: Messages; ledger: Ledger; rentals: Rentals },
) {
  const shared = { db, clock, log, masterKey }
  const { isOurs: isReturnOrigin } = createOrigins(config)
  const isTelecomPartner = (accountId: string, tx?: Db) => accounts.customers.isTelecomPartner(accountId, tx)
  const voidPaidFrom: SubscriptionsDeps['voidPaidFrom'] = (tx, lost) => rentals.voidPaidFrom(tx, lost)
  const topups = createTopups({ clock, voidPaidFrom, isTelecomPartner })
  const plans = createPlans({ db, clock, subscribers: () => subscriptions, isTelecomPartner })
  const subscriptions = createSubscriptions({
    ...shared,
    messages,
    plans,
    ledger,
    agreements: (): Agreements => agreements,
    payments: (): Payments => payments,
    isTelecomPartner,
    voidPaidFrom,
  })
  const codes = createCodes({
    ...shared,
    accounts: codeAccounts(accounts),
    messages,
    ledger,
    plans,
    subscriptions,
    payments: (): Payments => payments,
    voidPaidFrom,
  })
  const partners = createPartners({
    ...shared,
    accounts,
    agreements: (): Agreements => agreements,
    codes,
    ledger,
    payments: (): Payments => payments,
    plans,
    subscriptions,
  })
  const sales = createGoodsSales({ ...shared, messages, ledger })
  const { mandates, mandateCallbacks, formBases, ...opened } = openPaymentProviders(config, sandbox)
  const payments = createPayments({
    ...shared,
    ...opened,
    messages,
    money: createMoneyBook(log),
    purposes: () => [topups.purpose, codes.purpose, sales.purpose, ...subscriptions.purposes, ...partners.purposes],
    isBlocked: async (accountId) => (await ledger.balance(accountId)).isBlocked,
    itemName: formatPaymentItem,
    payerOf: accounts.payerOf,
    seller: { zh_HK: config.BRAND_ZH, en_US: config.BRAND_EN },
    isReturnOrigin,
  })
  const agreements = createAgreements({
    ...shared,
    payments,
    providers: mandates,
    callbacks: mandateCallbacks,
    owner: () => subscriptions.owner,
    isReturnOrigin,
  })
  return { plans, payments, topups, agreements, subscriptions, codes, partners, sales, formBases }
}
