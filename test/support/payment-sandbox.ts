import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PaymentKind, Terminal } from '#contract/payments.ts'
import { readConfig } from '#server/config.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import { createPayments, type PaymentProvider } from '#server/domains/payments/index.ts'
import { createTopups } from '#server/domains/topups/index.ts'
import { createWebhooks } from '#server/domains/webhooks/index.ts'
import { formatPaymentItem } from '#server/jobs/payments.presenter.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { openBooks } from '#server/commerce.ts'
import { openPaymentProviders, type SandboxAccess } from '#server/payment-providers.ts'
import { startSandbox } from '../../src/sandbox/sandbox.ts'
import { createTestAccounts } from './accounts.ts'
import { openHooks } from './sandbox-hooks.ts'

const PAGE = 'http://localhost:8080/?from=payment#/paypiont'
const MASTER_KEY = Buffer.alloc(32, 7)

export type PaymentSandboxWorld = Awaited<ReturnType<typeof createPaymentSandboxWorld>>

/** Payments and top-ups on PostgreSQL with the provider sandbox, its callbacks, and one member at a time. */
export async function createPaymentSandboxWorld({
  replace = (providers) => providers,
}: {
  replace?: (providers: readonly PaymentProvider[], access: SandboxAccess) => readonly PaymentProvider[]
} = {}) {
  const app = await createTestAccounts()
  const folder = await mkdtemp(join(tmpdir(), 'harbour-sandbox-'))
  const sandbox = await startSandbox({ file: join(folder, 'state.json') })
  const { db, clock, messages, accounts } = app
  clock.set(Temporal.Now.instant())
  const log = createLog({ level: 'silent', role: 'test' })
  const topups = createTopups({ clock, voidPaidFrom: async () => {}, isTelecomPartner: async () => false })
  const { callbacks, ...opened } = openPaymentProviders(readConfig({}), {
    sandbox: sandbox.access,
    brand: () => 'Harbour',
  })
  const shared = {
    db,
    clock,
    log,
    messages,
    masterKey: MASTER_KEY,
    ...openBooks({ db, log }),
    callbacks,
    products: () => [topups.product],
    isBlocked: async () => false,
    itemName: formatPaymentItem,
    payerOf: accounts.payerOf,
    seller: () => ({ zh_HK: '港映', en_US: 'Harbour' }),
    isReturnOrigin: (origin: string) => origin === 'http://localhost:8080',
  }
  const payments = createPayments({ ...shared, providers: replace(opened.providers, sandbox.access) })
  /** As with the default settings. */
  const unchanged = createPayments({ ...shared, ...opened })
  const endpoints = payments.domainModule.webhooks ?? []
  const webhooks = createWebhooks({ db, clock, log, masterKey: MASTER_KEY, endpoints })
  const hooks = await openHooks(webhooks)
  sandbox.setService(hooks.url)
  let members = 0
  let offsetMs = 0
  let accountId = ''

  const start = (kind: PaymentKind, terminal: Terminal = 'web') =>
    payments.createOrder({
      accountId,
      language: 'en_US',
      purpose: 'credits',
      purposeId: 'credits-100',
      kind,
      amountCents: 10_000,
      continueUrl: PAGE,
      cancelUrl: PAGE,
      terminal,
      address: '203.0.113.7',
    })

  /** Goes to the page of the payment as a browser does; a QR code without a page is scanned. @returns its address */
  async function open({ nextAction }: Awaited<ReturnType<typeof start>>): Promise<string> {
    const { type, url, qrText = '', fields } = nextAction!
    if (type !== 'form') return url || qrText
    const answer = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
    return answer.headers.get('location') ?? `${answer.status}`
  }

  /** Chooses on the page of the payment. @returns where the browser is sent, and how */
  async function choose(order: Awaited<ReturnType<typeof start>>, choice: string) {
    const answer = await fetch(await open(order), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ choice }),
    })
    return { status: answer.status, location: answer.headers.get('location') }
  }

  async function settle(): Promise<void> {
    for (let round = 0; round < 2; round++) {
      await sandbox.setOffset(offsetMs)
      await webhooks.processDue()
    }
  }

  async function runDue(): Promise<void> {
    for (const { run } of payments.domainModule.scheduledTasks ?? []) await run({ queue: idleQueue, log })
  }

  /** Moves both clocks; the sandbox delivers what is due, the service does what is due. */
  async function advance(minutes: number): Promise<void> {
    offsetMs += minutes * 60_000
    clock.advance(`PT${minutes}M`)
    await settle()
    await runDue()
  }

  const stateOf = async (orderId: string) =>
    db
      .selectFrom('payment_order')
      .select(['state', 'paid_cents as paid'])
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()

  const creditsOf = async () => {
    const { spendable } = await createLedger({ db, clock }).balance(accountId)
    return spendable.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** The cents of each ledger account that belong to an order. */
  async function bookedFor(orderId: string): Promise<Record<string, number>> {
    const rows = await db
      .selectFrom('posting')
      .innerJoin('transfer', 'transfer.transfer_id', 'posting.transfer_id')
      .select(({ fn }) => ['ledger_account', fn.sum<string>('amount').as('cents')])
      .where('subject', '=', orderId)
      .where('commodity', '=', 'HKD_CENT')
      .groupBy('ledger_account')
      .execute()
    return Object.fromEntries(
      rows.map(({ ledger_account, cents }) => [ledger_account, Number(cents)]).filter(([, n]) => n !== 0),
    )
  }

  /** The templates of the member's messages. */
  const inbox = async () =>
    (await db.selectFrom('inbox_message').select('template').where('account_id', '=', accountId).execute()).map(
      ({ template }) => template,
    )

  return {
    ...app,
    payments,
    unchanged,
    inbox,
    sandbox,
    received: hooks.received,
    start,
    open,
    choose,
    settle,
    advance,
    runDue,
    stateOf,
    creditsOf,
    bookedFor,
    /** Another member. */
    reset: async () => {
      hooks.received.length = 0
      ;({ accountId } = await app.aMember(`9400${String(members++).padStart(4, '0')}`))
    },
    get accountId() {
      return accountId
    },
    close: async () => {
      await sandbox.close()
      await hooks.close()
      await app.close()
      await rm(folder, { recursive: true })
    },
  }
}
