import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RenewingKind } from '#contract/plans.ts'
import { type AgreementTerms, createAgreements } from '#server/domains/agreements/index.ts'
import { createPayments } from '#server/domains/payments/index.ts'
import { createWebhooks } from '#server/domains/webhooks/index.ts'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/kit/log.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { formatPaymentItem } from '#server/jobs/payments.presenter.ts'
import { openBooks } from '#server/commerce.ts'
import { openPaymentProviders } from '#server/payment-providers.ts'
import { startSandbox } from '../../src/sandbox/sandbox.ts'
import { createTestAccounts } from './accounts.ts'
import { TestOwner } from './agreements.ts'
import { agreementTerms } from './mandates.ts'
import { openHooks } from './sandbox-hooks.ts'

const PAGE = 'http://localhost:8080/#/monthlyfee?return=1'
const MASTER_KEY = Buffer.alloc(32, 7)

export type AgreementSandbox = Awaited<ReturnType<typeof createAgreementSandbox>>

type Start = Partial<AgreementTerms> & { terminal?: 'web' | 'wap' }

/** Agreements over a new database, with the real adapters and the provider sandbox, and an owner that writes down what it hears. */
export async function createAgreementSandbox() {
  const app = await createTestAccounts()
  const folder = await mkdtemp(join(tmpdir(), 'harbour-sandbox-'))
  const file = join(folder, 'state.json')
  let sandbox = await startSandbox({ file })
  const { db, clock, messages } = app
  clock.set(Temporal.Now.instant().round('second'))
  const owner = await TestOwner.create(db)
  const log = createLog({ level: 'silent', role: 'test' })
  const { mandates, mandateCallbacks, ...opened } = openPaymentProviders(readConfig({}), {
    sandbox: sandbox.access,
    brand: () => 'Harbour',
  })
  const isReturnOrigin = (origin: string) => origin === 'http://localhost:8080'
  const shared = { db, clock, log, masterKey: MASTER_KEY, isReturnOrigin }
  const payments = createPayments({
    ...shared,
    ...opened,
    messages,
    ...openBooks({ db, log }),
    products: () => [owner],
    isBlocked: async () => false,
    itemName: formatPaymentItem,
    seller: () => ({ zh_HK: '港映', en_US: 'Harbour' }),
  })
  const told = { providers: mandates, callbacks: mandateCallbacks, owner: () => owner }
  const agreements = createAgreements({ ...shared, ...told, payments })
  const modules = [agreements.domainModule, payments.domainModule]
  const endpoints = modules.flatMap((domainModule) => domainModule.webhooks ?? [])
  const webhooks = createWebhooks({ db, clock, log, masterKey: MASTER_KEY, endpoints })
  const hooks = await openHooks(webhooks)
  sandbox.setService(hooks.url)
  let accountId = ''
  let members = 0
  /** How far the clocks have been moved. */
  let offsetMs = 0

  async function reset(): Promise<void> {
    hooks.received.length = 0
    owner.reset()
    ;({ accountId } = await app.aMember(`9500${String(members++).padStart(4, '0')}`))
  }

  const start = (kind: RenewingKind, { terminal = 'web', ...change }: Start = {}) =>
    agreements.start({
      accountId,
      kind,
      terms: agreementTerms(clock.now(), change),
      language: 'en_US',
      terminal,
      continueUrl: PAGE,
      cancelUrl: PAGE,
    })

  const post = (url: string, fields: Record<string, string>) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })

  /** The payer chooses on the provider's page. @returns where the browser is sent */
  async function choose(url: string, choice: string): Promise<string | null> {
    const page = await fetch(url)
    if (page.status !== 200) throw new Error(`the page answers ${page.status}`)
    return (await post(url, { choice })).headers.get('location')
  }

  const pageOf = (agreementId: string) => `${sandbox.access.url}/mandates/${agreementId}`

  /** Sets what becomes of a mandate's charges and callbacks, on its page. */
  async function control(agreementId: string, fields: Record<string, string>): Promise<void> {
    const { status } = await post(pageOf(agreementId), fields)
    if (status !== 303) throw new Error(`the page answers ${status}`)
  }

  /** Delivers what is due, and processes it. */
  async function settle(): Promise<void> {
    for (let n = 0; n < 3; n++) {
      await sandbox.setOffset(offsetMs)
      await webhooks.processDue()
    }
  }

  /** Moves both clocks; the sandbox delivers what is due. */
  async function advance(minutes: number): Promise<void> {
    offsetMs += minutes * 60_000
    clock.advance(`PT${minutes}M`)
    await settle()
  }

  async function runDue(): Promise<void> {
    for (const { run } of modules.flatMap(({ scheduledTasks }) => scheduledTasks ?? []))
      await run({ queue: idleQueue, log })
    await settle()
  }

  const find = async (agreementId: string) => (await agreements.find(accountId, agreementId))!

  /** The payer has approved, and the callback has come. */
  async function anActive(kind: RenewingKind, change: Partial<AgreementTerms> = {}) {
    const { agreementId, nextAction } = await start(kind, change)
    await choose(nextAction!.url, 'approve')
    await settle()
    return find(agreementId)
  }

  /** How the provider says that a mandate stands. */
  const thereOf = async (agreementId: string) => /<p>(\w+) ·/.exec(await (await fetch(pageOf(agreementId))).text())?.[1]

  /** What the owner heard, without the payer's name. */
  const heardOf = async (agreementId: string) =>
    (await owner.of(agreementId)).map((what) => (what.startsWith('activated') ? 'activated' : what))

  const ordersOf = (agreementId: string) =>
    db
      .selectFrom('payment_order')
      .selectAll()
      .where('purpose_id', 'like', `${agreementId}.%`)
      .orderBy('created_at')
      .orderBy('ordinal')
      .execute()

  async function restartSandbox(): Promise<void> {
    const port = Number(new URL(sandbox.access.url).port)
    await sandbox.close()
    sandbox = await startSandbox({ file, port })
    sandbox.setService(hooks.url)
    await sandbox.setOffset(offsetMs)
  }

  async function close(): Promise<void> {
    await sandbox.close()
    await hooks.close()
    await app.close()
    await rm(folder, { recursive: true })
  }

  return {
    db,
    agreements,
    payments,
    owner,
    received: hooks.received,
    now: () => clock.now(),
    reset,
    start,
    choose,
    control,
    settle,
    advance,
    runDue,
    find,
    stateOf: async (agreementId: string) => (await find(agreementId)).state,
    anActive,
    thereOf,
    heardOf,
    ordersOf,
    restartSandbox,
    close,
  }
}
