import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { type Agreements, createAgreements, type PullProvider } from '#server/domains/agreements/index.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import { createMessages } from '#server/domains/messages/index.ts'
import { createPayments, type PaymentProvider, type Payments } from '#server/domains/payments/index.ts'
import { createPlans } from '#server/domains/plans/index.ts'
import { createSubscriptions } from '#server/domains/subscriptions/index.ts'
import { createTestClock, systemClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { createRenderer } from '#server/jobs/messages.presenter.ts'
import { openBooks } from '#server/commerce.ts'

/**
 * A process that settles payments and charges agreements, and that a test or a bench can kill:
 * `node charging-server.ts {url} {latency in ms} [{its time}]`. Its provider keeps what it has taken in the table `provider_charge`, which
 * outlives the process, and answers after the latency. With a time it works once and ends with 0; without one it works until it is
 * killed. It writes `started`, then a line for each charge that the provider has taken.
 */
const [url = '', latency = '0', time] = process.argv.slice(2)
const LATENCY_MS = Number(latency)
/** Between two looks for due work. */
const PAUSE_MS = 500

const { db } = openDb({ url, max: 10 })
const provider = openDb({ url, max: 20 })
const clock = time === undefined ? systemClock : createTestClock(time)
const log = pino({ level: 'fatal' })
const masterKey = Buffer.alloc(32, 7)
const sender = { name: 'none', send: async () => ({ providerId: '' }), close: async () => {} }
const messages = createMessages({
  db,
  clock,
  log,
  sms: sender,
  mail: sender,
  render: createRenderer(() => ({ zh_HK: '', en_US: '' })),
  keepSecrets: false,
})
const isReturnOrigin = () => true
const shared = { db, clock, log, masterKey, messages }

const succeeded = (orderId: string, amountCents: number) =>
  ({ state: 'succeeded', amountCents, currency: 'HKD', paymentReference: `paid-${orderId}` }) as const

/** Takes every charge, once for each order. */
const mandates: PullProvider = {
  kind: 'alipay',
  mode: 'pull',
  sandbox: true,
  setup: async () => ({ outcome: 'unknown', reason: '' }),
  query: async () => ({ state: 'unknown' }),
  exchange: async () => ({ state: 'unknown' }),
  refresh: async () => ({ state: 'unknown' }),
  end: async () => true,
  async charge(_, { orderId, amountCents }) {
    await sleep(LATENCY_MS / 2)
    await provider.pool.query('insert into provider_charge values ($1, $2) on conflict do nothing', [
      orderId,
      amountCents,
    ])
    process.stdout.write('charged\n')
    await sleep(LATENCY_MS / 2)
    return succeeded(orderId, amountCents)
  },
}

const payer = (kind: 'alipay' | 'wechat'): PaymentProvider => ({
  kind,
  sandbox: true,
  create: async () => ({ outcome: 'unknown', reason: '' }),
  async query({ orderId }) {
    await sleep(LATENCY_MS)
    const { rows } = await provider.pool.query<{ cents: number }>(
      'select cents from provider_charge where order_id = $1',
      [orderId],
    )
    process.stdout.write('queried\n')
    return rows[0] ? succeeded(orderId, rows[0].cents) : { state: 'open' }
  },
  capture: async () => ({ state: 'unknown' }),
  cancel: async () => ({ state: 'unknown' }),
  refund: async () => ({ state: 'unknown', reason: '' }),
})

const ledger = createLedger({ db, clock })
const isTelecomPartner = async () => false
const payments: Payments = createPayments({
  ...shared,
  ...openBooks({ db, log }),
  providers: [payer('alipay'), payer('wechat')],
  callbacks: [],
  products: () => subscriptions.settlements.products,
  isBlocked: async () => false,
  itemName: () => 'plan',
  seller: () => ({ zh_HK: '', en_US: '' }),
  isReturnOrigin,
})
const agreements: Agreements = createAgreements({
  ...shared,
  payments,
  providers: [mandates],
  callbacks: [],
  owner: () => subscriptions.owner,
  isReturnOrigin,
})
const plans = createPlans({ db, clock, subscribers: () => subscriptions.starts, isTelecomPartner })
const subscriptions = createSubscriptions({
  ...shared,
  plans,
  ledger,
  agreements,
  payments,
  isTelecomPartner,
  voidPaidFrom: async () => {},
})

process.stdout.write('started\n')
for (;;) {
  await Promise.all([payments.runDue(), subscriptions.runDue()])
  if (time !== undefined) break
  await sleep(PAUSE_MS)
}
process.exit(0)
