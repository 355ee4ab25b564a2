import { pino } from 'pino'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Role } from '#contract/admin/endpoint.ts'
import { createAlarms } from '#server/domains/alarms/index.ts'
import { findTargets, searchTargets } from '#server/domains/catalogue/index.ts'
import { createImageCodec } from '#server/adapters/images/image-codec.ts'
import { createTitleImports } from '#server/domains/imports/index.ts'
import { createImages } from '#server/domains/images/index.ts'
import { createMedia, type MediaDeps } from '#server/domains/media/index.ts'
import { type MailRequest, type SmsRequest } from '#server/domains/messages/index.ts'
import { createCatalogue, createCataloguePeople, createTitleEditing } from '#server/domains/catalogue/index.ts'
import { createCampaigns } from '#server/domains/campaigns/index.ts'
import { listingsContent } from '#server/domains/cinema/listings-import.service.ts'
import { goodsContent } from '#server/domains/sales/goods-import.service.ts'
import { slotContent } from '#server/domains/screenings/slots-import.service.ts'
import { createCinema } from '#server/domains/cinema/index.ts'
import { createComments } from '#server/domains/comments/index.ts'
import { createContact } from '#server/domains/contact/index.ts'
import { createContentEditing } from '#server/kit/content-editing.ts'
import { codeAt, createOperators, newTotpSecret } from '#server/domains/operators/index.ts'
import { createPageEditing } from '#server/domains/pages/index.ts'
import { createSales, knownGoods } from '#server/domains/sales/index.ts'
import { createPlays } from '#server/domains/plays/index.ts'
import { createReports } from '#server/domains/reports/index.ts'
import { createPreviews } from '#server/domains/previews/index.ts'
import { readConfig } from '#server/config.ts'
import { createSettings } from '#server/domains/settings/index.ts'
import { settingDefaults } from '#server/setting-defaults.ts'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { adminRoutes } from '#server/wire/admin/calls.ts'
import { admitBody, admitUpload, answerCall, recordSent } from '#server/wire/admin/pipeline.ts'
import { plainHasher } from './accounts.ts'
import { createTestAnnouncements } from './announcements.ts'
import { contentOf } from './content.ts'
import { createTestCustomers } from './customers.ts'
import { createTestDb } from './database.ts'
import { mediaDepsIn } from './media.ts'
import { createTestUploads } from './uploads.ts'
import { createTestHttp, type TestHttpOptions } from './http.ts'
import { createOperatorOrdersIn } from './operator-orders.ts'

const BY_TEST = { actor: 'operator:test', reason: 'a test' }
export const PASSWORD = 'correct horse battery'

/** A person with password and authenticator app. */
export interface TestOperator {
  readonly operatorId: string
  readonly email: string
  readonly name: string
  readonly roles: readonly Role[]
  /** A code that was not used yet: it moves the real clock to the next step. */
  code(): string
}

/** The cookies of a browser. */
export interface Browser {
  readonly cookies: Map<string, string>
  readonly address: string
}

export const aBrowser = (address = '127.0.0.1'): Browser => ({ cookies: new Map(), address })

type Answer = {
  readonly result: string
  readonly errorCode?: string
  readonly status: number
  // oxlint-disable-next-line no-explicit-any -- each test reads the fields of its call
  readonly [field: string]: any
}

export type OperatorsWorld = Awaited<ReturnType<typeof createOperatorsWorld>>

type WorldOptions = TestHttpOptions & { fourEyes?: boolean; mediaDeps?: Partial<MediaDeps> }

