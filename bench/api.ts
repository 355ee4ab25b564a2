import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { FixedAnswer } from './support/api-server.ts'
import { ENCODING, type Load, load, withApiWorld } from './support/api-world.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * A visitor's category list of 35 and program detail: requests a second and p99, beside a bare Fastify handler with the same
 * logger and headers that answers the same compressed bytes from memory. Both are loaded by turns, so that what else the
 * machine does hits both alike; the figures are medians, the ratio that of the pairs. Needs wrk and curl.
 */
const ROUNDS = 7
const SECONDS = 3
const SHARE_OF_BARE = 0.7
const CALLS = [
  {
    name: 'category list of 35',
    url: '/api_v2/revamp/mixProgramList?row=new&page=1&pageSize=35&language=zh_HK&pattern=normal',
  },
  { name: 'program detail', url: '/api_v2/revamp/detail?programId=tram&language=zh_HK&pattern=normal' },
] as const

const run = promisify(execFile)

/** The answer's bytes as they travel, and its headers but those that the server makes anew each time. */
async function recorded(origin: string, url: string): Promise<FixedAnswer> {
  const { stdout } = await run('curl', ['-s', '-H', `accept-encoding: ${ENCODING['accept-encoding']}`, origin + url], {
    encoding: 'buffer',
  })
  const response = await fetch(origin + url, { headers: ENCODING })
  const made = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])
  const headers = Object.fromEntries([...response.headers].filter(([name]) => !made.has(name)))
  return { url, headers, body: stdout.toString('base64') }
}

async function compare(ours: string, bare: string): Promise<void> {
  const rows: (string | number)[][] = []
  const budgets: Parameters<typeof checkBudgets>[0][number][] = []
  for (const { name, url } of CALLS) {
    const loads: Record<'ours' | 'bare', Load[]> = { ours: [], bare: [] }
    for (const origin of [ours, bare]) await load(origin + url, { seconds: 1 })
    for (let round = 0; round < ROUNDS; round++) {
      loads.bare.push(await load(bare + url, { seconds: SECONDS }))
      loads.ours.push(await load(ours + url, { seconds: SECONDS }))
    }
    const of = (who: 'ours' | 'bare', what: keyof Load) => median(loads[who].map((sample) => sample[what]))
    const ratio = median(
      loads.ours.map(({ perSecond }, round) => perSecond / (loads.bare[round]?.perSecond ?? Infinity)),
    )
    rows.push([name, of('ours', 'perSecond'), of('bare', 'perSecond'), ratio, of('ours', 'p99Ms'), of('bare', 'p99Ms')])
    budgets.push({ name: `${name}, share of bare`, found: ratio, atLeast: SHARE_OF_BARE })
  }
  printTable(['call', 'ours req/s', 'bare req/s', 'ratio', 'ours p99 ms', 'bare p99 ms'], rows)
  checkBudgets(budgets)
}

await withApiWorld({ prepare: async () => undefined }, async (world) => {
  const ours = await world.ours()
  const answers = await Promise.all(CALLS.map(({ url }) => recorded(ours, url)))
  await compare(ours, await world.bare(answers))
})
