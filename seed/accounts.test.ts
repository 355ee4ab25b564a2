import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLedger, type Ledger } from '#server/domains/ledger/index.ts'
import { createTestMembers, from } from '../test/support/accounts.ts'
import { aTitle, createTestCatalogue } from '../test/support/catalogue.ts'
import { createTestSubscriptions } from '../test/support/given-subscriptions.ts'
import { createTestProfiles, withProfiles } from '../test/support/profiles.ts'
import { demoAccountLines, readDemoAccounts } from './accounts.file.ts'
import { historyNumber } from './history.plan.ts'
import { type AccountsSeed, seedAccounts, eraseDemoAccounts } from './accounts.ts'

let world: Awaited<ReturnType<typeof createTestCatalogue>>
let seed: AccountsSeed & { ledger: Ledger }
let authors: string[]
let members: ReturnType<typeof createTestMembers>

beforeEach(async () => {
  world = await createTestCatalogue()
  const { db, clock, catalogue, library } = world
  // Erasing an account erases its profiles, and ends its plan.
  const personalData = () => [profiles, subscriptions].map(({ domainModule }) => domainModule.personalData!)
  members = createTestMembers({ db, clock, ...withProfiles, personalData })
  const profiles = createTestProfiles({ db, clock, ...members })
  const dataDir = await mkdtemp(join(tmpdir(), 'harbour-demo-accounts-'))
  const ledger = createLedger({ db, clock })
  const { subscriptions } = createTestSubscriptions({ ...members, db, clock, ledger })
  const domains = { ...members, profiles, library, catalogue, ledger, subscriptions }
  authors = []
  const addOpinions = async ({ kind }: { kind: string }) => void authors.push(kind)
  seed = { ...domains, db, clock, dataDir, addOpinions, isOwnDatabase: true }
  for (const programId of ['tram', 'crossing', 'liondance']) {
    await catalogue.createTitle(aTitle(programId))
    await catalogue.publish(programId)
  }
})

afterEach(async () => {
  await rm(seed.dataDir, { recursive: true, force: true })
  await world.close()
})

const unsold = { deliveries: { list: async () => [], markSent: async () => {} } } as never
const runSeed = () => seedAccounts(seed)
const file = () => join(seed.dataDir, 'demo-accounts.json')
const logIn = async ({ mobileno, password }: { mobileno: string; password: string }) => {
  const outcome = await seed.accounts.sessions.logIn(
    { mobileno, areaCode: '852', password },
    from({ deviceSerial: password }),
  )
  return seed.accounts.sessions.viewer('token' in outcome ? outcome.token : '', { language: 'zh_HK', region: 'HK' })
}

test('every kind of account can log in; the file is readable by its owner only', async () => {
  const accounts = await runSeed()
  expect(accounts.map(({ kind }) => kind)).toEqual(['plain', 'partner', 'kids', 'history', 'plan', 'movie6'])
  expect(await readDemoAccounts(seed.dataDir)).toEqual(accounts)
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  const viewers = await Promise.all(accounts.map(logIn))
  const customers = await Promise.all(viewers.map((viewer) => seed.accounts.customers.find(viewer)))
  expect(customers.map(({ account }) => account.partner)).toEqual([
    'anyplex',
    'hgc',
    'anyplex',
    'anyplex',
    'anyplex',
    'movie6',
  ])
  const families = await Promise.all(viewers.map((viewer) => seed.profiles.list(viewer)))
  expect(families.map((own) => own.map(({ kids }) => kids))).toEqual([
    [false],
    [false],
    [false, true],
    [false],
    [false],
    [false],
  ])
  expect(new Set(accounts.map(({ password }) => password)).size).toBe(6)
  for (const { password, parentalCode } of accounts) {
    expect(password).toMatch(/^\d{8,}$/)
    expect(parentalCode).toMatch(/^\d{4}$/)
  }
})

test('accounts get credits, those of telecom partners vouchers and cinema tickets, once', async () => {
  for (let start = 0; start < 2; start++) await runSeed()
  const viewers = await Promise.all((await runSeed()).map(logIn))
  const balances = await Promise.all(viewers.map(({ accountId }) => seed.ledger.points(accountId)))
  expect(balances.map(({ pointsRecharge }) => pointsRecharge)).toEqual([100, 0, 100, 100, 100, 100])
  const tickets = balances.map(({ ticketList }) => ticketList.map(({ kind, count }) => `${count} ${kind}`).toSorted())
  expect(tickets).toEqual([[], ['1 voucher', '2 cinema', '4 voucher'], [], [], [], []])
  expect((await seed.ledger.check())?.differences).toEqual([])
})

test('one account holds a plan with its credits, given once', async () => {
  const accounts = await runSeed()
  const viewer = await logIn(accounts[4]!)
  const held = async () => (await seed.subscriptions.views.detail(viewer.accountId))?.subscription
  expect(await held()).toMatchObject({ state: 'cancelling', cycle: 1, lastCycle: 12, agreement: null })
  expect((await seed.ledger.points(viewer.accountId)).pointsMonthly).toBe(60)
  await runSeed()
  expect(await held()).toMatchObject({ lastCycle: 12 })
  expect(await seed.subscriptions.views.detail((await logIn(accounts[0]!)).accountId)).toBeNull()
})

