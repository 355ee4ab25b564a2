import { performance } from 'node:perf_hooks'
import { RENTAL_HOURS } from '#contract/rentals.ts'
import type { App } from '#server/app.ts'
import type { MemberViewer } from '#server/domains/viewer.ts'
import { bareBuyer, withLedgerWorld } from './support/ledger-world.ts'
import { fillLedger, LARGE_WALLET } from './support/large-ledger.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * Purchases a second, beside the same rows written by bare SQL: the same pool, 16 clients, each with wallets of its own, in turns, on a
 * database without fsync, so that the disk hides nothing. Then the balance and a page of the statement over 10 million postings of which
 * 100 000 are of one wallet, and the check that adds all of them again.
 * BENCH_ROUNDS, BENCH_POSTINGS shorten the run.
 */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const POSTINGS = Number(process.env.BENCH_POSTINGS ?? 10_000_000)
const CLIENTS = 16
const WALLETS = 8
const PRICE = 3
const READS = 2_000
/** The large wallet has a booking a minute for 1 666 hours. */
const OLD_HOURS = 1_600
/** The first reads prepare statements on every connection. */
const UNMEASURED = 50

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)]!

async function timed(latencies: number[], work: () => Promise<unknown>): Promise<void> {
  const startMs = performance.now()
  await work()
  latencies.push(performance.now() - startMs)
}

type Sample = { perSecond: number; latencies: number[] }

async function measure(clients: readonly (readonly (() => Promise<unknown>)[])[]): Promise<Sample> {
  const latencies: number[] = []
  const startMs = performance.now()
  await Promise.all(
    clients.map(async (purchases) => {
      for (const purchase of purchases) await timed(latencies, purchase)
    }),
  )
  return { perSecond: (latencies.length / (performance.now() - startMs)) * 1000, latencies }
}

type World = Parameters<Parameters<typeof withLedgerWorld>[0]>[0]

async function comparePurchases(world: World): Promise<Parameters<typeof checkBudgets>[0]> {
  const samples: Record<'ours' | 'bare', Sample[]> = { ours: [], bare: [] }
  for (let round = -1; round < ROUNDS; round++) {
    const bare = await measure(await bareClients(world))
    const ours = await measure(await ourClients(world))
    // The first round prepares statements and connections.
    if (round >= 0) samples.bare.push(bare)
    if (round >= 0) samples.ours.push(ours)
  }
  const rate = (who: 'ours' | 'bare') => median(samples[who].map(({ perSecond }) => perSecond))
  const p99 = (who: 'ours' | 'bare') =>
    percentile(
      samples[who].flatMap(({ latencies }) => latencies),
      0.99,
    )
  const ratio = median(samples.ours.map(({ perSecond }, n) => perSecond / samples.bare[n]!.perSecond))
  printTable(
    ['purchases', 'a second', 'p99 ms'],
    [
      ['ours', rate('ours'), p99('ours')],
      ['bare SQL', rate('bare'), p99('bare')],
    ],
  )
  return [
    { name: 'purchases, share of bare SQL', found: ratio, atLeast: 0.5 },
    { name: 'purchase, p99 ms', found: p99('ours'), atMost: 100 },
  ]
}

async function ourClients({ app, titles, makeWallets }: World) {
  const { rentals } = app.domains
  const wallets = await makeWallets(CLIENTS * WALLETS)
  const purchasesOf = async ({ accountId }: { accountId: string }) => {
    const viewer = viewerOf(accountId)
    const purchases: (() => Promise<unknown>)[] = []
    for (const programId of titles) {
      const { resourceId } = await rentals.quote(viewer, {
        programId,
        payment: PRICE,
        unit: 'credits',
        windowEndsAt: null,
      })
      purchases.push(() => rentals.purchase(viewer, { programId, payment: PRICE, resourceId }))
    }
    return purchases
  }
  return Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const own = wallets.slice(client * WALLETS, (client + 1) * WALLETS)
      return (await Promise.all(own.map(purchasesOf))).flat()
    }),
  )
}

