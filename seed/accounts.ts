import type { Kysely } from 'kysely'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Accounts, newParentalCode, newPassword } from '#server/domains/accounts/index.ts'
import type { Catalogue } from '#server/domains/catalogue/index.ts'
import { type Bucket, creditLot, walletOf } from '#server/domains/ledger/index.ts'
import type { Library } from '#server/domains/library/index.ts'
import type { Profiles } from '#server/domains/profiles/index.ts'
import type { Sales } from '#server/domains/sales/index.ts'
import type { Subscriptions } from '#server/domains/subscriptions/index.ts'
import { HISTORY_MEMBERS_MAX, historyNumber } from './history.plan.ts'
import type { Clock } from '#server/kit/clock.ts'
import {
  type DemoAccount,
  type DemoKind,
  dropDemoAccounts,
  readDemoAccounts,
  writeDemoAccounts,
} from './accounts.file.ts'
import { type Database, inTransaction } from '#server/kit/db.ts'

/** Dependencies for seeding demo accounts. */
export interface AccountsSeed {
  accounts: Accounts
  profiles: Profiles
  library: Library
  catalogue: Catalogue
  db: Kysely<Database>
  subscriptions: Pick<Subscriptions, 'give' | 'views'>
  clock: Clock
  dataDir: string
  /** Writes the ratings and comments of an account; idempotent. */
  addOpinions: (author: { kind: DemoKind; accountId: string }) => Promise<void>
  /** False if other nodes may use the database: one of them has printed the passwords of accounts that are there. */
  isOwnDatabase: boolean
}

type DemoPerson = {
  kind: DemoKind
  mobileno: string
  partner: string
  name: string
  birthday: string
  gender: 'female' | 'male'
}

/**
 * These numbers may belong to real people, so the accounts exist only if the service is reachable from this computer
 * only (`allowsDemoAccounts`).
 */
const PEOPLE: readonly DemoPerson[] = [
  {
    kind: 'plain',
    mobileno: '51000001',
    partner: 'anyplex',
    name: '陳大文',
    birthday: '1990-02-28',
    gender: 'male',
  },
  { kind: 'partner', mobileno: '51000002', partner: 'hgc', name: '李美玲', birthday: '1985-07-01', gender: 'female' },
  { kind: 'kids', mobileno: '51000003', partner: 'anyplex', name: '黃家姐', birthday: '1988-11-21', gender: 'female' },
  { kind: 'history', mobileno: '51000004', partner: 'anyplex', name: '何志明', birthday: '1979-05-05', gender: 'male' },
  { kind: 'plan', mobileno: '51000005', partner: 'anyplex', name: '林曉晴', birthday: '1994-09-17', gender: 'female' },
  { kind: 'movie6', mobileno: '51000006', partner: 'movie6', name: '張偉文', birthday: '1991-03-08', gender: 'male' },
]

/** Their e-mail addresses are verified, so that they can rate and comment. */
const VERIFIED: ReadonlySet<DemoKind> = new Set(['history', 'plan', 'movie6'])

const AREA_CODE = '852'
const emailOf = ({ kind }: { kind: DemoKind }): string => `${kind}@demo.invalid`
const numberOf = ({ mobileno }: { mobileno: string }): string => `+${AREA_CODE}${mobileno}`

/**
 * Creates missing demo accounts and stores their credentials. Existing accounts are not changed.
 * If the file is missing, the accounts of an own database get new passwords; those of a shared one belong to another
 * node and are left out. An entry in the file means that its account was created completely.
 */
export async function seedAccounts(seed: AccountsSeed): Promise<DemoAccount[]> {
  const stored = await readDemoAccounts(seed.dataDir)
  const done: DemoAccount[] = []
  for (const person of PEOPLE) {
    const existing = stored.find(({ kind, mobileno }) => kind === person.kind && mobileno === person.mobileno)
    const hasAccount = (await seed.accounts.find(numberOf(person))) !== undefined
    if (!existing && hasAccount && !seed.isOwnDatabase) continue
    const account = existing ?? newEntry(person)
    if (!existing || !hasAccount) await createDemoAccount(seed, person, account)
    const lacksOpinions = VERIFIED.has(person.kind) && (!hasAccount || !account.hasOpinions)
    if (lacksOpinions) await giveOpinions(seed, person)
    done.push(lacksOpinions ? { ...account, hasOpinions: true } : account)
    for (const gift of person.partner === TELECOM_PARTNER ? TICKETS : CREDITS) await give(seed, numberOf(person), gift)
    if (person.kind === 'plan') await givePlan(seed, numberOf(person))
    if (!existing || lacksOpinions)
      await writeDemoAccounts(seed.dataDir, [...done, ...stored.filter(({ kind }) => isLater(kind, person))])
  }
  return done
}

/** Its members have vouchers and cinema tickets instead of credits. */
const TELECOM_PARTNER = 'hgc'
interface Gift {
  readonly bucket: Bucket
  readonly amount: number
  readonly days: number
}
const CREDITS: readonly Gift[] = [{ bucket: 'recharged', amount: 100, days: 365 }]
const TICKETS: readonly Gift[] = [
  { bucket: 'voucher', amount: 1, days: 30 },
  { bucket: 'voucher', amount: 4, days: 180 },
  { bucket: 'ticket', amount: 2, days: 180 },
]

