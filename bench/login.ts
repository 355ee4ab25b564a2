import { withApiWorld } from './support/api-world.ts'
import { type Load, load, warnOfBusyClient } from './support/load.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * Effect of password guessing on other requests: requests per second of a visitor's list when idle, while one address
 * tries a hundred accounts per second (refused by rate limit before hashing), and while a hundred addresses do (hashed
 * one at a time with a bounded queue, the others refused).
 * Idle and busy alternate; the ratio is that of the pairs. BENCH_ROUNDS and BENCH_SECONDS shorten the run.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const BROWSED = '/api_v2/revamp/mixProgramList?row=new&page=1&pageSize=35&language=zh_HK&pattern=normal'
const ACCOUNTS = 100
const ATTACKS = [
  { name: 'one address, 100 accounts', addresses: 1, atLeast: 0.8 },
  { name: '100 addresses, 100 accounts', addresses: 100, atLeast: 0.5 },
] as const

type Tally = Record<'wrong' | 'refused' | 'other', number>

await withApiWorld({ env: { TRUST_PROXY: 'loopback' }, prepare: async () => undefined }, async (world) => {
  const origin = await world.ours()
  await load(origin + BROWSED, { seconds: 1 })
  const rows: (string | number)[][] = []
  const budgets: Parameters<typeof checkBudgets>[0][number][] = []
  const all: Load[] = []
  for (const { name, addresses, atLeast } of ATTACKS) {
    const tally: Tally = { wrong: 0, refused: 0, other: 0 }
    const idle: Load[] = []
    const busy: Load[] = []
    for (let round = 0; round < ROUNDS; round++) {
      idle.push(await load(origin + BROWSED, { seconds: SECONDS }))
      const attack = startAttack(origin, { addresses, tally })
      busy.push(await load(origin + BROWSED, { seconds: SECONDS }))
      await attack.stop()
    }
    all.push(...idle, ...busy)
    const ratio = median(busy.map(({ perSecond }, round) => perSecond / (idle[round]?.perSecond ?? Infinity)))
    const of = (loads: Load[], what: keyof Load) => median(loads.map((sample) => sample[what]))
    rows.push([name, of(idle, 'perSecond'), of(busy, 'perSecond'), ratio, of(idle, 'p99Ms'), of(busy, 'p99Ms')])
    rows.push([
      `  attempts: ${tally.wrong} checked, ${tally.refused} refused, ${tally.other} other`,
      '',
      '',
      '',
      '',
      '',
    ])
    budgets.push({ name: `browsing beside ${name}, share of idle`, found: ratio, atLeast })
    if (tally.other > 0 || tally.refused === 0) throw new Error(`odd answers: ${JSON.stringify(tally)}`)
  }
  warnOfBusyClient(all)
  printTable(['browsing', 'idle req/s', 'busy req/s', 'ratio', 'idle p99 ms', 'busy p99 ms'], rows)
  checkBudgets(budgets)
})

/** Tries every account once a second until stopped, without waiting for responses. */
function startAttack(
  origin: string,
  { addresses, tally }: { addresses: number; tally: Tally },
): { stop(): Promise<void> } {
  const pending: Promise<void>[] = []
  const tryAll = () => {
    for (let account = 0; account < ACCOUNTS; account++) {
      pending.push(
        tryOnce(origin, { account, address: account % addresses }).then((answer) => {
          tally[answer] += 1
        }),
      )
    }
  }
  tryAll()
  const timer = setInterval(tryAll, 1_000)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(pending)
    },
  }
}

async function tryOnce(origin: string, who: { account: number; address: number }): Promise<keyof Tally> {
  const answer = await fetch(`${origin}/api/login.action`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${who.address + 1}` },
    body: JSON.stringify({
      mobileno: `5${String(1_000_000 + who.account).padStart(7, '0')}`,
      areaCode: '852',
      password: '730519',
    }),
  })
  const { errorCode } = (await answer.json()) as { errorCode?: string }
  if (errorCode === 'WRONG_CREDENTIALS') return 'wrong'
  return errorCode === 'TOO_MANY_TRIES' ? 'refused' : 'other'
}
