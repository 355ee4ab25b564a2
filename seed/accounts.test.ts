import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestMembers, from } from '../test/support/accounts.ts'
import { aTitle, createTestCatalogue } from '../test/support/catalogue.ts'
import { createTestProfiles, withProfiles } from '../test/support/profiles.ts'
import { demoAccountLines, readDemoAccounts } from './accounts.file.ts'
import { type AccountsSeed, plantAccounts, uprootAccounts } from './accounts.ts'

let world: Awaited<ReturnType<typeof createTestCatalogue>>
let seed: AccountsSeed
let members: ReturnType<typeof createTestMembers>

beforeEach(async () => {
  world = await createTestCatalogue()
  const { db, clock, catalogue, library } = world
  // Erasing an account erases its profiles.
  const personalData = () => [profiles.capability.personalData!]
  members = createTestMembers({ db, clock, ...withProfiles, personalData })
  const profiles = createTestProfiles({ db, clock, ...members })
  const dataDir = await mkdtemp(join(tmpdir(), 'harbour-demo-accounts-'))
  seed = { ...members, profiles, library, catalogue, clock, dataDir, mode: 'full' }
  for (const programId of ['tram', 'crossing', 'liondance']) {
    await catalogue.createTitle(aTitle(programId))
    await catalogue.publish(programId)
  }
})

afterEach(async () => {
  await rm(seed.dataDir, { recursive: true, force: true })
  await world.close()
})

const plant = () => plantAccounts(seed)
const file = () => join(seed.dataDir, 'demo-accounts.json')
const signsIn = async ({ mobileno, password }: { mobileno: string; password: string }) => {
  const outcome = await seed.accounts.logIn({ mobileno, areaCode: '852', password }, from({ deviceSerial: password }))
  return seed.accounts.sessions.viewer('token' in outcome ? outcome.token : '', { language: 'zh_HK', region: 'HK' })
}

test('one of every kind signs in, with what is kept for its owner alone', async () => {
  const accounts = await plant()
  expect(accounts.map(({ kind }) => kind)).toEqual(['plain', 'partner', 'kids', 'history'])
  expect(await readDemoAccounts(seed.dataDir)).toEqual(accounts)
  expect((await stat(file())).mode & 0o777).toBe(0o600)
  const viewers = await Promise.all(accounts.map(signsIn))
  const customers = await Promise.all(viewers.map((viewer) => seed.accounts.customers.find(viewer)))
  expect(customers.map(({ account }) => account.partner)).toEqual(['anyplex', 'hgc', 'anyplex', 'anyplex'])
  const families = await Promise.all(viewers.map((viewer) => seed.profiles.list(viewer)))
  expect(families.map((own) => own.map(({ kids }) => kids))).toEqual([[false], [false], [false, true], [false]])
  expect(new Set(accounts.map(({ password }) => password)).size).toBe(4)
  for (const { password, parentalCode } of accounts) {
    expect(password).toMatch(/^\d{8,}$/)
    expect(parentalCode).toMatch(/^\d{4}$/)
  }
})

test('one has a past, of the titles that are there', async () => {
  const accounts = await plant()
  const viewer = await signsIn(accounts[3]!)
  const [profile] = await seed.profiles.list(viewer)
  const owner = { ...viewer, profileId: profile!.profileId }
  const liked = await world.db.selectFrom('favorite').select('program_id').execute()
  expect(liked.map(({ program_id }) => program_id)).toEqual(['crossing'])
  expect(await seed.library.bookmarks.position(owner, { programId: 'tram' })).toBe(14)
  expect(await seed.library.bookmarks.position(owner, { programId: 'liondance' })).toBe(0)
})

test('a further start makes nothing twice and changes nothing', async () => {
  const first = await plant()
  const before = await world.db.selectFrom('account').selectAll().orderBy('number').execute()
  const viewer = await signsIn(first[2]!)
  const child = (await seed.profiles.list(viewer)).find(({ kids }) => kids)!
  await seed.profiles.remove(viewer, child.profileId)
  expect(await plant()).toEqual(first)
  expect(await world.db.selectFrom('account').selectAll().orderBy('number').execute()).toEqual(before)
  expect(await seed.profiles.list(viewer)).toHaveLength(1)
})

test.each(['lost', 'spoilt'])('where the file is %s, the accounts get new passwords', async (how) => {
  const first = await plant()
  await (how === 'lost' ? rm(file()) : writeFile(file(), '{'))
  const second = await plant()
  expect(second.map(({ mobileno }) => mobileno)).toEqual(first.map(({ mobileno }) => mobileno))
  for (const account of second) await expect(signsIn(account)).resolves.toBeDefined()
  await expect(signsIn(first[0]!)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  const family = await seed.profiles.list(await signsIn(second[2]!))
  expect(family).toHaveLength(2)
})

test('a new database takes the passwords that were kept', async () => {
  const first = await plant()
  await world.db.deleteFrom('account').execute()
  expect(await plant()).toEqual(first)
  for (const account of first) await expect(signsIn(account)).resolves.toBeDefined()
})

test('a newcomer reads who they may sign in as', async () => {
  const lines = demoAccountLines(seed.dataDir, await plant())
  expect(lines).toHaveLength(7)
  expect(lines[1]).toContain(file())
  expect(lines[3]).toMatch(/^ {2}\+852 5100 0001 {3}\d{8} {3,}\d{4} +a new member$/)
  expect(demoAccountLines(seed.dataDir, [])).toEqual([])
})

test('a service that others can reach keeps none of them', async () => {
  const accounts = await plant()
  const viewer = await signsIn(accounts[0]!)
  await uprootAccounts(seed)
  for (const account of accounts) await expect(signsIn(account)).rejects.toMatchObject({ code: 'WRONG_CREDENTIALS' })
  await expect(seed.profiles.list(viewer)).resolves.toEqual([])
  expect(await readDemoAccounts(seed.dataDir)).toEqual([])
  // Their numbers are free again, and without the file there is nobody to be erased.
  await plant()
  await rm(file())
  await uprootAccounts(seed)
  expect(await seed.accounts.find('+85251000001')).toBeDefined()
})
