import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import { startFakeHarbour } from '../deploy/test/support/fake-harbour.ts'
import { MISSING_NGINX, type RunningNginx, startNginx } from '../deploy/test/support/nginx.ts'
import { edgeKeysJson, grantOf } from '../deploy/test/vectors.ts'
import { openS3Store } from '../test/support/s3.ts'
import { needProc } from './support/needs.ts'
import { sendRequests } from './support/segment-client.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * CPU (user + sys) of nginx for a segment of 77 KB that it has: the grant checked by njs, the title known, the object from its cache of an
 * S3 store, or from a folder. Every request has one of 500 grants. Beside it the same file without any check.
 */
const BYTES = 77_000
const SEGMENTS = 200
const GRANTS = 500
const CONNECTIONS = 16
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 10_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const TICKS_A_SECOND = 100
const BUDGET_MS = 0.2

needProc()
process.exitCode = MISSING_NGINX ? skip(MISSING_NGINX) : await main()

function skip(sentence: string): number {
  console.log(sentence)
  return 0
}

async function main(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'harbour-bench-edge-'))
  await chmod(folder, 0o755)
  const harbour = await startFakeHarbour()
  const s3 = await openS3Store(join(folder, 's3'))
  const files = createFileStore(join(folder, 'media'))
  const bytes = randomBytes(BYTES)
  for (let n = 0; n < SEGMENTS; n++)
    for (const store of [s3.store, files])
      await store.put(`a/asset1/${nameOf(n)}`, { bytes }, { contentType: 'video/iso.segment' })
  const common = { nodes: [harbour.port], keys: edgeKeysJson() }
  const edges = {
    'S3, cached': await startNginx({ ...common, store: { s3: s3.settings, bucket: 'media' } }),
    folder: await startNginx({ ...common, store: { folder: join(folder, 'media') } }),
  }
  try {
    const costs = Object.fromEntries(Object.keys(edges).map((name) => [name, [] as number[]]))
    // Fills caches.
    for (const edge of Object.values(edges)) await send(edge, SEGMENTS * 4)
    for (let round = 0; round < ROUNDS; round++)
      for (const [name, edge] of Object.entries(edges)) {
        const pids = await workersOf(edge)
        const before = await cpuSeconds(pids)
        await send(edge, REQUESTS)
        costs[name]!.push((((await cpuSeconds(pids)) - before) * 1000) / REQUESTS)
      }
    printTable(
      ['segment of 77 KB', 'CPU ms', 'least', 'most'],
      Object.entries(costs).map(([name, found]) => [name, median(found), Math.min(...found), Math.max(...found)]),
    )
    console.log(`Load average: ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} processors.`)
    checkBudgets(Object.entries(costs).map(([name, found]) => ({ name, found: median(found), atMost: BUDGET_MS })))
    return process.exitCode === 1 ? 1 : 0
  } finally {
    await Promise.all(Object.values(edges).map((edge) => edge.stop()))
    await Promise.all([harbour.close(), s3.close()])
    await rm(folder, { recursive: true, force: true })
  }
}

async function send({ port }: RunningNginx, count: number): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const grants = Array.from({ length: GRANTS }, (_, at) =>
    grantOf(now, 2, { sessionId: `session${at}`, accountId: 'account' }),
  )
  const path = (n: number) => `/v/${grants[n % GRANTS]}/asset1/${nameOf(n % SEGMENTS)}`
  await sendRequests({ port, path, count, connections: CONNECTIONS, bytes: BYTES })
}

function nameOf(n: number): string {
  return `v720/${String(n + 1).padStart(5, '0')}.m4s`
}

/** Without the master and the cache's own processes, which do nothing for a request. */
async function workersOf({ process: { pid } }: RunningNginx): Promise<number[]> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ')
  return children.map(Number)
}

async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8')))
  const ticks = stats.map((stat) => {
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  })
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_A_SECOND
}
