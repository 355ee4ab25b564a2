/**
 * Creates a saved data folder with the service of this tree: starts it without the demo, ingests two titles, creates two members with
 * sessions and a library, takes a backup, and packs folder and backup with a description of their content. Run once per version:
 *
 *   node test/support/make-data-folder.ts test/fixtures/v0.1
 */
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { ProgramCard } from '#contract/programs.ts'
import { findRunning } from '#server/adapters/postgres/cluster.ts'
import { openDb } from '#server/kit/db.ts'
import { runIngest, makeVideo } from '../e2e/support/ingest.ts'
import { packFolder } from './folder-archive.ts'
import { type RunningHarbour, startHarbour } from './harbour.ts'
import { type Call, createCall } from './member-call.ts'
import { launch } from './launch.ts'
import { until } from './processes.ts'
import { rowOf, startWatching } from './watching.ts'
import type { SavedData, SavedMember } from './saved-data.ts'

const PARENTAL_CODE = '4826'
const PASSWORD = '840271'

/** The match in the newest matching SMS to a number. */
async function findSms(origin: string, mobileno: string, pattern: RegExp): Promise<RegExpExecArray> {
  const response = await fetch(`${origin}/dev/outbox?to=${encodeURIComponent(`+852${mobileno}`)}`)
  const { list } = (await response.json()) as { list: { text: string }[] }
  const found = list.map(({ text }) => pattern.exec(text)).find((match) => match !== null)
  if (!found) throw new Error(`no SMS to ${mobileno} fits ${String(pattern)}`)
  return found
}

interface Person {
  name: string
  mobileno: string
  language: 'zh_HK' | 'en_US'
  /** The call of the second registration step, which determines the partner. */
  check: string
}

/** Registers a member on the device `desk` and replaces the password and code of the SMS by fixed ones. */
async function registerMember(origin: string, { name, mobileno, language, check }: Person) {
  const call = createCall(origin)
  const as = { device: `${mobileno}-desk`, language }
  const number = { mobileno, areaCode: '852' }
  await call('/api/register2.action', { ...number, agreeTerms: true, agreePrivacy: true }, as)
  const [code] = await findSms(origin, mobileno, /\b\d{6}\b/)
  const { verificationToken } = await call<{ verificationToken: string }>(check, { ...number, code }, as)
  const person = { name, email: `${mobileno}@example.invalid`, birthday: '1990-02-28', gender: 'female' }
  const opened = await call<{ token: string }>('/api/register3', { verificationToken, ...person }, as)
  const [, password, oldCode] = await findSms(origin, mobileno, /(?:登入密碼：|password is )(\d+)\D+(\d{4})\b/)
  const token = { ...as, token: opened.token }
  const confirmed = { newPassword: PASSWORD, confirmPassword: PASSWORD }
  await call('/api/changePassword.action', { currentPassword: password, ...confirmed }, token)
  const codes = { oldCode, newCode: PARENTAL_CODE, confirmCode: PARENTAL_CODE }
  await call('/api_v2/profile/parental/setupPasscode', codes, token)
  return opened.token
}

/** Starts another session on another device. */
async function logIn(call: Call, mobileno: string, device: string): Promise<string> {
  const as = { device: `${mobileno}-${device}` }
  return (await call<{ token: string }>('/api/login.action', { mobileno, password: PASSWORD }, as)).token
}

interface Titles {
  film: ProgramCard
  episode: ProgramCard
}

/** A member with a kids profile: sessions with and without a profile, in the kids profile, and ended; a library. */
async function createFamily(origin: string, { film, episode }: Titles): Promise<SavedMember> {
  const call = createCall(origin)
  const mobileno = '92210000'
  const check = '/api/checkVerificationCode.action'
  const adult = await registerMember(origin, { name: '陳大文', mobileno, language: 'zh_HK', check })
  const [first] = (await call<ProfileList>('/api_v2/profile/list', {}, { token: adult })).data.profiles
  const kid = { name: '小寶', avatarId: 'kid-bao', childrenModel: true }
  const { profile: child } = await call<{ profile: { profileId: string } }>('/api_v2/profile/create', kid, {
    token: adult,
  })
  const [undecided, childs, ended] = [
    await logIn(call, mobileno, 'tablet'),
    await logIn(call, mobileno, 'child'),
    await logIn(call, mobileno, 'lost'),
  ]
  await call('/api_v2/profile/choose', { profileId: first!.profileId }, { token: adult })
  await call('/api_v2/profile/choose', { profileId: child.profileId }, { token: childs })
  await call('/api/logout.action', {}, { token: ended })
  await call('/api_v2/profile/preference/update', { genres: ['drama', 'family'] }, { token: adult })
  await call('/api/sendEmailCode.action', {}, { token: adult })
  await call('/api/updateUserProfile.action', { quality: 'save' }, { token: adult })
  const title = ({ programId, programGuid }: ProgramCard) => ({ programId, programGuid })
  for (const one of [film, episode]) await call('/api_v2/profile/favorite/create', title(one), { token: adult })
  const at = Temporal.Now.instant().toString()
  const halfway = { ...title(film), position: 4, duration: 8, at }
  const finished = { ...title(episode), episode: 1, position: 2, duration: 2, at }
  for (const bookmark of [halfway, finished]) {
    await call('/api_v2/profile/bookmark/create', bookmark, { token: adult })
  }
  return {
    mobileno,
    password: PASSWORD,
    parentalCode: PARENTAL_CODE,
    tokens: { adult, undecided, child: childs, ended },
    profiles: { adult: first!.profileId, child: child.profileId },
  }
}

