import { randomUUID } from 'node:crypto'
import type { SettingName } from '#contract/admin/settings.ts'
import { PAYMENT_KINDS } from '#contract/payments.ts'
import { inTransaction, sql } from '#server/kit/db.ts'
import { newId } from '#server/kit/ids.ts'
import { importContent } from '#server/kit/content-import.ts'
import { A_CINEMA } from './cinema.ts'
import { linesOf } from './content.ts'
import { anAsset } from './catalogue.ts'
import { keyed, type OperatorsWorld } from './operators.ts'
import { giveCredits } from './ledger.ts'
import { givePlan } from './held-plan.ts'
import { A_SALE, someGoods } from './sales.ts'
import { QUEUE_EXAMPLES, QUEUE_MEANWHILE } from './admin-queue-calls.ts'
import { CODE_EXAMPLES } from './admin-code-calls.ts'
import { COMPENSATION_EXAMPLES } from './admin-compensation-calls.ts'
import { HEALTH_EXAMPLES } from './admin-health-calls.ts'
import { disabled, IMPORT_EXAMPLES } from './admin-import-calls.ts'
import { NUMBER_EXAMPLES } from './admin-number-calls.ts'
import { ORDER_EXAMPLES } from './admin-order-calls.ts'
import { REPORT_EXAMPLES } from './admin-report-calls.ts'
import { aPageCategory } from './page-content.ts'
import { aTitleContent } from './title-content.ts'
import { aFilm, anIngest, anUpload, aPlayedAsset } from './uploaded.ts'

type Example = (world: OperatorsWorld) => Promise<object> | object

/** One operator who is not the caller, and the version that a form was opened with. */
const ofAnother =
  (more: object = {}): Example =>
  async ({ anOperator, operators }) => {
    const { operatorId, email } = await anOperator('care')
    const { list } = await operators.people.list({ filter: { text: email }, sort: 'name', limit: 1 })
    return { id: operatorId, version: list[0]!.version, ...more }
  }

async function anApproval({ anOperator, operators, db }: OperatorsWorld): Promise<object> {
  const { email } = await anOperator('administrator')
  const { list } = await operators.people.list({ filter: { text: email }, sort: 'name', limit: 1 })
  const requester = list[0]!
  const input = keyed({ email: `${randomUUID()}@harbour.test`, name: 'Ida', roles: ['care'] })
  const asked = { endpoint: '/operators/invite', input, consequence: {}, reason: 'help' }
  const operator = { ...requester, actor: 'operator:Ida', invitedBy: null, resetAt: null, disabledAt: null }
  const id = await db.transaction().execute((tx) => operators.approvals.request(tx, operator, asked))
  return { id, approve: true }
}

/** One of the caller's role, with a value of its own each time. */
function aSetting({ lastSignedIn }: OperatorsWorld): { name: SettingName; value: object } {
  const { roles } = lastSignedIn()
  const own = randomUUID().slice(0, 8)
  if (roles.includes('administrator')) return { name: 'brand', value: { zh_HK: '海映', en_US: own } }
  if (roles.includes('care')) return { name: 'notice', value: { zh_HK: '系統維護', en_US: own, until: '' } }
  return { name: 'payments', value: { ...NOTHING_PAUSED, paypal: `${newYear()}-01-01T00:00:00+08:00` } }
}
const NOTHING_PAUSED = Object.fromEntries(PAYMENT_KINDS.map((kind) => [kind, '']))
let year = 2030
const newYear = () => year++

async function aSettingAsOpened(world: OperatorsWorld): Promise<object> {
  const setting = aSetting(world)
  const { version } = (await world.settings.list()).find(({ name }) => name === setting.name)!
  return { ...setting, version }
}

async function anUploadedFilm(world: OperatorsWorld): Promise<object> {
  const uploadId = await anUpload(world, world.lastSignedIn())
  return { programGuid: await aFilm(world), sources: [{ uploadId, role: 'film' }] }
}

async function aFailedIngest(world: OperatorsWorld): Promise<string> {
  const jobId = await anIngest(world, await world.anOperator('catalogue'))
  await world.pool.query(`update ingest_job set state = 'failed' where job_id = $1`, [jobId])
  return jobId
}

