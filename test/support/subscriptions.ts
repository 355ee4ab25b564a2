import { inHongKong } from './hong-kong.ts'
import type { PaymentKind } from '#contract/payments.ts'
import type { RenewingKind } from '#contract/plans.ts'
import { type Agreements, createAgreements, type MandateNotice } from '#server/domains/agreements/index.ts'
import { createLedger } from '#server/domains/ledger/index.ts'
import { type CallbackReport, createPayments, type Payments } from '#server/domains/payments/index.ts'
import { codeAccounts, openBooks } from '#server/commerce.ts'
import { createCodes, type Codes } from '#server/domains/codes/index.ts'
import { createPartners } from '#server/domains/partners/index.ts'
import { createPlans } from '#server/domains/plans/index.ts'
import { createSubscriptions } from '#server/domains/subscriptions/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import { type Db, openDb } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { formatItem } from '#text/en_US/payments.ts'
import { type AccountsApp, createTestAccounts } from './accounts.ts'
import { silentWorker } from './ledger.ts'
import { TestPullProvider, TestPushProvider } from './mandate-provider.ts'
import { TestProvider } from './payment-provider.ts'

const PAGE = 'https://harbour.test/#/monthlyfee'
type Start = { planId?: string; isPartnerCall?: boolean; shown?: object }
const log = createLog({ level: 'silent', role: 'test' })
const masterKey = Buffer.alloc(32, 7)
const isReturnOrigin = (origin: string) => origin === 'https://harbour.test'

/** The providers, which every node talks to. */
function createProviders(clock: Clock) {
  const paypal = new TestProvider('paypal', { capturing: true })
  const alipay = new TestProvider('alipay', { capturing: false })
  const wechat = new TestProvider('wechat', { capturing: false })
  const push = new TestPushProvider()
  const pull = new TestPullProvider(alipay, () => clock.now())
  return { paypal, alipay, wechat, push, pull }
}

type Providers = ReturnType<typeof createProviders>
type NodeDeps = Pick<AccountsApp, 'db' | 'clock' | 'messages' | 'accounts'> & { providers: Providers }

const endpoint = (name: string) => ({
  name,
  acknowledgement: { status: 200 },
  verify: () => ({ outcome: 'ignored' }) as const,
})

export type SubscriptionsNode = ReturnType<typeof createNode>

/** The domains of one node. */
function createNode({ db, clock, messages, accounts, providers }: NodeDeps) {
  const { paypal, alipay, wechat, push, pull } = providers
  const ledger = createLedger({ db, clock })
  const isTelecomPartner = (accountId: string, tx?: Db) => accounts.customers.isTelecomPartner(accountId, tx)
  const payments: Payments = createPayments({
    db,
    clock,
    log,
    masterKey,
    messages,
    ...openBooks({ db, log }),
    providers: [paypal, alipay, wechat],
    callbacks: [
      {
        kinds: ['paypal', 'alipay', 'wechat'],
        provider: endpoint('payments'),
        read: (body) => JSON.parse(body.toString()) as CallbackReport,
      },
    ],
    products: () => [codes.product, ...subscriptions.settlements.products, ...partners.products],
    isBlocked: async (accountId) => (await ledger.balance(accountId)).isBlocked,
    itemName: formatItem,
    seller: () => ({ zh_HK: '港映', en_US: 'Harbour' }),
    isReturnOrigin,
  })
  const agreements: Agreements = createAgreements({
    db,
    clock,
    log,
    masterKey,
    payments,
    providers: [push, pull],
    callbacks: ([push, pull] as const).map(({ kind }) => ({
      kind,
      provider: endpoint(kind),
      read: (body: Buffer) => JSON.parse(body.toString()) as MandateNotice,
    })),
    owner: () => subscriptions.owner,
    isReturnOrigin,
  })
  const plans = createPlans({ db, clock, subscribers: () => subscriptions.starts, isTelecomPartner })
  const voided: number[] = []
  const subscriptions = createSubscriptions({
    db,
    clock,
    log,
    masterKey,
    messages,
    plans,
    ledger,
    agreements,
    payments,
    isTelecomPartner,
    voidPaidFrom: async (_, { lotId }) => void voided.push(lotId),
  })
  const codes = createCodes({
    db,
    clock,
    masterKey,
    accounts: codeAccounts(accounts),
    redeemLink: (code) => `https://harbour.test/#/giftcard?gift=${code}`,
    messages,
    plans,
    subscriptions,
    payments,
    voidPaidFrom: async (_, { lotId }) => void voided.push(lotId),
  })
  const partners = createPartners({
    db,
    clock,
    masterKey,
    accounts,
    agreements,
    codes: codes.redemptions,
    ledger,
    payments,
    plans,
    subscriptions,
  })
  const modules = [ledger, payments, agreements, subscriptions, codes, partners].map(({ domainModule }) => domainModule)
  /** Does everything that is due by the clock, until nothing new is. */
  async function runDue(): Promise<void> {
    for (const { scheduledTasks = [] } of [...modules, subscriptions.domainModule, payments.domainModule]) {
      for (const { run } of scheduledTasks) await run(silentWorker)
    }
  }
  /** Hands a verified callback to its domain. */
  async function handleCallback(provider: string, said: object): Promise<void> {
    const hook = modules.flatMap(({ webhooks = [] }) => webhooks).find((one) => one.provider.name === provider)
    const body = Buffer.from(JSON.stringify(said))
    await hook!.process({ body, receivedAt: clock.now(), signal: new AbortController().signal })
  }
  return { db, ledger, plans, codes, partners, subscriptions, payments, agreements, runDue, handleCallback, voided }
}

