import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type DbHandle, openDb } from '#server/kit/db.ts'

/** A migrated, empty database of one test. */
export interface TestDb extends DbHandle {
  readonly url: string
  /** The statements since the last call. */
  takeQueries(): string[]
}

/**
 * Clones the migrated template into a new database; `close` drops it. The first call of a run starts PostgreSQL.
 */
export async function createTestDb(): Promise<TestDb> {
  const templateUrl = await fetchTemplateUrl()
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

async function fetchTemplateUrl(): Promise<string> {
  const response = await fetch(inject('templateServer'))
  const body = await response.text()
  if (!response.ok) throw new Error(`PostgreSQL for the tests did not start: ${body}`)
  return body
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
  const result = new URL(url)
  result.pathname = `/${name}`
  return result.href
}
