import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { App } from '#server/app.ts'
import type { FixedAnswer } from './support/api-server.ts'
import { withApiWorld } from './support/api-world.ts'
import { ENCODING, type Load, load, warnOfBusyClient } from './support/load.ts'
import { makeMember } from './support/member.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * Requests per second and p99 of a visitor's category list of 35 and program detail, compared with a bare Fastify
 * handler that serves the same compressed bytes from memory with the same logger and headers.
 * Both are loaded alternately, so that other load on the machine affects both. Figures are medians; the ratio is the
 * median of the pairs.
 * Then the same for members in a profile, whose requests take two queries: the session, and the profile's state of
 * the listed titles.
 * BENCH_ROUNDS and BENCH_SECONDS shorten the run.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
/**
 * `shareOfBare`: the least share of the bare handler's rate. For members it is smaller for a detail, which the bare handler answers four
 * times as often as a list, while the two queries take the same time.
 */
const CALLS = [
  {
    name: 'category list of 35',
    url: '/api_v2/revamp/mixProgramList?row=new&page=1&pageSize=35&language=zh_HK&pattern=normal',
    shareOfBare: { visitor: 0.7, member: 0.35 },
  },
  {
    name: 'program detail',
    url: '/api_v2/revamp/detail?programId=tram&language=zh_HK&pattern=normal',
    shareOfBare: { visitor: 0.7, member: 0.2 },
  },
] as const

/** As many as keep each below the rate that one account may call at. */
const MEMBERS = 200

type Headers = Readonly<Record<string, string>>
type Who = { who: 'visitor' | 'member'; callers: readonly Headers[] }

/** @returns the headers of the members' requests */
async function prepareMembers(app: App): Promise<Headers[]> {
  const members: Headers[] = []
  // One after the other: the queue of password hashes refuses a crowd.
  for (let index = 0; index < MEMBERS; index++) members.push(await prepareMember(app, String(92_340_000 + index)))
  return members
}

/**
 * Creates a member with a watch history in the first profile.
 * @returns the headers of its requests
 */
async function prepareMember(app: App, mobileno: string): Promise<Headers> {
  const { token, profileId } = await makeMember(app, mobileno)
  const {
    domains: { library },
    clock,
  } = app
  const progress = { programId: 'tram', position: 60, duration: 600, at: clock.now() }
  await library.remember({ profileId, region: 'HK', kids: false }, { favorites: ['tram'], progress: [progress] })
  return { authorization: `Bearer ${token}` }
}

const VOLATILE_HEADERS = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

/**
 * Records a response: its bytes as sent, still compressed, and its headers except those that change on every request.
 */
async function recorded(address: string, url: string, requestHeaders: Headers): Promise<FixedAnswer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address + url, { headers: { ...ENCODING, ...requestHeaders } }, resolve).once('error', reject)
  })
  const stableHeaders = Object.entries(answer.headersDistinct).filter(([name]) => !VOLATILE_HEADERS.has(name))
  const headers = Object.fromEntries(stableHeaders.map(([name, values]) => [name, values!.join(', ')]))
  return { url, headers, body: (await buffer(answer)).toString('base64') }
}

async function compare(ours: string, bare: string, { who, callers }: Who): Promise<void> {
  const rows: (string | number)[][] = []
  const budgets: Parameters<typeof checkBudgets>[0][number][] = []
  const all: Load[] = []
  for (const { name, url, shareOfBare } of CALLS) {
    const loads: Record<'ours' | 'bare', Load[]> = { ours: [], bare: [] }
    for (const origin of [ours, bare]) await load(origin + url, { seconds: 1, callers })
    for (let round = 0; round < ROUNDS; round++) {
      loads.bare.push(await load(bare + url, { seconds: SECONDS, callers }))
      loads.ours.push(await load(ours + url, { seconds: SECONDS, callers }))
    }
    all.push(...loads.ours, ...loads.bare)
    const of = (who: 'ours' | 'bare', what: keyof Load) => median(loads[who].map((sample) => sample[what]))
    const ratio = median(
      loads.ours.map(({ perSecond }, round) => perSecond / (loads.bare[round]?.perSecond ?? Infinity)),
    )
    rows.push([
      `${name}, ${who}`,
      of('ours', 'perSecond'),
      of('bare', 'perSecond'),
      ratio,
      of('ours', 'p99Ms'),
      of('bare', 'p99Ms'),
    ])
    budgets.push({ name: `${name}, ${who}, share of bare`, found: ratio, atLeast: shareOfBare[who] })
  }
  printTable(['call', 'ours req/s', 'bare req/s', 'ratio', 'ours p99 ms', 'bare p99 ms'], rows)
  warnOfBusyClient(all)
  checkBudgets(budgets)
}

await withApiWorld({ prepare: prepareMembers }, async (world, members) => {
  const ours = await world.ours()
  const compared: Who[] = [
    { who: 'visitor', callers: [{}] },
    { who: 'member', callers: members },
  ]
  for (const one of compared) {
    const answers = await Promise.all(CALLS.map(({ url }) => recorded(ours, url, one.callers[0] ?? {})))
    await compare(ours, await world.bare(answers), one)
  }
})