export type SubscriptionsWorld = Awaited<ReturnType<typeof createSubscriptionsWorld>>

/** Subscriptions over a new database, with agreements and payments and their providers in memory. */
export async function createSubscriptionsWorld({ connections = 5 }: { connections?: number } = {}) {
  const personalData = () =>
    [node.ledger, node.payments, node.agreements, node.subscriptions, node.codes, node.partners].map(dataOf)
  const app = await createTestAccounts({
    personalData,
    promotionCodes: (): Codes['redemptions'] => node.codes.redemptions,
  })
  const { clock, url } = app
  const providers = createProviders(clock)
  const nodes: { close(): Promise<void> }[] = []

  /** Another node, on connections of its own; of a restored database with its `url`. */
  function aNode(max = connections, databaseUrl = url): SubscriptionsNode {
    const handle = openDb({ url: databaseUrl, max, onError: () => undefined })
    nodes.push(handle)
    return createNode({ ...app, db: handle.db, providers })
  }
  const node = aNode()
  let members = 0

  const aMember = async (partner = 'anyplex') =>
    (await app.aMember(`95${String(members++).padStart(6, '0')}`, partner)).accountId

  /** A member with a number that had an account before. */
  const aMemberWith = (number: string) => app.aMember(number.replace('+852', ''))

  const start = (accountId: string, kind: RenewingKind = 'alipay', change: Start = {}) =>
    node.subscriptions.starts.start({
      accountId,
      planId: 'entertainment-pass',
      kind,
      isPartnerCall: true,
      language: 'en_US',
      terminal: 'web',
      continueUrl: PAGE,
      cancelUrl: PAGE,
      ...change,
    })

  /** The payer approves, and the provider says so. */
  async function approve(agreementId: string, payer = `payer of ${agreementId}`, on: SubscriptionsNode = node) {
    const { push, pull } = providers
    if (push.mandates.has(agreementId)) {
      push.side(agreementId).payer = payer
      push.approve(agreementId)
      await on.handleCallback('paypal', { agreementId })
    } else {
      pull.side(agreementId).payer = payer
      await on.handleCallback('alipay', { agreementId, mandateCode: { code: pull.approve(agreementId) } })
    }
  }

  /** A member with a plan. @returns the account and its agreement */
  async function aSubscriber(kind: RenewingKind = 'alipay', planId = 'entertainment-pass') {
    const accountId = await aMember()
    const { agreementId } = await start(accountId, kind, { planId })
    await approve(agreementId)
    await node.runDue()
    return { accountId, agreementId }
  }

  /** An order for one prepaid month, which its payer has not paid. @returns its id */
  async function aPrepaid(accountId: string, planId = 'entertainment-pass', kind: PaymentKind = 'wechat') {
    // Orders of one instant have no order of their own.
    clock.advance('PT0.001S')
    const version = await node.plans.find(planId)
    const order = await node.payments.createOrder({
      accountId,
      language: 'en_US',
      purpose: 'plan',
      purposeId: planId,
      kind,
      amountCents: version?.amountCents ?? 0,
      continueUrl: PAGE,
      cancelUrl: PAGE,
      terminal: 'web',
    })
    return order.orderId
  }

  /** Buys one prepaid month. @returns the order, paid */
  async function prepay(accountId: string, planId?: string, kind?: PaymentKind) {
    const orderId = await aPrepaid(accountId, planId, kind)
    providers.wechat.approve(orderId)
    return node.payments.returned({ accountId, orderId })
  }

  /** Moves the clock to a time in Hong Kong, and does what is due. */
  async function goTo(text: string): Promise<void> {
    clock.set(Temporal.ZonedDateTime.from(`${text}[Asia/Hong_Kong]`).toInstant())
    await node.runDue()
  }

  const rows = (accountId: string) =>
    app.db.selectFrom('subscription').selectAll().where('account_id', '=', accountId).orderBy('started_at').execute()
  /** The last subscription of an account. */
  const row = async (accountId: string) => (await rows(accountId)).at(-1)!
  const state = async (accountId: string) => (await row(accountId)).state
  /** The cycles of the account's last subscription, as `1 trial`. */
  const cycles = async (accountId: string) => {
    const { subscription_id } = await row(accountId)
    const found = await app.db
      .selectFrom('subscription_cycle')
      .selectAll()
      .where('subscription_id', '=', subscription_id)
      .orderBy('cycle')
      .execute()
    return found.map(({ cycle, kind }) => `${cycle} ${kind}`)
  }
  const orders = (accountId: string) =>
    app.db.selectFrom('payment_order').selectAll().where('account_id', '=', accountId).orderBy('created_at').execute()
  const credits = async (accountId: string) => (await node.ledger.points(accountId)).pointsMonthly
  /** The templates of the messages to an account, the first one first. */
  const notices = async (accountId: string) => {
    const sent = await app.db
      .selectFrom('inbox_message')
      .select('template')
      .where('account_id', '=', accountId)
      .orderBy('sent_at')
      .execute()
    return sent.map(({ template }) => template as string).filter((template) => template !== 'welcome')
  }
  /** When titles stop to play, in Hong Kong. */
  const playsUntil = async (accountId: string) => inHongKong((await row(accountId)).entitled_until)

  return {
    ...app,
    ...providers,
    node,
    aNode,
    aMember,
    aMemberWith,
    start,
    approve,
    aSubscriber,
    aPrepaid,
    prepay,
    goTo,
    rows,
    row,
    state,
    cycles,
    orders,
    credits,
    notices,
    playsUntil,
    async close() {
      for (const one of nodes) await one.close()
      await app.close()
    },
  }
}

const dataOf = ({ domainModule }: { domainModule: { personalData?: unknown } }) => domainModule.personalData as never