/** Gives a demo account what it can watch titles for, once in its life, so that its owner can do so at once. */
async function give(
  { accounts, db, clock }: AccountsSeed,
  number: string,
  { bucket, amount, days }: Gift,
): Promise<void> {
  const account = await accounts.find(number)
  if (!account) return
  const { accountId } = account
  await inTransaction(db, async (tx) => {
    const at = clock.now()
    const walletId = await walletOf(tx, accountId, at)
    await creditLot(tx, {
      walletId,
      // Earlier releases gave credits alone.
      idempotencyKey: bucket === 'recharged' ? `demo:${accountId}` : `demo:${accountId}:${bucket}:${days}`,
      bucket,
      amount,
      kind: 'demo',
      actor: 'system',
      expiresAt: account.createdAt.add({ hours: days * 24 }),
      at,
    })
  })
}

/** Also to accounts of earlier releases, once in their life. An address that its owner has changed is theirs to verify. */
async function giveOpinions({ accounts, addOpinions }: AccountsSeed, person: DemoPerson): Promise<void> {
  const number = numberOf(person)
  const isVerified = await accounts.verifyOwnEmail({ number, email: emailOf(person) })
  const account = await accounts.find(number)
  if (account && isVerified) await addOpinions({ kind: person.kind, accountId: account.accountId })
}

const DEMO_PLAN = 'entertainment-pass'
const DEMO_PLAN_MONTHS = 12

/** Gives a demo account a year of the plan, once in its life, so that its owner can watch members-only titles. */
async function givePlan({ accounts, db, subscriptions }: AccountsSeed, number: string): Promise<void> {
  const account = await accounts.find(number)
  if (!account || (await subscriptions.views.detail(account.accountId))) return
  const { accountId } = account
  await inTransaction(db, (tx) => subscriptions.give(tx, { accountId, planId: DEMO_PLAN, months: DEMO_PLAN_MONTHS }))
}

/** Erases the demo accounts, when the operator asks for it: others may own the numbers. @returns how many were listed */
export async function eraseDemoAccounts({
  accounts,
  sales,
  dataDir,
}: Pick<AccountsSeed, 'accounts' | 'dataDir'> & { sales: Pick<Sales, 'deliveries'> }): Promise<number> {
  const listed = await readDemoAccounts(dataDir)
  for (const account of listed) await accounts.closing.erase(numberOf(account))
  // What is paid and not sent would keep its account.
  const unsent = await sales.deliveries.list()
  for (let n = 0; n < HISTORY_MEMBERS_MAX; n++) {
    const account = await accounts.find(historyNumber(n))
    if (!account) continue
    for (const { orderId } of unsent.filter((order) => order.accountId === account.accountId))
      await sales.deliveries.markSent({ orderId, actor: 'system', reason: 'the demo ends' })
    await accounts.closing.erase(historyNumber(n))
  }
  await dropDemoAccounts(dataDir)
  return listed.length
}

const isLater = (kind: DemoKind, person: DemoPerson): boolean =>
  PEOPLE.findIndex((one) => one.kind === kind) > PEOPLE.indexOf(person)

const newEntry = ({ kind, mobileno }: DemoPerson): DemoAccount => ({
  kind,
  areaCode: AREA_CODE,
  mobileno,
  password: newPassword(numberOf({ mobileno })),
  parentalCode: newParentalCode(),
})

async function createDemoAccount(
  seed: AccountsSeed,
  { kind, ...person }: DemoPerson,
  { password, parentalCode }: DemoAccount,
): Promise<void> {
  const { accounts, clock } = seed
  const number = numberOf(person)
  const isRenewed = await accounts.replaceSecrets({ number, password, parentalCode })
  if (!isRenewed) {
    const email = emailOf({ kind })
    const terms = { agreeMarketing: false, language: 'zh_HK', agreedAt: clock.now() } as const
    await accounts.createAccount({ ...person, ...terms, number, email, password, parentalCode })
  }
  const account = await accounts.find(number)
  if (account && kind === 'kids') await addKidsProfile(seed, account.accountId)
  if (account && kind === 'history') await addHistory(seed, account.accountId)
}

async function addKidsProfile({ profiles }: AccountsSeed, accountId: string): Promise<void> {
  const owner = { accountId, sessionId: '' }
  const profileList = await profiles.list(owner)
  if (profileList.some(({ kids }) => kids)) return
  await profiles.create(owner, { name: '小寶', avatarId: 'kid-bao', kids: true })
}

/** A watch history: favourites, newest first, and unfinished titles with their age. */
interface History {
  favorites: string[]
  /** Positions in seconds. */
  watchProgress: { programId: string; programGuid: string; position: number; duration: number; hoursAgo: number }[]
}

async function addHistory({ profiles, library, catalogue, clock }: AccountsSeed, accountId: string): Promise<void> {
  const [first] = await profiles.list({ accountId, sessionId: '' })
  if (!first) return
  const history = JSON.parse(await readFile(join(import.meta.dirname, 'past.json'), 'utf8')) as History
  const now = clock.now()
  // Titles removed by an operator are skipped.
  const available = new Set(await availableOf(catalogue, now, history))
  const watchProgress = history.watchProgress.map(({ hoursAgo, ...stop }) => ({
    ...stop,
    at: now.subtract({ hours: hoursAgo }),
  }))
  const profile = { profileId: first.profileId, region: 'HK', kids: false }
  await library.remember(profile, {
    favorites: history.favorites.filter((programId) => available.has(programId)),
    progress: watchProgress.filter(({ programId }) => available.has(programId)),
  })
}

async function availableOf(
  catalogue: Catalogue,
  now: Temporal.Instant,
  { favorites, watchProgress }: History,
): Promise<string[]> {
  const programIds = [...new Set([...favorites, ...watchProgress.map(({ programId }) => programId)])]
  const playable = await Promise.all(
    programIds.map((programId) => catalogue.playable({ programId }, { region: 'HK', now })),
  )
  return programIds.filter((_, n) => playable[n] !== undefined)
}
