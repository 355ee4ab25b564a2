import { type Accounts, isTelecomPartner } from '#server/domains/accounts/index.ts'
import { type Agreements, type AgreementsDeps, createAgreements } from '#server/domains/agreements/index.ts'
import { recordAudit } from '#server/domains/audit/index.ts'
import { createCinema } from '#server/domains/cinema/index.ts'
import { createCodes, type CodesDeps } from '#server/domains/codes/index.ts'
import { type Ledger, post } from '#server/domains/ledger/index.ts'
import type { Messages } from '#server/domains/messages/index.ts'
import { createPartners } from '#server/domains/partners/index.ts'
import {
  createPayments,
  LATE_CENTS,
  type Payments,
  type PaymentsDeps,
  type Product,
  type MoneyBook,
  type MoneyMovement,
} from '#server/domains/payments/index.ts'
import { createPlans } from '#server/domains/plans/index.ts'
import type { Rentals } from '#server/domains/rentals/index.ts'
import { createSales } from '#server/domains/sales/index.ts'
import { createScreenings } from '#server/domains/screenings/index.ts'
import { isOver, type LiveSettings, type SettingValues } from '#server/domains/settings/index.ts'
import { createSubscriptions, type SubscriptionsDeps } from '#server/domains/subscriptions/index.ts'
import { createTopups } from '#server/domains/topups/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Db, type DbHandle, type Database, inTransaction, sql } from '#server/kit/db.ts'
import type { Log } from '#server/kit/log.ts'
import type { Config } from './config.ts'
import { addressOf } from './config.rules.ts'
import { formatPaymentItem } from './jobs/payments.presenter.ts'
import type { PaymentProviders } from './payment-providers.ts'
import { createOrigins } from './wire/http/origins.ts'
import type { Kysely } from 'kysely'

interface Parts {
  readonly config: Config
  readonly masterKey: Buffer
  readonly log: Log
  readonly clock: Clock
  readonly paymentProviders: Omit<PaymentProviders, 'formBases'>
  readonly settings: Pick<LiveSettings, 'current'>
  readonly database: DbHandle
}

interface Neighbours {
  readonly accounts: Accounts
  readonly messages: Messages
  readonly ledger: Ledger
}

export function createCommerce(
  { config, masterKey, log, clock, paymentProviders, settings, database: { db } }: Parts,
  { accounts, messages, ledger, rentals }: Neighbours & { rentals: Rentals },
) {
  return connectCommerce({
    db,
    clock,
    log,
    masterKey,
    accounts,
    messages,
    ledger,
    ...paymentProviders,
    voidPaidFrom: rentals.voidPaidFrom,
    payerOf: accounts.payerOf,
    seller: () => settings.current().brand,
    isKindPaused: (kind) => !isOver(settings.current().payments[kind], clock.now()),
    refundLimits: () => refundLimits(settings.current().refunds),
    batchLimits: () => batchLimits(settings.current().codes),
    isReturnOrigin: createOrigins(config).isOurs,
    redeemLink: (code) => `${addressOf(config, config.PORT)}/#/giftcard?gift=${code}`,
  })
}

export const refundLimits = ({ perOrder, perAccount, perOperator }: SettingValues['refunds']) => ({
  order: perOrder * 100,
  account: perAccount * 100,
  operator: perOperator * 100,
})

export const batchLimits = ({ perDay, worthPerDay }: SettingValues['codes']) => ({
  codes: perDay,
  cents: worthPerDay * 100,
})

/** What became of a refund that an operator asked for: a job learns it from the provider. */
export const recordRefundEnd =
  (clock: Clock): NonNullable<PaymentsDeps['onRefundEnded']> =>
  async (on, { orderId, refundId, state, amountCents, problem, actor }) => {
    if (!actor.startsWith('operator:')) return
    const details = { refundId, outcome: state, amountCents, requester: actor, ...(problem !== null && { problem }) }
    const entry = { at: clock.now(), actor: 'system', action: 'end refund', subject: `order:${orderId}`, details }
    await inTransaction(on, (tx) => recordAudit(tx, entry))
  }

