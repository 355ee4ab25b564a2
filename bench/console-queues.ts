import type { App } from '#server/app.ts'
import { inTransaction, sql } from '#server/kit/db.ts'
import { withLedgerWorld } from './support/ledger-world.ts'
import { checkBudgets, median, percentile99, printTable, timesOf } from './support/table.ts'

/**
 * p50 and p99 of the queue of 10 000 comments as the console reads and decides it, then a batch of 100 000 codes: how long it takes in the
 * background, what one of its transactions takes, its memory, and the queue meanwhile. BENCH_COMMENTS, BENCH_CODES and BENCH_CALLS shorten the run.
 */
const COMMENTS = Number(process.env.BENCH_COMMENTS ?? 10_000)
const CODES = Number(process.env.BENCH_CODES ?? 100_000)
const CALLS = Number(process.env.BENCH_CALLS ?? 60)
const P99_MS = 200
/** Of a whole selection: each decision locks its comment and writes its entry. */
const SELECTION_MS = 2_000
/** Of what the console selects at once. */
const DECIDED_AT_ONCE = 50
const PAGE = 100
const CODES_S = 120
const CODES_MB = 50
const AUTHORS = 1_000
const OPERATOR = { operatorId: 'op-bench', actor: 'operator:bench', email: 'bench@console.test' }

type Budget = Parameters<typeof checkBudgets>[0][number]

await withLedgerWorld(async ({ app, makeWallets, titles }) => {
  await writeComments(app, { authors: await makeWallets(AUTHORS), programId: titles[0]! })
  const comments = await measureComments(app)
  const codes = await measureCodes(app)
  printTable(['comments', 'p50 ms', 'p99 ms'], comments.rows)
  printTable(['codes', 'found'], codes.rows)
  checkBudgets([...comments.budgets, ...codes.budgets])
})

async function writeComments(
  { database: { db } }: App,
  { authors, programId }: { authors: readonly { accountId: string }[]; programId: string },
): Promise<void> {
  const ids = authors.map(({ accountId }) => accountId)
  await sql`insert into operator (operator_id, email, name, roles, created_at)
    values (${OPERATOR.operatorId}, ${OPERATOR.email}, 'bench', '{care}', now())`.execute(db)
  await sql`insert into profile (profile_id, account_id, name, avatar_id, kids, is_first, created_at)
    select 'p-' || id, id, 'reader ' || id, '1', false, true, now() from unnest(${ids}::text[]) id`.execute(db)
  await sql`
    insert into comment (comment_id, program_id, account_id, profile_id, text, spoiler, status, review_reasons, created_at)
    select 'c-' || n, ${programId}, id, 'p-' || id, repeat('慢慢看才明白的電影，值得再看一次。', 4) || n, false, 'waiting',
      array[(array['first', 'link', 'word'])[n % 3 + 1]], now() - make_interval(secs => n)
    from generate_series(1, ${COMMENTS}::int) n,
      lateral (select (${ids}::text[])[n % ${AUTHORS}::int + 1] as id) author`.execute(db)
  await sql`insert into comment_report (comment_id, account_id, reason, reported_at)
    select 'c-' || n, (${ids}::text[])[1], 'spoiler', now() from generate_series(2, ${COMMENTS}::int, 20) n
    on conflict do nothing`.execute(db)
  await sql`vacuum analyze`.execute(db)
}

async function measureComments({ database: { db }, domains: { comments } }: App) {
  const { review } = comments
  const list = (filter: object = {}, after?: string) =>
    review.page({ filter: { state: 'waiting', ...filter }, sort: 'createdAt', limit: PAGE, after })
  const { next, list: first } = await list()
  const decide = async (count: number) => {
    const { list: found } = await list()
    const verdicts = found
      .slice(0, count)
      .map(({ commentId, version }) => ({ commentId, version, approve: true, reasons: [] }))
    const startMs = performance.now()
    await inTransaction(db, (tx) => review.decide(tx, OPERATOR, verdicts))
    return performance.now() - startMs
  }
  const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
    [`first ${PAGE} of ${COMMENTS}, counted`, () => list()],
    ['a later page', () => list({}, next ?? undefined)],
    ['by reason', () => list({ why: 'link' })],
    ['reported', () => list({ why: 'reported' })],
    ['text that none has', () => list({ text: 'zzzz' })],
    ['the count of the rail', () => review.countWaiting(100)],
    ['a comment and its author', () => review.show(first[0]!.commentId)],
  ]
  const rows: (string | number)[][] = []
  const budgets: Budget[] = []
  const add = (name: string, took: readonly number[], atMost = P99_MS) => {
    rows.push([name, median(took), percentile99(took)])
    budgets.push({ name: `${name}, p99 ms`, found: percentile99(took), atMost })
  }
  for (const [name, call] of calls) add(name, await timesOf(call, CALLS))
  const decided: Record<'one' | 'many', number[]> = { one: [], many: [] }
  for (let n = 0; n < 20; n++) {
    decided.one.push(await decide(1))
    decided.many.push(await decide(DECIDED_AT_ONCE))
  }
  add('one decided', decided.one)
  add(`${DECIDED_AT_ONCE} decided at once`, decided.many, SELECTION_MS)
  return { rows, budgets }
}

async function measureCodes({ database: { db }, domains: { codes, comments } }: App) {
  const { operatorBatches } = codes
  globalThis.gc?.()
  const startMs = performance.now()
  const memory = measureMemory()
  await inTransaction(db, (tx) =>
    operatorBatches.order(tx, {
      kind: 'redeem',
      name: 'bench',
      grants: [{ kind: 'credits', amount: 10, expiresInDays: 30 }],
      usesPerCode: 1,
      newUsersOnly: false,
      partner: null,
      expiresAt: null,
      count: CODES,
      operatorId: OPERATOR.operatorId,
      actor: OPERATOR.actor,
    }),
  )
  const orderedMs = performance.now() - startMs
  const making = operatorBatches.makeDue()
  const meanwhile: number[] = []
  const isMade = making.then(() => true)
  while (!(await Promise.race([isMade, Promise.resolve(false)])))
    meanwhile.push(
      ...(await timesOf(
        () => comments.review.page({ filter: { state: 'waiting' }, sort: 'createdAt', limit: PAGE }),
        1,
        0,
      )),
    )
  await making
  const madeS = (performance.now() - startMs) / 1000
  const megabytes = memory.end()
  const { rows: counted } = await sql<{ codes: number }>`select count(*)::int as codes from code`.execute(db)
  const rows: (string | number)[][] = [
    ['codes', counted[0]!.codes],
    ['ordered, ms', orderedMs],
    ['made, s', madeS],
    ['memory, MB', megabytes],
    ['the queue of comments meanwhile, p99 ms', percentile99(meanwhile)],
  ]
  const budgets: Budget[] = [
    { name: 'codes made', found: counted[0]!.codes, atLeast: CODES },
    { name: 'a batch is made, s', found: madeS, atMost: CODES_S },
    { name: 'memory of a batch, MB', found: megabytes, atMost: CODES_MB },
    { name: 'the queue of comments meanwhile, p99 ms', found: percentile99(meanwhile), atMost: 2 * P99_MS },
  ]
  return { rows, budgets }
}

function measureMemory() {
  const used = () => {
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const before = used()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, used())), 20)
  return {
    end() {
      clearInterval(timer)
      return (most - before) / 1_048_576
    },
  }
}
