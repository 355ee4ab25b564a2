import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type DbHandle, openDb } from '#server/kit/db.ts'

/** A database of a test's own, migrated and empty. */
export interface TestDb extends DbHandle {
  readonly url: string
  /** The statements that ran since the last call, for counting round trips. */
  takeQueries(): string[]
}

/**
 * Clones the migrated template into a database of its own; `close` drops it. Works in every vitest file:
 * the first call of a run starts PostgreSQL.
 */
export async function createTestDb(): Promise<TestDb> {
  const templateUrl = await askForTemplate()
  const name = `test_${randomBytes(8).toString('hex')}`
  await onServer(templateUrl, (admin, template) => admin.query(`create database ${name} template ${template}`))
  const url = withDatabase(templateUrl, name)
  let queries: string[] = []
  const handle = openDb({ url, max: 5, onQuery: (text) => queries.push(text), onError: () => undefined })
  return {
    ...handle,
    url,
    takeQueries() {
      const taken = queries
      queries = []
      return taken
    },
    async close() {
      await handle.close()
      await onServer(templateUrl, (admin) => admin.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function askForTemplate(): Promise<string> {
  const response = await fetch(inject('clusterDoor'))
  const answer = await response.text()
  if (!response.ok) throw new Error(`PostgreSQL for the tests did not start: ${answer}`)
  return answer
}

async function onServer(
  templateUrl: string,
  work: (admin: Client, template: string) => Promise<unknown>,
): Promise<void> {
  const admin = new Client({ connectionString: withDatabase(templateUrl, 'postgres') })
  await admin.connect()
  try {
    await work(admin, new URL(templateUrl).pathname.slice(1))
  } finally {
    await admin.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}
