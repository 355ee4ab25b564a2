import type { Kysely } from 'kysely'
import { batchLimits, connectCommerce, refundLimits } from '#server/commerce.ts'
import { createLedger, spend, walletOf } from '#server/domains/ledger/index.ts'
import type { LiveSettings } from '#server/domains/settings/index.ts'
import type { TestClock } from '#server/kit/clock.ts'
import { type Database, inTransaction } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
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

interface Told {
  readonly event?: 'disputeOpened' | 'disputeWon' | 'disputeLost'
  readonly disputeId?: string
  readonly answerBy?: string
}

function readCallback(body: Buffer) {
  const { answerBy, ...told } = JSON.parse(body.toString())
  return { ...told, ...(answerBy && { answerBy: Temporal.Instant.from(answerBy) }) }
}

/** Members and what they buy from one provider in memory, on the database of the operators. */
export function createOperatorOrdersIn({ db, clock, settings }: Given) {
  const { accounts, messages, aMember } = createTestMembers({ db, clock })
  const log = createLog({ level: 'silent', role: 'test' })
  const masterKey = Buffer.alloc(32, 7)
  const [alipay, push] = [new TestProvider('alipay', { capturing: false }), new TestPushProvider()]
  const ledger = createLedger({ db, clock })
  const commerce = connectCommerce({
    db,
    clock,
    log,
    masterKey,
    accounts,
    messages,
    ledger,
    voidPaidFrom: async () => {},
    providers: [alipay],
    callbacks: [
      {
        kinds: ['alipay'],
        provider: { name: 'bank', acknowledgement: { status: 200 }, verify: () => ({ outcome: 'ignored' }) },
        read: readCallback,
      },
    ],
    mandates: [push],
    mandateCallbacks: [],
    refundLimits: () => refundLimits(settings.current().refunds),
    batchLimits: () => batchLimits(settings.current().codes),
    seller: () => ({ zh_HK: '港映', en_US: 'Harbour' }),
    isReturnOrigin: () => true,
    redeemLink: () => PAGE,
  })
  const { payments, agreements } = commerce
  let members = 0
  let spendings = 0
  const sold = { accounts, ...commerce, alipay, push }
  return { ...sold, aCustomer, aTopUp, dispute, spendCredits, credits, runPayments }

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

  /** What the provider tells of the dispute of a payment. */
  async function dispute(orderId: string, { event = 'disputeOpened', disputeId = 'D-1', answerBy }: Told = {}) {
    const paid = db.selectFrom('payment_order').select('payment_reference').where('order_id', '=', orderId)
    const { payment_reference: paymentReference } = await paid.executeTakeFirstOrThrow()
    const body = Buffer.from(JSON.stringify({ of: 'dispute', paymentReference, disputeId, event, answerBy }))
    await payments.domainModule.webhooks![0]!.process({ body } as never)
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