async function aTitle({ titles, db, anOperator }: OperatorsWorld, state: 'published' | 'withdrawn' = 'published') {
  const { operatorId } = await anOperator('catalogue')
  const [programId, editor] = [newId(), { operatorId, actor: 'operator:ida' }]
  await inTransaction(db, async (tx) => {
    await titles.publication.publish(tx, editor, { programId, content: aTitleContent(), version: undefined })
    if (state === 'withdrawn') await titles.publication.withdraw(tx, editor, { programId })
  })
  return { programId, version: state === 'withdrawn' ? 2 : 1 }
}

async function aTakenDown(w: OperatorsWorld) {
  const title = await aTitle(w)
  const editor = { operatorId: (await w.anOperator('catalogue')).operatorId, actor: 'operator:ida' }
  await inTransaction(w.db, (tx) => w.titles.publication.takeDown(tx, editor, title.programId))
  return title
}

/** One that a film played before. */
async function aFormerAsset(w: OperatorsWorld): Promise<string> {
  const [{ programId }, assetId] = [await aTitle(w), newId()]
  const { facts } = anAsset(programId, { frameKeys: [] })
  await w.pool.query(
    `insert into asset (asset_id, kind, state, program_guid, source_name, content_key, facts, duration_ms, max_resolution, created_at, ready_at, replaced_at)
      values ($1, 'film', 'ready', $2, 'first.mp4', '', $3, $4, 'HD', now(), now(), $5)`,
    [assetId, programId, JSON.stringify(facts), facts.durationMs, w.clock.now().toString()],
  )
  return assetId
}

const ofTitle = ({ programId }: { programId: string }) => ({ programId })

async function aPlan(w: OperatorsWorld): Promise<object> {
  const { programId, version } = await aTitle(w)
  const { operatorId } = await w.anOperator('catalogue')
  const publication = {
    id: programId,
    content: aTitleContent(),
    version,
    at: Temporal.Instant.from('2099-01-01T00:00:00Z'),
  }
  const { plannedId } = await inTransaction(w.db, (tx) =>
    w.titles.plans.plan(tx, { operatorId, actor: 'operator:ida' }, publication),
  )
  return { programId, plannedId }
}

const aBulkChange = () => ({ field: 'kids' as const, kids: true })

/** One that is done. */
async function aBulkJob(w: OperatorsWorld): Promise<string> {
  const [title, { operatorId }] = [await aTitle(w), await w.anOperator('catalogue')]
  const selection = { selection: { titles: [title] }, change: aBulkChange() }
  const { jobId } = await inTransaction(w.db, (tx) =>
    w.titles.bulk.start(tx, { operatorId, actor: 'operator:ida' }, selection),
  )
  await w.runBulkChanges()
  return jobId
}

async function aHeldJob(w: OperatorsWorld): Promise<string> {
  const [title, { operatorId }] = [await aTitle(w), await w.anOperator('catalogue')]
  const selection = { selection: { titles: [title] }, change: aBulkChange() }
  const { jobId } = await inTransaction(w.db, (tx) =>
    w.titles.bulk.start(tx, { operatorId, actor: 'operator:ida' }, selection),
  )
  await disabled(w, operatorId)
  return jobId
}

/** The page of dramas, with a slogan of its own each time. */
async function aPage({ pageEditing }: OperatorsWorld) {
  const { version, content } = await pageEditing.find('3', { operatorId: '' })
  const [first, ...others] = content.categories
  const subtitle = { zh_HK: '節目', en_US: randomUUID() }
  const list = first ?? aPageCategory(`list-${randomUUID()}`)
  return { scope: '3', version, draft: { ...content, categories: [{ ...list, subtitle }, ...others] } }
}

async function aPageDraft(w: OperatorsWorld): Promise<object> {
  const { scope, draft, version } = await aPage(w)
  return { scope, draft, baseVersion: version }
}

async function aPageToCheck(w: OperatorsWorld): Promise<object> {
  const { scope, draft } = await aPage(w)
  return { scope, draft }
}

/** Of which nothing is planned. */
async function aPageToPlan(w: OperatorsWorld) {
  const page = await aPage(w)
  await w.db.deleteFrom('planned_change').where('subject', '=', `page:${page.scope}`).execute()
  return { ...page, at: '2099-01-01T00:00:00Z' }
}