/** The operators' domain and wire on a database of their own, as a browser on this computer reaches them. */
export async function createOperatorsWorld({ fourEyes = true, mediaDeps, ...http }: WorldOptions = {}) {
  const database = await createTestDb()
  const { db } = database
  const [clock, realClock] = [createTestClock(), createTestClock()]
  const sent: (MailRequest | SmsRequest)[] = []
  const operators = createOperators({
    db,
    clock,
    realClock,
    masterKey: Buffer.alloc(32, 7),
    messages: { send: async (_tx, request) => void sent.push(request) },
    consoleUrl: 'http://localhost:8080',
    issuer: () => 'Harbour',
    hasher: plainHasher,
  })
  const titleFonts = { register: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'harbour-operators-'))
  const ownFiles = await mediaDepsIn(folder, database, clock)
  const { store } = { ...ownFiles, ...mediaDeps }
  const images = createImages({ db, clock, store, codec: createImageCodec(), requestWork: async () => {} })
  const catalogue = createCatalogue({ db, clock, titleFonts, images })
  const { titleWriter, updateTitle } = catalogue
  const care = createTestCustomers({ db, clock, catalogue })
  const announcing = createTestAnnouncements({ db, clock, accounts: care.accounts })
  const { announcements } = announcing
  const readShared = async () => [{ name: 'backup', state: 'act', value: null, since: null } as const]
  const alarms = createAlarms({
    db,
    clock,
    log: pino({ level: 'silent' }),
    messages: announcing.messages,
    readShared,
    readOwn: async () => [],
    nodeId: 'here',
    webhook: undefined,
    emails: ['ops@harbour.test'],
    languageOf: async () => 'zh_HK',
    describe: () => '',
    consoleUrl: 'http://localhost:8080/console/',
  })
  const titles = createTitleEditing({
    db,
    clock,
    titleFonts,
    images,
    ...titleWriter,
    operators: operators.people,
    releaseAssets: (tx, assetIds) => media.release(tx, assetIds),
  })
  const ownMedia = { ...ownFiles, titles: titleWriter, ...mediaDeps }
  const { transcoder } = ownMedia
  const media = createMedia(ownMedia)
  const log = pino({ level: 'silent' })
  const settings = createSettings({ db, clock, log, defaults: settingDefaults(readConfig({})) })
  const people = createCataloguePeople({ db, clock })
  const titleImports = createTitleImports({
    db,
    clock,
    titles,
    people,
    images,
    media,
    folder: join(folder, 'import'),
  })
  const { uploads } = createTestUploads({ db, clock, accounts: care.accounts })
  const contactDeps = { db, clock, masterKey: Buffer.alloc(32, 7), accounts: care.accounts, messages: care.messages }
  const campaigns = createCampaigns({
    ...contactDeps,
    catalogue,
    cards: { localize: () => [], imageUrl: (key) => key },
    images,
    uploads,
    linkHosts: [],
  })
  const parts = [listingsContent, goodsContent, slotContent, campaigns.domainModule.content!]
  const content = contentOf({ db, clock, parts })
  const editing = createContentEditing({ db, content })
  const pageEditing = createPageEditing({
    db,
    clock,
    knownGoods,
    operators: operators.people,
  })
  const previews = createPreviews({ db, clock, titles, pages: pageEditing })
  const orders = createOperatorOrdersIn({ db, clock, settings })
  const [reports, plays] = [createReports({ db, clock }), createPlays({ db, clock })]
  const contact = createContact({ ...contactDeps, uploads })
  const sales = createSales({ ...contactDeps, log })
  const comments = createComments({ db, clock, catalogue, accounts: care.accounts, messages: care.messages })
  const cinema = createCinema({ ...contactDeps, log, isTelecomPartner: async () => true })
  const routes = adminRoutes({
    db,
    operators,
    alarms,
    announcements,
    settings,
    media,
    ingestTargets: { find: findTargets, search: searchTargets },
    titles,
    titleImports,
    people,
    content: editing,
    pageEditing,
    previews,
    codes: orders.codes,
    customerLists: orders.accounts.customerLists,
    staffLists: orders.partners.staffLists,
    plans: orders.plans,
    customers: care.customers,
    compensations: care.compensations,
    sales,
    campaigns,
    cinema,
    contact,
    comments,
    accounts: orders.accounts,
    orders: orders.payments.operatorOrders,
    payments: orders.payments,
    agreements: orders.agreements,
    reports,
    finance: { journal: care.ledger.journal, invoices: async () => [] },
    clock,
    siteUrl: '',
    findFrames: async () => [],
    readHealth: readShared,
    version: '0.0.0',
    smsProviders: ['twilio'],
    brand: () => settings.current().brand,
  })
  const deps = { db, clock, log, operators, routes, fourEyes }
  const { app, logged } = await createTestHttp(() => undefined, {
    clock,
    ...http,
    config: { PUBLIC_URL: undefined, ...http.config },
    optOut: { isToken: care.accounts.marketing.isOptOutToken, optOut: care.accounts.marketing.optOut },
    admin: {
      db,
      routes,
      answer: (route, request) => answerCall(deps, route, request),
      admitUpload: (request) => admitUpload(deps, request),
      admitBody: (route, request) => admitBody(deps, route, request),
      uploads: media.uploads,
      recordSent: (entry) => recordSent(deps, entry),
      addImage: images.add,
    },
  })
  const runTitlePlans = () => titles.domainModule.scheduledTasks![0]!.run({ log } as never)
  const runTitleImports = () => titleImports.carryOutDue({ log })
  const runBulkChanges = () => titles.bulk.carryOutDue({ log })
  const world = {
    ...database,
    db,
    clock,
    realClock,
    sent,
    operators,
    alarms,
    announcements,
    announcing,
    settings,
    titles,
    images,
    people,
    content,
    pageEditing,
    reports,
    plays,
    care,
    campaigns,
    cinema,
    comments,
    contact,
    uploads,
    sales,
    runTitlePlans,
    attachAsset: titleWriter.attachAsset,
    updateTitle,
    runBulkChanges,
    titleImports,
    runTitleImports,
    importFolder: join(folder, 'import'),
    media,
    mediaDeps: ownMedia,
    transcoder,
    folder,
    app,
    logged,
    routes,
    orders,
  }
  let last: TestOperator | undefined
  return { ...world, anOperator, signIn, lastSignedIn, call, close }

  async function close(): Promise<void> {
    await app.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }

  async function anOperator(...roles: Role[]): Promise<TestOperator> {
    const name = `op-${randomUUID().slice(0, 8)}`
    const email = `${name}@harbour.test`
    const secret = newTotpSecret()
    await operators.people.createByCommand({ email, name, roles }, BY_TEST)
    const { list } = await operators.people.list({ filter: { text: email }, sort: 'name', limit: 1 })
    const { operatorId } = list[0]!
    await operators.credentials.setForDemo(operatorId, { password: PASSWORD, secret })
    return { operatorId, email, name, roles, code: () => nextCode(realClock, secret) }
  }

  async function call(
    path: string,
    input: object = {},
    { cookies, address }: Browser = aBrowser(),
    headers: object = {},
  ): Promise<Answer> {
    const response = await app.inject({
      method: 'POST',
      url: `/api_admin${path}`,
      remoteAddress: address,
      payload: { language: 'en_US', ...input },
      headers: {
        'sec-fetch-site': 'same-origin',
        'x-harbour-console': '1',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
    })
    for (const { name, value } of response.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return { ...(JSON.parse(response.body) as Answer), status: response.statusCode }
  }

  /** For what a call takes of its own caller. @throws before a sign-in */
  function lastSignedIn(): TestOperator {
    if (!last) throw new Error('no operator has signed in')
    return last
  }

  /** In a browser of their own. */
  async function signIn(operator: TestOperator, browser = aBrowser()): Promise<Browser> {
    const answer = await call(
      '/session/signIn',
      { email: operator.email, password: PASSWORD, code: operator.code() },
      browser,
    )
    last = operator
    if (answer.result !== 'SUCCESS') throw new Error(`not signed in: ${answer.errorCode}`)
    return browser
  }
}

function nextCode(realClock: TestClock, secret: Buffer): string {
  realClock.advance('PT30S')
  return codeAt(secret, realClock.nowMs())
}

/** Closed after the test. */
export async function operatorsWorld(options?: WorldOptions): Promise<OperatorsWorld> {
  const world = await createOperatorsWorld(options)
  onTestFinished(() => world.close())
  return world
}

/** A change with a key of its own. */
export const keyed = <T extends object>(input: T): T & { requestKey: string } => ({
  requestKey: randomUUID(),
  ...input,
})

/** Of an operator, as a change of their roles names it. */
export async function versionOf({ db }: OperatorsWorld, { operatorId }: { operatorId: string }): Promise<number> {
  const found = await db.selectFrom('operator').select('version').where('operator_id', '=', operatorId).execute()
  return found[0]!.version
}
