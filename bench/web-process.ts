import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findRunning } from '#server/adapters/postgres/cluster.ts'
import { freePort } from '../test/support/free-port.ts'
import { launch } from '../test/support/launch.ts'
import { checkBudgets, median, printTable } from './support/table.ts'

/**
 * A web process of a node, beside a running service: seconds from its start until it is ready, and from SIGTERM until it has ended while
 * members use it, with DRAIN_SECONDS=15. The budgets hold for two idle processors; the first start, which fills the page cache, does not
 * count.
 */
const STARTS = 5
const DRAIN_SECONDS = 15
const REQUESTS_AT_ONCE = 20
const PATHS = ['/api_v2/revamp/tabBars', '/', '/api_v2/revamp/mixProgramList?row=new&page=1&pageSize=35', '/healthz']

const folder = await mkdtemp(join(tmpdir(), 'harbour-bench-'))
const service = launch(['start'], {
  dataDir: join(folder, 'service'),
  env: { PORT: String(await freePort()), HARBOUR_DEMO_MEDIA: 'small' },
})

interface WebProcess {
  readonly origin: string
  readonly node: ReturnType<typeof launch>
  readonly seconds: number
}

async function startWeb(name: string, env: Record<string, string>): Promise<WebProcess> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const startMs = performance.now()
  const node = launch(['start'], { dataDir: join(folder, name), env: { ...env, PORT: String(port) } })
  const isReady = () =>
    fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (node.process.exitCode !== null) throw new Error(node.lines.join('\n'))
    await wait(20)
  }
  return { origin, node, seconds: (performance.now() - startMs) / 1_000 }
}

/** Visitors, each with one request after another, until the process refuses the connection. */
async function stopUnderLoad({ origin, node }: WebProcess): Promise<{ seconds: number; failed: number; sent: number }> {
  let [sent, failed] = [0, 0]
  let isClosed = false
  const visitor = async (at: number) => {
    for (let n = at; !isClosed; n++) {
      sent += 1
      const response = await fetch(`${origin}${PATHS[n % PATHS.length]}`).catch((error: Error) => error)
      // A balancer asks another node then.
      if (response instanceof Error) isClosed ||= isRefused(response)
      else if (response.status >= 500) failed += 1
      if (!(response instanceof Error)) await response.arrayBuffer().catch(() => (failed += 1))
    }
  }
  const visitors = Promise.all(Array.from({ length: REQUESTS_AT_ONCE }, (_, at) => visitor(at)))
  await wait(3_000)
  const startMs = performance.now()
  node.process.kill('SIGTERM')
  await node.exitCode
  const seconds = (performance.now() - startMs) / 1_000
  isClosed = true
  await visitors
  return { seconds, failed, sent }
}

const isRefused = ({ cause }: Error): boolean => (cause as NodeJS.ErrnoException | undefined)?.code === 'ECONNREFUSED'

try {
  await service.waitForLine(/^Harbour is ready: /)
  const key = await readFile(join(folder, 'service/keys/master.key'))
  const env = {
    DATABASE_URL: (await findRunning(join(folder, 'service')))!,
    MASTER_KEY: key.toString('base64'),
    HARBOUR_ROLES: 'web',
    HARBOUR_PREPARE: '0',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  }
  const starts: number[] = []
  for (let n = 0; n <= STARTS; n++) {
    const { node, seconds } = await startWeb(`web${n}`, { ...env, DRAIN_SECONDS: '0' })
    if (n > 0) starts.push(seconds)
    node.process.kill('SIGTERM')
    await node.exitCode
  }
  const stopped = await stopUnderLoad(await startWeb('loaded', env))
  printTable(
    ['', 'median', 'most'],
    [
      ['start until ready, s', median(starts), Math.max(...starts)],
      ['SIGTERM until ended, s', stopped.seconds, stopped.seconds],
      ['requests meanwhile', stopped.sent, stopped.sent],
      ['of which 5xx or cut', stopped.failed, stopped.failed],
    ],
  )
  checkBudgets([
    { name: 'start until ready, s', found: median(starts), atMost: 3 },
    { name: 'SIGTERM until ended, s', found: stopped.seconds, atMost: 20 },
    { name: 'requests that failed', found: stopped.failed, atMost: 0 },
  ])
} finally {
  service.process.kill('SIGTERM')
  await service.exitCode
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