async function aPagePlan(w: OperatorsWorld): Promise<object> {
  const { scope: id, draft: content, version, at } = await aPageToPlan(w)
  const { operatorId } = await w.anOperator('catalogue')
  const editor = { operatorId, actor: 'operator:ida' }
  const planned = { id, content, version, at: Temporal.Instant.from(at) }
  const { plannedId } = await inTransaction(w.db, (tx) => w.pageEditing.plans.plan(tx, editor, planned))
  return { scope: id, plannedId }
}

const aPageVersion: Example = async (w) => {
  const { scope, version } = await aPage(w)
  return { scope, version }
}

async function aPerson({ people, db }: OperatorsWorld): Promise<string> {
  const name = { zh_HK: '李小明', en_US: 'Lee Siu Ming' }
  return (await inTransaction(db, (tx) => people.save(tx, { name }))).personId
}

const cinemaRecord = (cinemaId: string) => {
  const { kind: _, ...record } = A_CINEMA
  return { ...record, cinemaId }
}

async function aCinema({ content }: OperatorsWorld): Promise<{ id: string; version: number }> {
  const id = newId()
  const lines = linesOf([{ ...cinemaRecord(id), kind: 'cinema' }])
  await importContent(content, { content: lines, file: 'test', actor: 'operator:ida' })
  return { id, version: 1 }
}

async function someSoldGoods({ content, db }: OperatorsWorld): Promise<string> {
  const [saleId, goodsId, programId] = [newId(), newId(), newId()]
  await sql`
    insert into title (program_id, program_type, classify, title_zh, title_en, restriction, vod_types, release_year,
      created_at, updated_at)
    values (${programId}, 'movie', 'movie', '夜渡', 'Night', 'IIA', '{FREE TO WATCH}', 2026, now(), now())`.execute(db)
  const records = [{ ...A_SALE, saleId }, someGoods(goodsId, 5, { saleId, programId })]
  await importContent(content, { content: linesOf(records), file: 'test', actor: 'operator:ida' })
  return goodsId
}

async function aChangedCinema(w: OperatorsWorld): Promise<object> {
  const { id, version } = await aCinema(w)
  const name = { zh_HK: '新影院', en_US: `Cinema ${id}` }
  return { kind: 'cinema', records: [{ ...cinemaRecord(id), name }], versions: [version] }
}

const aCustomer = async ({ care }: OperatorsWorld): Promise<{ accountId: string }> => ({
  accountId: (await care.aCustomer()).accountId,
})

const ofCustomer = async (w: OperatorsWorld): Promise<object> => ({ filter: await aCustomer(w) })

const changedCustomer =
  (more: object = {}): Example =>
  async (w) => ({ ...(await aCustomer(w)), reason: 'the member called', ...more })

async function aSubscriber(w: OperatorsWorld): Promise<object> {
  const { accountId } = await aCustomer(w)
  await givePlan(w.db, { accountId, now: w.clock.now(), isRenewed: true })
  return { accountId, reason: 'the member called' }
}

async function aClosing(w: OperatorsWorld): Promise<object> {
  const { accountId } = await aCustomer(w)
  await w.care.accounts.closing.schedule(w.db, { accountId })
  return { accountId, reason: 'the member called' }
}

async function aProvenCustomer(w: OperatorsWorld): Promise<object> {
  const { accountId } = await aCustomer(w)
  await w.pool.query(`update account set email_valid_at = now() where account_id = $1`, [accountId])
  return { accountId, reason: 'the member asked for their data' }
}

async function aRichCustomer(w: OperatorsWorld): Promise<object> {
  const { accountId } = await aCustomer(w)
  await giveCredits(w, accountId, 50)
  return { accountId, bucket: 'recharged', credits: -20, reason: 'booked twice' }
}