test('one account has a history of existing titles', async () => {
  const accounts = await runSeed()
  const viewer = await logIn(accounts[3]!)
  const [profile] = await seed.profiles.list(viewer)
  const owner = { ...viewer, profileId: profile!.profileId }
  const liked = await world.db.selectFrom('favorite').select('program_id').execute()
  expect(liked.map(({ program_id }) => program_id)).toEqual(['crossing'])
  expect(await seed.library.bookmarks.progress(owner, { programId: 'tram' })).toEqual({ position: 14, finished: false })
  expect(await seed.library.bookmarks.progress(owner, { programId: 'liondance' })).toMatchObject({ position: 0 })
})

test('three accounts have a verified e-mail address and opinions, once, also those of an earlier release', async () => {
  const kinds = ['history', 'plan', 'movie6']
  const verified = async () =>
    (await world.db.selectFrom('account').select('email').where('email_valid_at', 'is not', null).execute()).map(
      ({ email }) => email,
    )
  const accounts = await runSeed()
  expect(authors).toEqual(kinds)
  expect((await verified()).toSorted()).toEqual(kinds.map((kind) => `${kind}@demo.invalid`).toSorted())
  await runSeed()
  expect(authors).toEqual(kinds)
  // As an earlier release left them; the owner of one has given an address.
  await writeFile(file(), JSON.stringify(accounts.map((account) => ({ ...account, hasOpinions: undefined }))))
  await world.db.updateTable('account').set({ email_valid_at: null }).execute()
  await world.db.updateTable('account').set({ email: 'me@example.com' }).where('email', 'like', 'plan@%').execute()
  for (let start = 0; start < 2; start++) expect(await runSeed()).toEqual(accounts)
  expect(authors).toEqual([...kinds, 'history', 'movie6'])
  expect((await verified()).toSorted()).toEqual(['history@demo.invalid', 'movie6@demo.invalid'])
})

test('seeding again changes nothing', async () => {
  const first = await runSeed()
  const before = await world.db.selectFrom('account').selectAll().orderBy('number').execute()
  const viewer = await logIn(first[2]!)
  const child = (await seed.profiles.list(viewer)).find(({ kids }) => kids)!
  await seed.profiles.remove(viewer, child.profileId)
  expect(await runSeed()).toEqual(first)
  expect(await world.db.selectFrom('account').selectAll().orderBy('number').execute()).toEqual(before)
  expect(await seed.profiles.list(viewer)).toHaveLength(1)
})

test.each(['lost', 'spoilt'])('if the file is %s, the accounts get new passwords', async (how) => {
  const first = await runSeed()
  await (how === 'lost' ? rm(file()) : writeFile(file(), '{'))
  const second = await runSeed()
  expect(second.map(({ mobileno }) => mobileno)).toEqual(first.map(({ mobileno }) => mobileno))
  for (const account of second) await expect(logIn(account)).resolves.toBeDefined()
  await expect(logIn(first[0]!)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  const family = await seed.profiles.list(await logIn(second[2]!))
  expect(family).toHaveLength(2)
})

test('a new database uses the stored passwords', async () => {
  const first = await runSeed()
  expect(first).toHaveLength(6)
  for (const table of ['subscription_cycle', 'subscription', 'account'] as const)
    await world.db.deleteFrom(table).execute()
  expect(await runSeed()).toEqual(first)
  for (const account of first) await expect(logIn(account)).resolves.toBeDefined()
})

test('lists the accounts and their credentials', async () => {
  const lines = demoAccountLines(seed.dataDir, await runSeed())
  expect(lines).toHaveLength(9)
  expect(lines[1]).toContain(file())
  expect(lines[3]).toMatch(/^ {2}\+852 5100 0001 {3}\d{8} {3,}\d{4} +a new member$/)
  expect(demoAccountLines(seed.dataDir, [])).toEqual([])
})

test('a second node on the same database changes no password that the first has printed', async () => {
  const first = await runSeed()
  const dataDir = await mkdtemp(join(tmpdir(), 'harbour-demo-accounts-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  expect(await seedAccounts({ ...seed, dataDir, isOwnDatabase: false })).toEqual([])
  for (const account of first) await expect(logIn(account)).resolves.toBeDefined()
})

test('an operator can have them erased', async () => {
  const accounts = await runSeed()
  const viewer = await logIn(accounts[0]!)
  await eraseDemoAccounts({ ...seed, sales: unsold })
  for (const account of accounts) await expect(logIn(account)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  await expect(seed.profiles.list(viewer)).resolves.toEqual([])
  expect(await readDemoAccounts(seed.dataDir)).toEqual([])
  // Their numbers are free again, and without the file there is nothing to erase.
  await runSeed()
  await rm(file())
  await eraseDemoAccounts({ ...seed, sales: unsold })
  expect(await seed.accounts.find('+85251000001')).toBeDefined()
})

test('members of the demo’s history are erased with what they wait for', async () => {
  const number = historyNumber(0)
  const person = { name: 'One', gender: 'male', birthday: '1990-01-01', partner: 'anyplex', language: 'zh_HK' } as const
  const secrets = { password: 'correct horse battery', parentalCode: '4719', agreeMarketing: false }
  const agreedAt = world.clock.now()
  const { accountId } = await seed.accounts.createAccount({
    ...person,
    ...secrets,
    number,
    email: 'a@demo.invalid',
    agreedAt,
  })
  const markSent = vi.fn(async () => {})
  const list = async () => [
    { orderId: 'theirs', accountId },
    { orderId: 'of another', accountId: 'x' },
  ]
  await eraseDemoAccounts({ ...seed, sales: { deliveries: { list, markSent } } as never })
  expect(markSent.mock.calls).toEqual([[expect.objectContaining({ orderId: 'theirs' })]])
  expect(await seed.accounts.find(number)).toBeUndefined()
})
