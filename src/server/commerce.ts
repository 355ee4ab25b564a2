import { type Accounts, isTelecomPartner } from '#server/domains/accounts/index.ts'
import { type Agreements, type AgreementsDeps, createAgreements } from '#server/domains/agreements/index.ts'
import { createCinema } from '#server/domains/cinema/index.ts'
import { createCodes, type CodesDeps } from '#server/domains/codes/index.ts'
import type { Ledger } from '#server/domains/ledger/index.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import { createPartners } from '#server/domains/partners/index.ts'
import { createPayments, type Payments, type PaymentsDeps, type Product } from '#server/domains/payments/index.ts'
import { createPlans } from '#server/domains/plans/index.ts'
import type { Rentals } from '#server/domains/rentals/index.ts'
import { createSales } from '#server/domains/sales/index.ts'
import { createScreenings } from '#server/domains/screenings/index.ts'
import { createSubscriptions, type SubscriptionsDeps } from '#server/domains/subscriptions/index.ts'
import { createTopups } from '#server/domains/topups/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Db, DbHandle } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { Config } from './config.ts'
import { addressOf } from './config.rules.ts'
import { formatPaymentItem } from './jobs/payments.presenter.ts'
import { openPaymentProviders, type SandboxAccess } from './payment-providers.ts'
import { createOrigins } from './wire/http/origins.ts'
import { openBooks } from './money-book.ts'

interface Parts {
  readonly config: Config
  readonly masterKey: Buffer
  readonly log: Log
  readonly clock: Clock
  readonly sandbox?: SandboxAccess | undefined
  readonly database: DbHandle
}

interface Neighbours {
  readonly accounts: Accounts
  readonly messages: Messages
  readonly ledger: Ledger
}

export function createCommerce(
  { config, masterKey, log, clock, sandbox, database: { db } }: Parts,
  { rentals, ...neighbours }: Neighbours & { rentals: Rentals },
) {
  const { formBases, ...providers } = openPaymentProviders(config, sandbox)
  const connected = connectCommerce({
    db,
    clock,
    log,
    masterKey,
    ...neighbours,
    ...providers,
    voidPaidFrom: (tx, lost) => rentals.voidPaidFrom(tx, lost),
    payerOf: neighbours.accounts.payerOf,
    seller: { zh_HK: config.BRAND_ZH, en_US: config.BRAND_EN },
    isReturnOrigin: createOrigins(config).isOurs,
    redeemLink: (code) => `${addressOf(config, config.PORT)}/#/giftcard?gift=${code}`,
  })
  return { ...connected, formBases }
}

type Given = Pick<
  PaymentsDeps,
  | 'db'
  | 'clock'
  | 'log'
  | 'masterKey'
  | 'providers'
  | 'otherProviders'
  | 'callbacks'
  | 'payerOf'
  | 'seller'
  | 'isReturnOrigin'
> &
  Pick<CodesDeps, 'redeemLink'>

interface CommerceDeps extends Given, Neighbours, Pick<SubscriptionsDeps, 'voidPaidFrom'> {
  readonly mandates: AgreementsDeps['providers']
  readonly mandateCallbacks: AgreementsDeps['callbacks']
}

/**
 * The domains of money over any providers, each created after those that it calls. Three calls go back to a domain that is created later,
 * and are read when they are made: payments deliver to `products`, agreements report to `owner`, the list of plans asks `subscribers`.
 */
export function connectCommerce({
  accounts,
  messages,
  ledger,
  voidPaidFrom: voidRentals,
  mandates,
  mandateCallbacks,
  ...given
}: CommerceDeps) {
  const { db, clock, log, masterKey, isReturnOrigin, redeemLink } = given
  const shared = { db, clock, log, masterKey }
  const isTelecomPartner = (accountId: string, tx?: Db) => accounts.customers.isTelecomPartner(accountId, tx)
  const payments: Payments = createPayments({
    ...given,
    messages,
    ...openBooks({ db, log }),
    products: () => products,
    isBlocked: async (accountId) => (await ledger.balance(accountId)).isBlocked,
    itemName: formatPaymentItem,
  })
  const agreements: Agreements = createAgreements({
    ...shared,
    payments,
    providers: mandates,
    callbacks: mandateCallbacks,
    owner: () => subscriptions.owner,
    isReturnOrigin,
  })
  const plans = createPlans({ db, clock, subscribers: () => subscriptions, isTelecomPartner })
  const screenings = createScreenings({ ...shared, ledger, payments, isTelecomPartner })
  const voidPaidFrom: SubscriptionsDeps['voidPaidFrom'] = async (tx, lost) => {
    await voidRentals(tx, lost)
    await screenings.voidPaidFrom(tx, lost)
  }
  const sold = { ...shared, messages, ledger, plans }
  const subscriptions = createSubscriptions({ ...sold, agreements, payments, isTelecomPartner, voidPaidFrom })
  const codes = createCodes({
    ...sold,
    accounts: codeAccounts(accounts),
    payments,
    subscriptions,
    voidPaidFrom,
    redeemLink,
  })
  const partners = createPartners({ ...sold, accounts, agreements, payments, codes, subscriptions })
  const topups = createTopups({ clock, voidPaidFrom, isTelecomPartner })
  const sales = createSales({ ...shared, messages })
  const cinema = createCinema({ ...shared, messages, isTelecomPartner })
  const products: readonly Product[] = [
    topups.product,
    codes.product,
    sales.product,
    screenings.product,
    ...subscriptions.products,
    ...partners.products,
  ]
  return { plans, payments, topups, agreements, subscriptions, codes, partners, sales, screenings, cinema }
}

export const codeAccounts = (
  accounts: Pick<Accounts, 'read' | 'findContact' | 'credentialChecks'>,
): CodesDeps['accounts'] => ({
  read: async (tx, accountId) => {
    const account = await accounts.read(accountId, tx)
    return account && { ...account, isTelecomPartner: isTelecomPartner(account.partner) }
  },
  findRecipient: async (tx, recipient) => {
    const account = await accounts.findContact(tx, recipient)
    return account && !account.closesAt && !isTelecomPartner(account.partner) ? account.accountId : undefined
  },
  lookUp: (visitor, look) => accounts.credentialChecks.findCode(visitor, look),
})
