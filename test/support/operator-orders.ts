import type { Kysely } from 'kysely'
import { openBooks, recordMandateTermination, recordRefundEnd } from '#server/commerce.ts'
import { createAgreements } from '#server/domains/agreements/index.ts'
import { createLedger, spend, walletOf } from '#server/domains/ledger/index.ts'
import { createPayments } from '#server/domains/payments/index.ts'
import type { LiveSettings } from '#server/domains/settings/index.ts'
import { createTopups } from '#server/domains/topups/index.ts'
import type { TestClock } from '#server/kit/clock.ts'
import { type Database, inTransaction } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { formatItem } from '#text/en_US/payments.ts'
import { createTestMembers } from './accounts.ts'
import { TestPushProvider } from './mandate-provider.ts'
import { TestProvider } from './payment-provider.ts'

const PAGE = 'https://harbour.test/'

interface Given {
  readonly db: Kysely<Database>
  readonly clock: TestClock
  readonly settings: Pick<LiveSettings, 'current'>
}

interface TopUp {
  readonly credits?: number
  readonly accountId?: string
  /** Another sum is reviewed. */
  readonly paidCents?: number
}

/** Members, their top-ups and one provider in memory, on the database of the operators. */
export function createOperatorOrdersIn({ db, clock, settings }: Given) {
  const { accounts, messages, aMember } = createTestMembers({ db, clock })
  const log = createLog({ level: 'silent', role: 'test' })
  const ledger = createLedger({ db, clock })
  const alipay = new TestProvider('alipay', { capturing: false })
  const topups = createTopups({ clock, voidPaidFrom: async () => {}, isTelecomPartner: async () => false })
  const payments = createPayments({
    db,
    clock,
    log,
    messages,
    masterKey: Buffer.alloc(32, 7),
    ...openBooks({ db, log }),
    providers: [alipay],
    callbacks: [
      {
        kinds: ['alipay'],
        provider: { name: 'bank', acknowledgement: { status: 200 }, verify: () => ({ outcome: 'ignored' }) },
        read: (body) => JSON.parse(body.toString()),
      },
    ],
    products: () => [topups.product],
    isBlocked: async () => false,
    refundLimits: () => {
      const { perOrder, perAccount, perOperator } = settings.current().refunds
      return { order: perOrder * 100, account: perAccount * 100, operator: perOperator * 100 }
    },
    onRefundEnded: recordRefundEnd(clock),
    itemName: formatItem,
    seller: () => ({ zh_HK: '港映', en_US: 'Harbour' }),
    isReturnOrigin: () => true,
  })
  const push = new TestPushProvider()
  const agreements = createAgreements({
    db,
    clock,
    log,
    masterKey: Buffer.alloc(32, 7),
    payments,
    providers: [push],
    callbacks: [],
    owner: () => {
      throw new Error('no agreement is made here')
    },
    isReturnOrigin: () => true,
    onMandateTermination: recordMandateTermination(clock),
  })
  let members = 0
  let spendings = 0
  const sold = { accounts, payments, agreements, alipay, push }
  return { ...sold, aCustomer, aTopUp, spendCredits, credits, runPayments }

  async function aCustomer(): Promise<string> {
    members += 1
    return (await aMember(`9${String(5_000_000 + members)}`)).accountId
  }

  /** A paid one, of a new customer by default. */
  async function aTopUp({ credits: n = 50, accountId, paidCents = n * 100 }: TopUp = {}) {
    const buyer = accountId ?? (await aCustomer())
    const { orderId, orderNumber } = await payments.createOrder({
      accountId: buyer,
      language: 'en_US',
      purpose: 'credits',
      purposeId: `credits-${n}`,
      kind: 'alipay',
      amountCents: n * 100,
      continueUrl: PAGE,
      cancelUrl: PAGE,
      terminal: 'web',
    })
    alipay.approve(orderId, { amountCents: paidCents })
    await payments.returned({ accountId: buyer, orderId })
    return { orderId, orderNumber, accountId: buyer }
  }

  function spendCredits(accountId: string, amount: number) {
    return inTransaction(db, async (tx) => {
      const at = clock.now()
      const walletId = await walletOf(tx, accountId, at)
      const booking = { kind: 'rent', idempotencyKey: `spending ${(spendings += 1)}`, actor: 'member', at }
      return spend(tx, { walletId, amount, ...booking })
    })
  }

  async function credits(accountId: string): Promise<number> {
    return (await ledger.balance(accountId)).spendable.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** What a job does next. */
  async function runPayments(): Promise<void> {
    for (const { domainModule } of [payments, agreements])
      for (const { run } of domainModule.scheduledTasks ?? []) await run({ queue: idleQueue, log })
  }
}
