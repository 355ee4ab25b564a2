import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { createCluster, findRunning } from '#server/adapters/postgres/cluster.ts'
import { SERVICE } from '#server/adapters/postgres/cluster-settings.ts'
import { systemClock } from '#server/kit/clock.ts'
import { migrate } from '#server/kit/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of a server that returns the URL of the migrated template database. Starts PostgreSQL on the first request. */
    templateServer: string
  }
}

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
/** The template of test databases. */
const TEMPLATE = 'harbour_template'

interface RunningCluster {
  templateUrl: string
  stop(): Promise<void>
}

/**
 * Vitest's global setup: one PostgreSQL for the whole run, started when the first test requests a database, so that runs of pure
 * tests do not wait for it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let running: Promise<RunningCluster> | undefined
  const server = createServer((_request, response) => {
    running ??= startCluster()
    running.then(
      ({ templateUrl }) => response.end(templateUrl),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  project.provide('templateServer', await listening(server))
  return async () => {
    server.close()
    server.closeAllConnections()
    await (await running?.catch(() => undefined))?.stop()
  }
}

const listening = (server: Server): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
    })
  })

async function startCluster(): Promise<RunningCluster> {
  const dataDir = await mkdtemp(join(tmpdir(), 'harbour-test-'))
  const logLines: string[] = []
  const cluster = createCluster({
    dataDir,
    log: (line) => logLines.push(line),
    durable: false,
    outside: join(dataDir, 'outside'),
  })
  const stop = async () => {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    const { url } = await cluster.start()
    await prepareForTests((await findRunning(dataDir, 'superuser'))!)
    return { templateUrl: await makeTemplate(url), stop }
  } catch (error) {
    await stop()
    throw new Error([String(error), ...logLines].join('\n'), { cause: error })
  }
}

/**
 * Each test has a database of its own, which the service never creates. Autovacuum is off: its worker belongs to the superuser, and the
 * service's role may not drop a database in which it runs.
 */
async function prepareForTests(superuserUrl: string): Promise<void> {
  const superuser = new Client({ connectionString: superuserUrl })
  await superuser.connect()
  await superuser.query(`alter role ${SERVICE} createdb`)
  await superuser.query('alter system set autovacuum = off')
  await superuser.query('select pg_reload_conf()')
  await superuser.end()
}

async function makeTemplate(url: string): Promise<string> {
  const admin = new Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = new URL(url)
  template.pathname = `/${TEMPLATE}`
  const pool = new Pool({ connectionString: template.href, max: 1 })
  await migrate(pool, { folder: MIGRATIONS, clock: systemClock })
  await pool.end()
  return template.href
}
