import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Accounts, newParentalCode, newPassword } from '#server/domains/accounts/index.ts'
import type { Catalogue } from '#server/domains/catalogue/index.ts'
import type { Library } from '#server/domains/library/index.ts'
import type { Profiles } from '#server/domains/profiles/index.ts'
import type { Clock } from '#server/kit/clock.ts'
import {
  type DemoAccount,
  type DemoKind,
  dropDemoAccounts,
  readDemoAccounts,
  writeDemoAccounts,
} from './accounts.file.ts'

/** What demo accounts are made with. */
export interface AccountsSeed {
  accounts: Accounts
  profiles: Profiles
  library: Library
  catalogue: Catalogue
  clock: Clock
  dataDir: string
  mode: 'full' | 'small'
}

type DemoPerson = {
  kind: DemoKind
  mobileno: string
  partner: string
  name: string
  birthday: string
  gender: 'female' | 'male'
}

/** Their numbers may be somebody's: these accounts exist only where nothing leaves this computer (`allowsDemoAccounts`). */
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
]

const AREA_CODE = '852'
const numberOf = ({ mobileno }: { mobileno: string }): string => `+${AREA_CODE}${mobileno}`

/**
 * Makes the demo accounts that are missing, and keeps what signs in to them. Made once: what a newcomer changes stays as it is. Where
 * the file is lost, the accounts get new passwords; an entry of the file stands for an account that was finished.
 */
export async function plantAccounts(seed: AccountsSeed): Promise<DemoAccount[]> {
  const kept = await readDemoAccounts(seed.dataDir)
  const done: DemoAccount[] = []
  for (const person of PEOPLE) {
    const known = kept.find(({ kind, mobileno }) => kind === person.kind && mobileno === person.mobileno)
    const isThere = (await seed.accounts.find(numberOf(person))) !== undefined
    const account = known ?? newEntry(person)
    if (!known || !isThere) await plantAccount(seed, person, account)
    done.push(account)
    if (!known) await writeDemoAccounts(seed.dataDir, [...done, ...kept.filter(({ kind }) => isLater(kind, person))])
  }
  return done
}

/** Erases the demo accounts that were made: the service is open to others now, and the numbers may be theirs. */
export async function uprootAccounts({ accounts, dataDir }: Pick<AccountsSeed, 'accounts' | 'dataDir'>): Promise<void> {
  for (const account of await readDemoAccounts(dataDir)) await accounts.closing.erase(numberOf(account))
  await dropDemoAccounts(dataDir)
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

async function plantAccount(
  seed: AccountsSeed,
  { kind, ...person }: DemoPerson,
  { password, parentalCode }: DemoAccount,
): Promise<void> {
  const { accounts, clock } = seed
  const number = numberOf(person)
  const isRenewed = await accounts.replaceSecrets({ number, password, parentalCode })
  if (!isRenewed) {
    const email = `${kind}@demo.invalid`
    const terms = { agreeMarketing: false, language: 'zh_HK', agreedAt: clock.now() } as const
    await accounts.admit({ ...person, ...terms, number, email, password, parentalCode })
  }
  const account = await accounts.find(number)
  if (account && kind === 'kids') await giveChild(seed, account.accountId)
  if (account && kind === 'history') await givePast(seed, account.accountId)
}

async function giveChild({ profiles }: AccountsSeed, accountId: string): Promise<void> {
  const owner = { accountId, sessionId: '' }
  const own = await profiles.list(owner)
  if (own.some(({ kids }) => kids)) return
  await profiles.create(owner, { name: '小寶', avatarId: 'kid-bao', kids: true })
}

/** A past: what is liked, the newest first, and what was left half watched, with how long ago. */
interface Past {
  favorites: string[]
  /** Seconds into the film, for the whole clips and for the short cuts of quick tests. */
  places: { programId: string; programGuid: string; full: Stop; small: Stop; hoursAgo: number }[]
}
type Stop = { position: number; duration: number }

async function givePast({ profiles, library, catalogue, clock, mode }: AccountsSeed, accountId: string): Promise<void> {
  const [first] = await profiles.list({ accountId, sessionId: '' })
  if (!first) return
  const past = JSON.parse(await readFile(join(import.meta.dirname, 'past.json'), 'utf8')) as Past
  const now = clock.now()
  // A title that an operator took away is no part of it.
  const known = new Set(await knownOf(catalogue, now, past))
  const places = past.places.map(({ programId, programGuid, hoursAgo, ...stops }) => ({
    programId,
    programGuid,
    ...stops[mode],
    at: now.subtract({ hours: hoursAgo }),
  }))
  const profile = { profileId: first.profileId, region: 'HK', kids: false }
  await library.remember(profile, {
    favorites: past.favorites.filter((programId) => known.has(programId)),
    progress: places.filter(({ programId }) => known.has(programId)),
  })
}

async function knownOf(catalogue: Catalogue, now: Temporal.Instant, { favorites, places }: Past): Promise<string[]> {
  const wanted = [...new Set([...favorites, ...places.map(({ programId }) => programId)])]
  const found = await Promise.all(wanted.map((programId) => catalogue.playable({ programId }, { region: 'HK', now })))
  return wanted.filter((_, n) => found[n] !== undefined)
}