/** An input of every call, but of those that open or end a session. */
export const EXAMPLES: Readonly<Record<string, Example>> = {
  '/session/me': () => ({}),
  ...HEALTH_EXAMPLES,
  ...IMPORT_EXAMPLES,
  '/operators/list': () => ({}),
  '/operators/invite': () => ({ email: `${randomUUID()}@harbour.test`, name: 'Ida', roles: ['care'] }),
  '/operators/roles': ofAnother({ roles: ['care', 'catalogue'] }),
  '/operators/disable': ofAnother(),
  '/operators/resetTotp': ofAnother(),
  '/operators/endSessions': ofAnother(),
  '/ingest/list': () => ({}),
  '/ingest/find': async (world) => ({ jobId: await anIngest(world, await world.anOperator('catalogue')) }),
  '/ingest/targets': () => ({ text: 'film' }),
  '/ingest/start': anUploadedFilm,
  '/ingest/trackList': async (world) => ({ assetId: (await aPlayedAsset(world)).assetId }),
  '/ingest/tracks': async (world) => ({ assetId: (await aPlayedAsset(world)).assetId, remove: ['sub-zh-Hant'] }),
  '/ingest/former': () => ({ programId: newId() }),
  '/ingest/takeBack': async (world) => ({ assetId: await aFormerAsset(world) }),
  '/ingest/cancel': async (world) => ({ jobId: await anIngest(world, await world.anOperator('catalogue')) }),
  '/ingest/retry': async (world) => ({ jobId: await aFailedIngest(world) }),
  '/approvals/list': () => ({}),
  '/approvals/decide': anApproval,
  '/settings/find': () => ({}),
  '/settings/history': (w) => ({ name: aSetting(w).name }),
  '/settings/save': aSettingAsOpened,
  '/preview/open': (w) => ({
    draftIds: [],
    at: w.clock.now().toString(),
    region: 'HK',
    profile: 'plan',
    siteLanguage: 'en_US',
  }),
  '/titles/list': () => ({}),
  '/titles/export': () => ({}),
  '/titles/find': async (w) => ofTitle(await aTitle(w)),
  '/titles/ownDrafts': () => ({}),
  '/titles/saveDraft': () => ({ draft: aTitleContent(), baseVersion: 0 }),
  '/titles/dropDraft': () => ({ programId: newId() }),
  '/titles/check': () => ({ draft: aTitleContent() }),
  '/titles/publish': async (w) => ({ ...(await aTitle(w)), draft: aTitleContent({ kids: true }) }),
  '/titles/withdraw': aTitle,
  '/titles/bringBack': async (w) => aTitle(w, 'withdrawn'),
  '/titles/takeDown': async (w) => ({ ...ofTitle(await aTitle(w)), reason: 'an order of the court' }),
  '/titles/liftTakeDown': async (w) => ({ ...ofTitle(await aTakenDown(w)), reason: 'the order was set aside' }),
  '/titles/plan': async (w) => ({
    ...(await aTitle(w)),
    draft: aTitleContent({ kids: true }),
    at: '2099-01-01T00:00:00Z',
  }),
  '/titles/unplan': aPlan,
  '/titles/history': async (w) => ofTitle(await aTitle(w)),
  '/titles/version': async (w) => ({ ...ofTitle(await aTitle(w)), version: 1 }),
  '/titles/restore': async (w) => ({ ...ofTitle(await aTitle(w)), version: 1 }),
  '/titles/licensors': () => ({}),
  '/titles/tags': () => ({ text: 'sea' }),
  '/titles/tryBulk': async (w) => ({ titles: [await aTitle(w)], change: aBulkChange() }),
  '/titles/bulk': async (w) => ({ titles: [await aTitle(w)], change: aBulkChange() }),
  '/titles/bulkJob': async (w) => ({ jobId: await aBulkJob(w) }),
  '/titles/heldBulk': () => ({}),
  '/titles/continueBulk': async (w) => ({ jobId: await aHeldJob(w) }),
  '/titles/undoBulk': async (w) => ({ jobId: await aBulkJob(w) }),
  '/pages/list': () => ({}),
  '/pages/find': () => ({ scope: '3' }),
  '/pages/categories': () => ({ text: 'new' }),
  '/pages/saveDraft': aPageDraft,
  '/pages/dropDraft': () => ({ scope: '3' }),
  '/pages/check': aPageToCheck,
  '/pages/publish': aPage,
  '/pages/plan': aPageToPlan,
  '/pages/unplan': aPagePlan,
  '/pages/history': () => ({ scope: '3' }),
  '/pages/version': aPageVersion,
  '/pages/restore': aPageVersion,
  '/people/list': () => ({}),
  '/people/search': () => ({ text: 'lee' }),
  ...REPORT_EXAMPLES,
  '/people/save': async (w) => ({ personId: await aPerson(w), version: 1, name: { zh_HK: '李小明', en_US: 'Lee' } }),
  '/people/merge': async (w) => {
    const [from, into] = [await aPerson(w), await aPerson(w)]
    return { from, into, versions: { from: 1, into: 1 }, reason: 'one person' }
  },
  '/images/frames': () => ({ programGuid: newId() }),
  '/content/list': () => ({ filter: { kind: 'cinema' } }),
  '/content/find': async (w) => ({ kind: 'cinema', id: (await aCinema(w)).id }),
  '/content/check': () => ({ kind: 'cinema', records: [cinemaRecord(newId())] }),
  '/content/save': aChangedCinema,
  '/content/addStock': async (w) => ({ id: await someSoldGoods(w), units: 20 }),
  '/content/withdraw': async (w) => ({ kind: 'cinema', ...(await aCinema(w)) }),
  '/customers/find': async ({ care }) => ({ text: (await care.aCustomer()).number }),
  '/customers/show': aCustomer,
  '/customers/reveal': changedCustomer({ field: 'number' }),
  '/customers/ledger': ofCustomer,
  '/customers/orders': ofCustomer,
  '/customers/rentals': ofCustomer,
  '/customers/devices': ofCustomer,
  '/customers/messages': ofCustomer,
  '/customers/cases': ofCustomer,
  '/customers/history': ofCustomer,
  '/customers/related': aCustomer,
  '/customers/why': async (w) => ({ ...(await aCustomer(w)), ...ofTitle(await aTitle(w)), region: 'HK' }),
  '/customers/correct': aRichCustomer,
  '/customers/block': changedCustomer(),
  '/customers/unblock': changedCustomer(),
  '/customers/endDevice': changedCustomer({ deviceId: null }),
  '/customers/unlock': changedCustomer(),
  '/customers/sendSecret': changedCustomer({ secret: 'password' }),
  '/customers/cancelPlan': aSubscriber,
  '/customers/note': async (w) => ({ ...(await aCustomer(w)), text: 'called about the last bill' }),
  '/customers/close': changedCustomer(),
  '/customers/reopen': aClosing,
  '/customers/export': aProvenCustomer,
  '/customers/hold': changedCustomer({ days: 30 }),
  ...NUMBER_EXAMPLES,
  ...COMPENSATION_EXAMPLES,
  ...CODE_EXAMPLES,
  ...ORDER_EXAMPLES,
  ...QUEUE_EXAMPLES,
  '/audit/list': () => ({}),
  '/audit/export': () => ({}),
}

