import type { App } from '#server/app.ts'
import { anAsset } from '../test/support/catalogue.ts'
import { withApiWorld } from './support/api-world.ts'
import { applicant, PASSWORD } from './support/applicant.ts'
import type { BookmarkLoad, BookmarkOrder } from './support/bookmark-load.ts'
import { inChildProcess } from './support/child-process.ts'
import { load } from './support/load.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * Watch progress that is acknowledged after its commit, on a durable database: 2 000 reports a second alone, with their p99; and how
 * much of an idle server's browsing (a visitor's category list of 35) is left while players report 500 times a second. Reports
 * come from a process of its own. Browsing with and without them is measured alternately.
 * BENCH_ROUNDS and BENCH_SECONDS shorten the run.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const ALONE = { perSecond: 2_000, p99Ms: 250 }
const BESIDE = { perSecond: 500, shareOfIdle: 0.8 }
/** As many as keep each below the rate that one account may call at. */
const MEMBERS = 400
const BROWSING = '/api_v2/revamp/mixProgramList?row=new&page=1&pageSize=35&language=zh_HK&pattern=normal'

/** Makes the title that is watched playable. @returns the tokens of members in their first profiles */
async function prepareMembers({ database, domains, clock }: App): Promise<string[]> {
  const { accounts, catalogue, profiles } = domains
  const film = anAsset('tram', { durationMs: 600_000 })
  await database.db.transaction().execute((tx) => catalogue.titleWriter.attachAsset(tx, film))
  const tokens: string[] = []
  // One after the other: the queue of password hashes refuses a crowd.
  for (let index = 0; index < MEMBERS; index++) {
    const mobileno = String(92_340_000 + index)
    await accounts.createAccount(applicant(mobileno, clock.now()))
    const from = { address: `198.51.100.${index % 250}`, device: {} }
    const session = await accounts.sessions.logIn({ mobileno, areaCode: '852', password: PASSWORD }, from)
    if ('devices' in session) throw new Error('a new account has no devices')
    const viewer = await accounts.sessions.viewer(session.token, { language: 'zh_HK', region: 'HK' })
    const [first] = await profiles.list(viewer)
    await profiles.choose(viewer, { profileId: first!.profileId })
    tokens.push(session.token)
  }
  return tokens
}

const report = (order: BookmarkOrder) => inChildProcess<BookmarkLoad>('bookmark-load.ts', order)

await withApiWorld({ durable: true, prepare: prepareMembers }, async (world, tokens) => {
  const origin = await world.ours()
  const url = `${origin}/api_v2/profile/bookmark/create`
  const players = tokens.map((token) => ({ url, token, body: { programId: 'tram', programGuid: 'tram' } }))
  const reporting = (perSecond: number, seconds: number) => report({ players, perSecond, seconds })
  await reporting(ALONE.perSecond, 2)
  const alone: BookmarkLoad[] = []
  for (let round = 0; round < ROUNDS; round++) alone.push(await reporting(ALONE.perSecond, SECONDS))

  await load(origin + BROWSING, { seconds: 1 })
  const idle: number[] = []
  const busy: number[] = []
  const beside: BookmarkLoad[] = []
  for (let round = 0; round < ROUNDS; round++) {
    idle.push((await load(origin + BROWSING, { seconds: SECONDS })).perSecond)
    const players = reporting(BESIDE.perSecond, SECONDS + 1)
    busy.push((await load(origin + BROWSING, { seconds: SECONDS })).perSecond)
    beside.push(await players)
  }
  const of = (loads: readonly BookmarkLoad[], what: keyof BookmarkLoad) => median(loads.map((one) => one[what]))
  const ratio = median(busy.map((perSecond, round) => perSecond / (idle[round] ?? Infinity)))
  printTable(
    ['reports', 'req/s', 'p50 ms', 'p99 ms', 'browsing req/s', 'of idle'],
    [
      ['alone', of(alone, 'perSecond'), of(alone, 'p50Ms'), of(alone, 'p99Ms'), '', ''],
      ['beside browsing', of(beside, 'perSecond'), of(beside, 'p50Ms'), of(beside, 'p99Ms'), median(busy), ratio],
    ],
  )
  const failures = [...alone, ...beside].reduce((sum, one) => sum + one.failures, 0)
  checkBudgets([
    { name: 'reports a second, alone', found: of(alone, 'perSecond'), atLeast: ALONE.perSecond * 0.98 },
    { name: 'p99 of a report in ms, alone', found: of(alone, 'p99Ms'), atMost: ALONE.p99Ms },
    { name: 'reports a second, beside browsing', found: of(beside, 'perSecond'), atLeast: BESIDE.perSecond * 0.98 },
    { name: 'browsing, share of idle', found: ratio, atLeast: BESIDE.shareOfIdle },
    { name: 'reports that failed', found: failures, atMost: 0 },
  ])
})