/** As `npm run payments -- end-mandate` records it. */
export const recordMandateTermination =
  (clock: Clock): NonNullable<AgreementsDeps['onMandateTermination']> =>
  async (tx, { providerReference, agreementId, outcome, actor, operatorId, reason, terminationId }) => {
    const details = { agreementId, terminationId, ending: outcome }
    const entry = {
      at: clock.now(),
      actor,
      reason,
      action: 'end mandate',
      subject: `mandate:${providerReference}`,
      details,
    }
    await recordAudit(tx, { ...entry, ...(operatorId !== null && { operatorId }) })
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
  | 'refundLimits'
  | 'seller'
  | 'isKindPaused'
  | 'isReturnOrigin'
> &
  Pick<CodesDeps, 'redeemLink' | 'batchLimits'>

interface CommerceDeps extends Given, Neighbours, Pick<SubscriptionsDeps, 'voidPaidFrom'> {
  readonly mandates: AgreementsDeps['providers']
  readonly mandateCallbacks: AgreementsDeps['callbacks']
}

/**
 * The domains of money over any providers, each created after those that it calls. Three calls go back to a domain that is created later,
 * and are read when they are made: payments deliver to `products`, agreements report to `owner`, the list of plans calls `subscribers`.
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
  const { isTelecomPartner } = accounts.customers
  const payments: Payments = createPayments({
    ...given,
    messages,
    ...openBooks({ db, log }),
    onRefundEnded: recordRefundEnd(clock),
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
    ...(given.isKindPaused && { isKindPaused: given.isKindPaused }),
    onMandateTermination: recordMandateTermination(clock),
  })
  const plans = createPlans({ db, clock, subscribers: () => subscriptions.starts, isTelecomPartner })
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
    ...(given.batchLimits && { batchLimits: given.batchLimits }),
  })
  const partners = createPartners({ ...sold, accounts, agreements, payments, codes: codes.redemptions, subscriptions })
  const topups = createTopups({ clock, voidPaidFrom, isTelecomPartner })
  const sales = createSales({ ...shared, messages })
  const cinema = createCinema({ ...shared, messages, isTelecomPartner })
  const products: readonly Product[] = [
    topups.product,
    codes.product,
    sales.product,
    screenings.product,
    ...subscriptions.settlements.products,
    ...partners.products,
  ]
  return { plans, payments, topups, agreements, subscriptions, codes, partners, sales, screenings, cinema }
}

export const codeAccounts = (accounts: Pick<Accounts, 'read' | 'findContact' | 'findCode'>): CodesDeps['accounts'] => ({
  read: async (tx, accountId) => {
    const account = await accounts.read(accountId, tx)
    return account && { ...account, isTelecomPartner: isTelecomPartner(account.partner) }
  },
  findRecipient: async (tx, recipient) => {
    const account = await accounts.findContact(tx, recipient)
    return account && !account.closesAt && !isTelecomPartner(account.partner) ? account.accountId : undefined
  },
  lookUp: accounts.findCode,
})

export const openBooks = ({
  db,
  log,
}: Pick<PaymentsDeps, 'db' | 'log'>): Pick<PaymentsDeps, 'money' | 'differences'> => ({
  money: createMoneyBook(log),
  differences: () => findReceivedDifferences(db),
})

const CURRENCY = 'HKD'

/**
 * What a provider owes us against what was received and not delivered yet (`payments_received`). A payment in another currency is under
 * review, and is not booked.
 */
function createMoneyBook(log: Pick<Log, 'error'>): MoneyBook {
  const book = async (tx: Db, movement: MoneyMovement, kind: string) => {
    const { orderId, refundId, amountCents, currency, at } = movement
    if (currency !== CURRENCY) log.error({ orderId, currency }, 'payment in another currency is not booked')
    if (currency !== CURRENCY || amountCents === 0) return
    const idempotencyKey = `${kind}:${refundId ?? orderId}`
    await post(tx, { kind, entries: entriesOf(kind, movement), idempotencyKey, actor: 'system', subject: orderId, at })
  }
  return {
    received: (tx, movement) => book(tx, movement, 'payment'),
    returned: (tx, movement) => book(tx, movement, 'refund'),
    chargedBack: (tx, movement) => book(tx, movement, 'chargeback'),
    returnedLate: (tx, movement) => book(tx, movement, 'late refund'),
  }
}

/** What was bought stays with its buyer, or is taken back by a booking of its own. */
const LOST: ReadonlySet<string> = new Set(['chargeback', 'late refund'])

type Entry = Parameters<typeof post>[1]['entries'][number]

function entriesOf(kind: string, { kind: provider, amountCents }: MoneyMovement): Entry[] {
  const sign = kind === 'payment' ? 1 : -1
  const other = LOST.has(kind) ? 'dispute_loss' : 'payments_received'
  return [
    { account: `provider:${provider}`, commodity: 'HKD_CENT', amount: sign * amountCents },
    { account: other, commodity: 'HKD_CENT', amount: -sign * amountCents },
  ]
}

const LISTED = 20

/**
 * Orders of which the ledger holds another sum as received than was paid and is neither delivered nor returned; 0 once they are over. Money
 * in another currency is not booked.
 * @returns the first ones, as sentences
 */
async function findReceivedDifferences(db: Kysely<Database>): Promise<string[]> {
  // For the setting: the statement locks nothing.
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('statement_timeout', '0', true)`.execute(tx)
    const { rows } = await sql<{ difference: string }>`
    with held as (
      select t.subject as order_id, -sum(p.amount)::bigint as cents
      from posting p join transfer t on t.transfer_id = p.transfer_id
      where p.ledger_account = 'payments_received' group by t.subject),
    owed as (
      select o.order_id, o.order_number, o.state,
        case when o.delivered_at is not null or o.state in ('refunded', 'charged_back') then 0
          else o.paid_cents - coalesce((select sum(r.amount_cents) from payment_refund r
            where r.order_id = o.order_id and r.state = 'succeeded'), 0)
            - ${LATE_CENTS} end::bigint as cents
      from payment_order o where o.paid_at is not null and o.paid_currency = 'HKD')
    select format('order %s (%s): %s cents are booked as received, %s should be',
      coalesce(o.order_number || ' ' || o.order_id, h.order_id, 'unknown'), coalesce(o.state, 'not paid'), coalesce(h.cents, 0), coalesce(o.cents, 0)) as difference
    from owed o full join held h on h.order_id = o.order_id
    where coalesce(h.cents, 0) <> coalesce(o.cents, 0)
    order by coalesce(o.order_id, h.order_id) limit ${LISTED}`.execute(tx)
    return rows.map(({ difference }) => difference)
  })
}