type Meanwhile = { name?: object; roles?: string[]; value?: object; draft?: object; kind?: string }

/** What another operator does to the same thing, by the call that is refused then. */
export const MEANWHILE: Readonly<Record<string, readonly [path: string, change: Meanwhile]>> = {
  ...QUEUE_MEANWHILE,
  '/operators/roles': ['/operators/roles', { roles: ['care', 'catalogue'] }],
  '/people/save': ['/people/save', { name: { zh_HK: '李明', en_US: 'Lee Ming' } }],
  '/settings/save': ['/settings/save', { value: { zh_HK: '映', en_US: 'Other' } }],
  '/content/save': ['/content/save', { kind: 'cinema' }],
  '/content/withdraw': ['/content/withdraw', { kind: 'cinema' }],
  '/pages/publish': ['/pages/publish', { draft: { tabs: [], categories: [], banners: [] } }],
  '/titles/publish': ['/titles/publish', { draft: aTitleContent({ credits: 5 }) }],
  '/titles/withdraw': ['/titles/publish', { draft: aTitleContent({ credits: 5 }) }],
  '/titles/bringBack': ['/titles/publish', { draft: aTitleContent({ credits: 5 }) }],
  '/pages/plan': ['/pages/publish', { draft: { tabs: [], categories: [aPageCategory('meanwhile')], banners: [] } }],
  '/titles/plan': ['/titles/publish', { draft: aTitleContent({ credits: 5 }) }],
}