interface ProfileList {
  data: { profiles: { profileId: string }[] }
}

/** A member of the telecom partner with English as language and without a chosen profile. */
async function createCustomer(origin: string): Promise<SavedMember> {
  const mobileno = '92210001'
  const check = '/api/checkVerificationCodeCLP.action'
  const adult = await registerMember(origin, { name: 'Mei Lee', mobileno, language: 'en_US', check })
  return { mobileno, password: PASSWORD, parentalCode: PARENTAL_CODE, tokens: { adult }, profiles: {} }
}

/** Ingests a short film with subtitles in two languages, and a series of one episode with a content warning. */
async function ingestTitles(dataDir: string, origin: string): Promise<Titles> {
  const source = await makeVideo(join(dataDir, '..', 'film.mp4'), { seconds: 8, size: '320x180' })
  const short = await makeVideo(join(dataDir, '..', 'episode.mp4'), { seconds: 2, size: '320x180' })
  const subtitles = ['zh-Hant', 'en'].flatMap((language) => ['--subtitle', `${language}:${source.subtitles}`])
  const args = ['--title-zh', '黃昏渡輪', '--title-en', 'The Evening Ferry', '--genre', 'drama', '--country', 'HK']
  await runIngest(dataDir, source, [...args, ...subtitles])
  const series = ['--title-zh', '街市兩日', '--title-en', 'Two Market Days', '--classify', 'drama', '--class', 'IIA']
  await runIngest(dataDir, short, [...series, '--warning-zh', '含有劏魚場面。', '--warning-en', 'Fish are cut.'])
  const [episode, film] = await rowOf(origin, 'new')
  return { film: film!, episode: episode! }
}

/** Waits until the worker has prepared every image, then switches to a new, nearly empty WAL segment. */
async function waitUntilIdle(dataDir: string): Promise<void> {
  const url = await findRunning(dataDir, 'superuser')
  const { pool, close } = openDb({ url: url!, max: 1 })
  const pending =
    'select 1 from image where prepared_at is null union all select 1 from title_font where cut_at is null'
  try {
    await until(async () => (await pool.query(pending)).rowCount === 0, { what: 'the images', seconds: 120 })
    await pool.query('select pg_switch_wal()')
  } finally {
    await close()
  }
}

/** Deletes recycled WAL segments; only the last one is needed after a clean stop. */
async function dropSpareWal(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres/pg_wal')
  const segments = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted()
  const heads = await Promise.all(segments.map(async (name) => (await readFile(join(folder, name))).readBigUInt64LE(8)))
  // The first page of a segment holds its address; a recycled segment still holds the previous one.
  const used = segments.filter((name, at) => {
    const address = (BigInt(`0x${name.slice(8, 16)}`) << 32n) + (BigInt(`0x${name.slice(16)}`) << 24n)
    return heads[at] === address
  })
  const current = used.at(-1)
  for (const name of segments) if (name !== current) await rm(join(folder, name))
}

async function make(target: string): Promise<void> {
  const base = await mkdtemp(join(tmpdir(), 'harbour-saved-'))
  // The account of PostgreSQL has to traverse it.
  await chmod(base, 0o711)
  const dataDir = join(base, 'data')
  let harbour: RunningHarbour | undefined
  try {
    harbour = await startHarbour({ dataDir, env: { HARBOUR_DEMO: '0' } })
    const { film, episode } = await ingestTitles(dataDir, harbour.url)
    const stream = await startWatching(harbour.url, film)
    const members = {
      family: await createFamily(harbour.url, { film, episode }),
      customer: await createCustomer(harbour.url),
    }
    await createCall(harbour.url)('/api_v2/visit/create', { route: 'Homepage', utm_source: 'newsletter' })
    await waitUntilIdle(dataDir)
    const backup = join(base, 'backup')
    const backedUp = launch(['backup', backup], { dataDir })
    if ((await backedUp.exitCode) !== 0) throw new Error(backedUp.lines.join('\n'))
    if ((await harbour.stop()) !== 0) throw new Error(harbour.lines.join('\n'))
    const refOf = ({ programId, programGuid }: ProgramCard) => ({ programId, programGuid })
    const saved: SavedData = {
      film: { ...refOf(film), streamSha256: createHash('sha256').update(stream).digest('hex') },
      episode: refOf(episode),
      members,
    }
    await dropSpareWal(dataDir)
    await mkdir(target, { recursive: true })
    await writeFile(join(target, 'data-folder.json'), `${JSON.stringify(saved, null, 2)}\n`)
    await writeFile(join(target, 'data-folder.zst'), await packFolder(dataDir))
    // The media equal those of the data folder.
    await rm(join(backup, 'media'), { recursive: true })
    await writeFile(join(target, 'backup.zst'), await packFolder(backup))
  } finally {
    await harbour?.stop()
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }
}

await make(resolve(process.argv[2] ?? 'saved'))
