import { type ChildProcess, execFile, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createCluster } from '#server/adapters/postgres/cluster.ts'
import { createApp } from '#server/app.ts'
import { MIGRATIONS } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { systemClock } from '#server/kit/clock.ts'
import { openDb } from '#server/kit/db.ts'
import { createLog } from '#server/kit/log.ts'
import { migrate } from '#server/kit/migrate.ts'
import { idleQueue } from '#server/kit/queue.ts'
import { seedDemo } from '../seed/main.ts'
import type { FixedAnswer, ServerOrder } from './support/api-server.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * A visitor's category list of 35 and program detail: requests a second and p99, beside a bare Fastify handler with the same
 * logger and headers that answers the same compressed bytes from memory. Both are loaded by turns, so that what else the
 * machine does hits both alike; the figures are medians, the ratio that of the pairs. Needs wrk and curl.
 */
const ROUNDS = 7
const SECONDS = 3
const CONNECTIONS = 32
const SHARE_OF_BARE = 0.7
const CALLS = [
  {
    name: 'category list of 35',
    url: '/api_v2/revamp/mixProgramList?row=new&page=1&pageSize=35&language=zh_HK&pattern=normal',
  },
  { name: 'program detail', url: '/api_v2/revamp/detail?programId=tram&language=zh_HK&pattern=normal' },
] as const
const MASTER_KEY = Buffer.alloc(32, 1)
const ENCODING = { 'accept-encoding': 'gzip, deflate, br, zstd' }

interface Load {
  perSecond: number
  p99Ms: number
}

const run = promisify(execFile)

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'harbour-bench-'))
  const env = { DATA_DIR: dataDir, PORT: '0', HARBOUR_DEMO_MEDIA: 'small', LOG_LEVEL: 'info' }
  const cluster = createCluster({ dataDir, log: () => undefined, durable: false })
  const children: ChildProcess[] = []
  try {
    const { url: databaseUrl } = await cluster.start()
    await seed(env, databaseUrl)
    const ours = await start(children, { kind: 'ours', env, databaseUrl })
    const answers = await Promise.all(CALLS.map(({ url }) => recorded(ours, url)))
    const bare = await start(children, { kind: 'bare', answers })
    await compare(ours, bare)
  } finally {
    for (const child of children) child.disconnect()
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The demo catalogue, without its films: what is listed and told does not wait for them. */
async function seed(env: Record<string, string>, databaseUrl: string): Promise<void> {
  const clock = systemClock
  const database = openDb({ url: databaseUrl, max: 1 })
  await migrate(database.pool, { folder: MIGRATIONS, clock })
  await database.close()
  const log = createLog({ level: 'silent', role: 'seed' })
  const app = await createApp({
    config: readConfig(env),
    databaseUrl,
    masterKey: MASTER_KEY,
    log,
    clock,
    queue: idleQueue,
  })
  const media = { underWay: async () => [], add: async () => undefined, importPackage: async () => undefined }
  const say = () => undefined
  await seedDemo({
    ...app.domains,
    db: app.database.db,
    clock,
    say,
    media,
    mode: 'small',
    signal: new AbortController().signal,
  })
  await app.close()
}

async function start(children: ChildProcess[], order: ServerOrder): Promise<string> {
  const child = fork(join(import.meta.dirname, 'support/api-server.ts'), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  children.push(child)
  const port = await new Promise<number>((resolve, reject) => {
    child
      .once('message', (message: { port: number }) => resolve(message.port))
      .once('exit', (code) => reject(new Error(`a server ended with ${code}`)))
    child.send(order)
  })
  return `http://127.0.0.1:${port}`
}

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
    for (const origin of [ours, bare]) await load(origin + url, 1)
    for (let round = 0; round < ROUNDS; round++) {
      loads.bare.push(await load(bare + url, SECONDS))
      loads.ours.push(await load(ours + url, SECONDS))
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

async function load(url: string, seconds: number): Promise<Load> {
  const args = [
    '-t1',
    `-c${CONNECTIONS}`,
    `-d${seconds}s`,
    '--latency',
    '-H',
    `Accept-Encoding: ${ENCODING['accept-encoding']}`,
    url,
  ]
  const { stdout } = await run('wrk', args)
  if (/Non-2xx/.test(stdout)) throw new Error(`refused answers from ${url}:\n${stdout}`)
  const [, p99 = '0', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? []
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1] ?? 0),
    p99Ms: Number(p99) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
  }
}

await main()
