import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '#server/app.ts'
import { type Agreements, createAgreements, type PullProvider } from '#server/domains/agreements/index.ts'
import { createPayments, type PaymentProvider, type Payments } from '#server/domains/payments/index.ts'
import { cycleEnd } from '#server/domains/plans/index.ts'
import { createSubscriptions } from '#server/domains/subscriptions/index.ts'
import { createLog } from '#server/kit/log.ts'
import { createMoneyBook } from '#server/money-book.ts'
import { withLedgerWorld } from './support/ledger-world.ts'
import { checkBudgets, printTable } from './support/table.ts'

/**
 * Renewals that fall due at once, charged by one node at a provider that answers after 300 ms: the real domains on a database without
 * fsync. 100 000 of them have six hours. BENCH_RENEWALS and BENCH_LATENCY_MS change the run.
 */
const RENEWALS = Number(process.env.BENCH_RENEWALS ?? 2_000)
const LATENCY_MS = Number(process.env.BENCH_LATENCY_MS ?? 300)
const WHOLE = 100_000
const LEAD_HOURS = 6

const log = createLog({ level: 'silent', role: 'bench' })
const AMOUNT = { amountCents: 8_800, currency: 'HKD' }
const ZONE = 'Asia/Hong_Kong'

/** Takes every charge. */
const mandates: PullProvider = {
  kind: 'alipay',
  mode: 'pull',
  sandbox: true,
  setup: async () => ({ outcome: 'unknown', reason: '' }),
  query: async () => ({ state: 'unknown' }),
  exchange: async () => ({ state: 'unknown' }),
  refresh: async () => ({ state: 'unknown' }),
  end: async () => true,
  async charge(_, { orderId, amountCents, currency }) {
    await sleep(LATENCY_MS)
    return { state: 'succeeded', amountCents, currency, paymentReference: `paid-${orderId}` }
  },
}

const payments: PaymentProvider = {
  kind: 'alipay',
  sandbox: true,
  create: async () => ({ outcome: 'unknown', reason: '' }),
  query: async () => ({ state: 'unknown' }),
  capture: async () => ({ state: 'unknown' }),
  cancel: async () => ({ state: 'unknown' }),
  refund: async () => ({ state: 'unknown', reason: '' }),
}

/** The domains that renew, over the app's database. */
function createRenewing({ domains, database: { db }, clock }: App) {
  const { messages, plans, ledger } = domains
  const shared = { db, clock, log, masterKey: Buffer.alloc(32, 1), messages }
  const isReturnOrigin = () => true
  const subscriptions = createSubscriptions({
    ...shared,
    plans,
    ledger,
    agreements: (): Agreements => agreements,
    payments: (): Payments => orders,
    isTelecomPartner: async () => false,
    voidPaidFrom: async () => {},
  })
  const orders = createPayments({
    ...shared,
    money: createMoneyBook(log),
    providers: [payments],
    callbacks: [],
    purposes: () => subscriptions.purposes,
    isBlocked: async () => false,
    itemName: () => 'plan',
    seller: { zh_HK: '', en_US: '' },
    isReturnOrigin,
  })
  const agreements = createAgreements({
    ...shared,
    payments: orders,
    providers: [mandates],
    callbacks: [],
    owner: () => subscriptions.owner,
    isReturnOrigin,
  })
  return subscriptions
}

/** Members whose cycle ends tonight, and whose next one is due to be charged now. */
async function addDue({ database: { pool }, clock }: App, count: number): Promise<void> {
  const now = clock.now()
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const anchor = today.subtract({ months: 1 }).toZonedDateTime(ZONE).toInstant()
  const end = cycleEnd(anchor, 1)
  await pool.query(
    `insert into account (account_id, number, name, email, birthday, gender, language, partner, password_hash,
       parental_hash, terms_agreed_at, privacy_agreed_at, created_at)
     select 'due-' || n, '+853' || (60000000 + n), 'bench', 'bench@example.invalid', '1990-01-01', 'female', 'zh_HK',
       'anyplex', '', '', now(), now(), now() from generate_series(1, $1::int) as n`,
    [count],
  )
  await pool.query(
    `insert into agreement (agreement_id, account_id, ordinal, kind, mode, sandbox, state, plan_version_id, amount_cents,
       currency, name, trial, first_charge_at, language, terminal, continue_url, cancel_url, created_at, expires_at,
       activated_at)
     select 'due' || n, 'due-' || n, 1, 'alipay', 'pull', true, 'active', 'entertainment-pass.1', $2, $3,
       '{"zh_HK": "", "en_US": ""}', true, now(), 'zh_HK', 'web', '', '', now(), now(), now()
     from generate_series(1, $1::int) as n`,
    [count, AMOUNT.amountCents, AMOUNT.currency],
  )
  await pool.query(
    `insert into subscription (subscription_id, account_id, plan_version_id, state, agreement_id, agreement_kind,
       agreement_mode, anchor, cycle, cycle_starts_at, cycle_ends_at, last_cycle, paid_until, entitled_until,
       charge_due_at, noticed_cycle, tick_due_at, started_at)
     select 'due-' || n, 'due-' || n, 'entertainment-pass.1', 'trial', 'due' || n, 'alipay', 'pull', $2, 1, $2, $3, 1,
       $3, $3, $4, 2, $4, $2 from generate_series(1, $1::int) as n`,
    [count, anchor.toString(), end.toString(), now.subtract({ seconds: 1 }).toString()],
  )
  await pool.query(
    `insert into subscription_cycle (subscription_id, cycle, kind, starts_at, ends_at, plan_version_id)
     select 'due-' || n, 1, 'trial', $2, $3, 'entertainment-pass.1' from generate_series(1, $1::int) as n`,
    [count, anchor.toString(), end.toString()],
  )
}

await withLedgerWorld(async ({ app }) => {
  const { runDue } = createRenewing(app)
  await addDue(app, RENEWALS)
  const startMs = performance.now()
  await runDue()
  const seconds = (performance.now() - startMs) / 1_000
  const { rows } = await app.database.pool.query<{ paid: number; cycles: number }>(
    `select (select count(*)::int from payment_order where purpose = 'renewal' and delivered_at is not null) as paid,
       (select count(*)::int from subscription_cycle where kind = 'charged') as cycles`,
  )
  const { paid = 0, cycles = 0 } = rows[0] ?? {}
  if (paid !== RENEWALS || cycles !== RENEWALS) throw new Error(`${paid} payments and ${cycles} cycles of ${RENEWALS}`)
  const perSecond = RENEWALS / seconds
  const hours = WHOLE / perSecond / 3_600
  printTable(
    ['renewals', 'seconds', 'a second', `hours for ${WHOLE}`],
    [[`${RENEWALS} at ${LATENCY_MS} ms`, seconds, perSecond, hours]],
  )
  checkBudgets([{ name: `hours for ${WHOLE}`, found: hours, atMost: LEAD_HOURS / 4 }])
})
