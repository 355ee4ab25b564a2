/**
 * Makes a saved data folder from the service of this tree: starts it without the demo, brings two titles in, lets two members
 * do what members do, backs it up, stops it, and packs the folder and the backup, with a list of what they hold. Run once, on the commit that is to be kept:
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
import { bringIn, makeVideo } from '../e2e/support/film.ts'
import { packFolder } from './folder-archive.ts'
import { type RunningHarbour, startHarbour } from './harbour.ts'
import { type Call, createCall } from './member-call.ts'
import { launch } from './launch.ts'
import { until } from './processes.ts'
import { rowOf, startWatching } from './watching.ts'
import type { SavedData, SavedMember } from './saved-data.ts'

const PARENTAL_CODE = '4826'
const PASSWORD = '840271'

/** The match in the newest message to a number that fits. */
async function sent(origin: string, mobileno: string, pattern: RegExp): Promise<RegExpExecArray> {
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
  /** The call of registration's second step, which decides the partner. */
  check: string
}

/** Registers a person on the device `desk`, and changes what came by SMS into the password and code that are kept here. */
async function admit(origin: string, { name, mobileno, language, check }: Person) {
  const call = createCall(origin)
  const as = { device: `${mobileno}-desk`, language }
  const number = { mobileno, areaCode: '852' }
  await call('/api/register2.action', { ...number, agreeTerms: true, agreePrivacy: true }, as)
  const [code] = await sent(origin, mobileno, /\b\d{6}\b/)
  const { verificationToken } = await call<{ verificationToken: string }>(check, { ...number, code }, as)
  const person = { name, email: `${mobileno}@example.invalid`, birthday: '1990-02-28', gender: 'female' }
  const opened = await call<{ token: string }>('/api/register3', { verificationToken, ...person }, as)
  const [, password, oldCode] = await sent(origin, mobileno, /(?:登入密碼：|password is )(\d+)\D+(\d{4})\b/)
  const token = { ...as, token: opened.token }
  const confirmed = { newPassword: PASSWORD, confirmPassword: PASSWORD }
  await call('/api/changePassword.action', { currentPassword: password, ...confirmed }, token)
  const codes = { oldCode, newCode: PARENTAL_CODE, confirmCode: PARENTAL_CODE }
  await call('/api_v2/profile/parental/setupPasscode', codes, token)
  return opened.token
}

/** A further session on a device of its own. */
async function logIn(call: Call, mobileno: string, device: string): Promise<string> {
  const as = { device: `${mobileno}-${device}` }
  return (await call<{ token: string }>('/api/login.action', { mobileno, password: PASSWORD }, as)).token
}

interface Titles {
  film: ProgramCard
  episode: ProgramCard
}

/** A member with a child: sessions with and without a chosen profile, one of the child, one that ended; a library. */
async function family(origin: string, { film, episode }: Titles): Promise<SavedMember> {
  const call = createCall(origin)
  const mobileno = '92210000'
  const check = '/api/checkVerificationCode.action'
  const adult = await admit(origin, { name: '陳大文', mobileno, language: 'zh_HK', check })
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

/** A customer of the telecom partner, who reads English and has chosen no profile. */
async function customer(origin: string): Promise<SavedMember> {
  const mobileno = '92210001'
  const check = '/api/checkVerificationCodeCLP.action'
  const adult = await admit(origin, { name: 'Mei Lee', mobileno, language: 'en_US', check })
  return { mobileno, password: PASSWORD, parentalCode: PARENTAL_CODE, tokens: { adult }, profiles: {} }
}

/** A short film with subtitles in two languages, and a series of one episode with a warning. */
async function titles(dataDir: string, origin: string): Promise<Titles> {
  const source = await makeVideo(join(dataDir, '..', 'film.mp4'), { seconds: 8, size: '320x180' })
  const short = await makeVideo(join(dataDir, '..', 'episode.mp4'), { seconds: 2, size: '320x180' })
  const subtitles = ['zh-Hant', 'en'].flatMap((language) => ['--subtitle', `${language}:${source.subtitles}`])
  const words = ['--title-zh', '黃昏渡輪', '--title-en', 'The Evening Ferry', '--genre', 'drama', '--country', 'HK']
  await bringIn(dataDir, source, [...words, ...subtitles])
  const series = ['--title-zh', '街市兩日', '--title-en', 'Two Market Days', '--classify', 'drama', '--class', 'IIA']
  await bringIn(dataDir, short, [...series, '--warning-zh', '含有劏魚場面。', '--warning-en', 'Fish are cut.'])
  const [episode, film] = await rowOf(origin, 'new')
  return { film: film!, episode: episode! }
}

/** Waits until the worker has prepared every image, and begins a new segment of PostgreSQL's log, which is nearly empty then. */
async function settled(dataDir: string): Promise<void> {
  const url = await findRunning(dataDir)
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

/** PostgreSQL keeps segments of its log for later use, with old contents; none but the last is needed after a clean stop. */
async function dropSpareWal(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'postgres/pg_wal')
  const segments = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted()
  const heads = await Promise.all(segments.map(async (name) => (await readFile(join(folder, name))).readBigUInt64LE(8)))
  // The first page of a segment names its own address; a spare one still names that of its former use.
  const used = segments.filter((name, at) => {
    const address = (BigInt(`0x${name.slice(8, 16)}`) << 32n) + (BigInt(`0x${name.slice(16)}`) << 24n)
    return heads[at] === address
  })
  const current = used.at(-1)
  for (const name of segments) if (name !== current) await rm(join(folder, name))
}

async function make(target: string): Promise<void> {
  const base = await mkdtemp(join(tmpdir(), 'harbour-saved-'))
  // PostgreSQL's own account passes through it.
  await chmod(base, 0o711)
  const dataDir = join(base, 'data')
  let harbour: RunningHarbour | undefined
  try {
    harbour = await startHarbour({ dataDir, env: { HARBOUR_DEMO: '0' } })
    const { film, episode } = await titles(dataDir, harbour.url)
    const stream = await startWatching(harbour.url, film)
    const members = { family: await family(harbour.url, { film, episode }), customer: await customer(harbour.url) }
    await createCall(harbour.url)('/api_v2/visit/create', { route: 'Homepage', utm_source: 'newsletter' })
    await settled(dataDir)
    const backup = join(base, 'backup')
    const backedUp = launch(['backup', backup], { dataDir })
    if ((await backedUp.ended) !== 0) throw new Error(backedUp.lines.join('\n'))
    if ((await harbour.stop()) !== 0) throw new Error(harbour.lines.join('\n'))
    const named = ({ programId, programGuid }: ProgramCard) => ({ programId, programGuid })
    const saved: SavedData = {
      film: { ...named(film), streamSha256: createHash('sha256').update(stream).digest('hex') },
      episode: named(episode),
      members,
    }
    await dropSpareWal(dataDir)
    await mkdir(target, { recursive: true })
    await writeFile(join(target, 'data-folder.json'), `${JSON.stringify(saved, null, 2)}\n`)
    await writeFile(join(target, 'data-folder.zst'), await packFolder(dataDir))
    // The media of the data folder are the same.
    await rm(join(backup, 'media'), { recursive: true })
    await writeFile(join(target, 'backup.zst'), await packFolder(backup))
  } finally {
    await harbour?.stop()
    await rm(base, { recursive: true, force: true, maxRetries: 5 })
  }
}

await make(resolve(process.argv[2] ?? 'saved'))