async function bareClients({ app, titles, makeWallets }: World) {
  const wallets = await makeWallets(CLIENTS * WALLETS)
  return Array.from({ length: CLIENTS }, (_, client) =>
    wallets.slice(client * WALLETS, (client + 1) * WALLETS).flatMap((wallet) => {
      const buy = bareBuyer(app.database.pool, wallet, { price: PRICE, hours: RENTAL_HOURS })
      return titles.map((programId) => () => buy(programId))
    }),
  )
}

const viewerOf = (accountId: string): MemberViewer => ({
  kind: 'member',
  accountId,
  sessionId: '',
  profileId: undefined,
  unlocked: true,
  parentalVersion: 0,
  language: 'zh_HK',
  region: 'HK',
  kids: false,
  deviceSerial: undefined,
})

async function measureReads({ domains: { ledger } }: App): Promise<Parameters<typeof checkBudgets>[0]> {
  const [balances, pages, narrowed, old]: [number[], number[], number[], number[]] = [[], [], [], []]
  const now = Temporal.Now.instant()
  let before: number | undefined
  for (let n = -UNMEASURED; n < READS; n++) {
    if (n === 0) balances.length = pages.length = narrowed.length = old.length = 0
    await timed(balances, () => ledger.balance(LARGE_WALLET))
    await timed(pages, async () => {
      const { next } = await ledger.statement(LARGE_WALLET, { limit: 35, before })
      before = next
    })
    // The one line of its kind is the oldest of the wallet.
    await timed(narrowed, async () => {
      const { lines } = await ledger.statement(LARGE_WALLET, { limit: 35, kind: 'refunds' })
      if (lines.length !== 1) throw new Error(`${lines.length} lines instead of one`)
    })
    await timed(old, async () => {
      const until = now.subtract({ hours: OLD_HOURS })
      const { lines } = await ledger.statement(LARGE_WALLET, { limit: 35, from: until.subtract({ hours: 24 }), until })
      if (lines.length !== 35) throw new Error(`${lines.length} lines instead of a page`)
    })
  }
  const check = await ledger.check()
  if (!check || check.differences.length > 0) throw new Error(`the ledger differs: ${check?.differences.join('\n')}`)
  printTable(
    ['over the large ledger', 'p50 ms', 'p99 ms'],
    [
      ['balance', median(balances), percentile(balances, 0.99)],
      ['page of the statement', median(pages), percentile(pages, 0.99)],
      ['page of a rare kind', median(narrowed), percentile(narrowed, 0.99)],
      ['page of an old day', median(old), percentile(old, 0.99)],
      [`check of ${check.postings} postings`, check.milliseconds, check.milliseconds],
    ],
  )
  return [
    { name: 'balance, p99 ms', found: percentile(balances, 0.99), atMost: 5 },
    { name: 'page of the statement, p99 ms', found: percentile(pages, 0.99), atMost: 20 },
    { name: 'page of a rare kind, p99 ms', found: percentile(narrowed, 0.99), atMost: 20 },
    { name: 'page of an old day, p99 ms', found: percentile(old, 0.99), atMost: 20 },
    { name: 'check, seconds', found: check.milliseconds / 1000, atMost: 60 },
  ]
}

await withLedgerWorld(async (world) => {
  const budgets = [...(await comparePurchases(world))]
  const differences = [...((await world.app.domains.ledger.check())?.differences ?? [])]
  if (differences.length > 0) throw new Error(`the ledger differs: ${differences.join('\n')}`)
  const buffers = await fillLedger(world.superuserUrl, POSTINGS)
  budgets.push(...(await measureReads(world.app)))
  budgets.push({ name: 'balance, buffers', found: buffers, atMost: 20 })
  checkBudgets(budgets)
})
