import { mkdtemp, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createTestDb, type TestDb } from './support/database.ts'
import { freePort } from './support/free-port.ts'
import { launch, type LaunchedCommand } from './support/launch.ts'
import { until } from './support/processes.ts'

/** What alarms and dashboards name exists in what the processes serve. */

const TOKEN = 'a-token-of-prometheus'

let base: string
let database: TestDb
const nodes: LaunchedCommand[] = []
/** By role, by name: the type. */
const served: Record<string, Map<string, string>> = {}

async function metricsOf(url: string): Promise<Map<string, string>> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  expect(response.status).toBe(200)
  const types = (await response.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)
  return new Map([...types].map(([, name = '', type = '']) => [name, type]))
}

/** 0 while nothing listens. */
const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'harbour-metrics-'))
  database = await createTestDb()
  const port = String(await freePort())
  const shared = {
    DATABASE_URL: database.url,
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    METRICS_TOKEN: TOKEN,
    HARBOUR_DEMO: '0',
  }
  const start = (name: string, env: Record<string, string>) => {
    const node = launch(['start'], { dataDir: join(base, name), env: { ...shared, ...env } })
    nodes.push(node)
    return node
  }
  const web = start('web', { HARBOUR_ROLES: 'web' })
  const line = await web.waitForLine(/^Harbour is ready: /)
  served.web = await metricsOf(line.replace('Harbour is ready: ', ''))
  start('worker', { HARBOUR_ROLES: 'worker', HEALTH_PORT: port })
  const readyz = `http://127.0.0.1:${port}/readyz`
  await until(async () => (await statusOf(readyz)) === 200, { what: 'the worker' })
  served.worker = await metricsOf(`http://127.0.0.1:${port}`)
})

afterAll(async () => {
  for (const node of nodes) node.process.kill('SIGTERM')
  await Promise.all(nodes.map(({ exitCode }) => exitCode))
  await database.close()
  await rm(base, { recursive: true, force: true, maxRetries: 5 })
})

const alerts = parse(readFileSync('deploy/prometheus/alerts.yml', 'utf8')) as {
  groups: { rules: { alert: string; expr: string }[] }[]
}
const dashboard = (name: string) =>
  (
    JSON.parse(readFileSync(`deploy/grafana/${name}.json`, 'utf8')) as {
      panels: { title: string; targets: { expr: string }[] }[]
    }
  ).panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ name: title, expr })))

const expressions = [
  ...alerts.groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ name: alert, expr }))),
  ...dashboard('harbour-processes'),
  ...dashboard('harbour-work'),
]

test.each(expressions)('$name asks for metrics that are served', ({ expr }) => {
  const names = [...expr.matchAll(/\bharbour_\w+/g)].map(([name]) => name)
  expect(names.length > 0 || /\bup\{/.test(expr)).toBe(true)
  const everything = new Map([...served.web!, ...served.worker!])
  const unknown = names.filter((name) => {
    const [, of = name] = /^(.*)_(?:bucket|sum|count)$/.exec(name) ?? []
    return !everything.has(name) && everything.get(of) !== 'histogram'
  })
  expect(unknown).toEqual([])
})

test('a worker reports its process and its clock', () => {
  expect([...served.worker!.keys()]).toEqual(
    expect.arrayContaining(['harbour_clock_error_seconds', 'harbour_degraded', 'harbour_process_cpu_seconds_total']),
  )
})

test('an idle web process and a worker keep to their connections', async () => {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
  // 10, 8, and the pool of this test.
  expect(rows[0]!.count).toBeLessThanOrEqual(10 + 8 + 5)
})
