import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Cluster, createCluster, findRunning } from './cluster.ts'

let dataDir: string
let clusters: Cluster[]

beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(path.join(tmpdir(), 'hc-role-')))
  clusters = []
})
afterEach(async () => {
  for (const cluster of clusters) await cluster.stop()
  await rm(dataDir, { recursive: true, force: true })
})

function cluster(): Cluster {
  const outside = path.join(dataDir, 'outside')
  const created = createCluster({ dataDir, durable: false, outside, log: () => undefined })
  clusters.push(created)
  return created
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

test('the role of the service owns its database and can do nothing beyond it', async () => {
  const { url } = await cluster().start()
  await query(url, 'CREATE SCHEMA queue')
  await query(url, 'CREATE TABLE queue.job (id int)')
  for (const statement of [
    "COPY (SELECT 1) TO PROGRAM 'true'",
    "SELECT pg_read_file('/etc/hostname')",
    'CREATE ROLE other',
    'CREATE DATABASE other',
    'ALTER SYSTEM SET work_mem = 1',
  ])
    await expect(query(url, statement)).rejects.toMatchObject({ code: '42501' })
})

test('hands a database that the superuser has used to the role of the service', async () => {
  const first = cluster()
  await first.start()
  const superuserUrl = (await findRunning(dataDir, 'superuser'))!
  // As version 0.1 left it.
  await query(superuserUrl, 'ALTER DATABASE harbour OWNER TO harbour')
  for (const statement of [
    'CREATE SCHEMA queue',
    "CREATE TYPE queue.state AS ENUM ('new', 'done')",
    'CREATE TABLE queue.job (id bigint GENERATED ALWAYS AS IDENTITY, n serial, state queue.state) PARTITION BY LIST (state)',
    "CREATE TABLE queue.new_job PARTITION OF queue.job FOR VALUES IN ('new')",
    'CREATE VIEW recent AS SELECT * FROM queue.job',
    'CREATE SEQUENCE loose',
    "CREATE FUNCTION queue.one() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "INSERT INTO queue.job (state) VALUES ('new')",
  ])
    await query(superuserUrl, statement)
  // Still read by a command while an earlier version runs.
  await query(superuserUrl, 'DROP OWNED BY harbour_service')
  await query(superuserUrl, 'DROP ROLE harbour_service')
  expect(await findRunning(dataDir)).toBe(superuserUrl)
  await first.stop()

  const { url } = await cluster().start()
  expect(await findRunning(dataDir)).toBe(url)
  expect(await query(url, 'SELECT rolsuper FROM pg_roles WHERE rolname = current_user')).toEqual([{ rolsuper: false }])
  expect(await query(url, 'SELECT count(*)::int AS rows FROM recent')).toEqual([{ rows: 1 }])
  for (const statement of [
    "INSERT INTO queue.job (state) VALUES ('new')",
    'ALTER TABLE queue.job ADD COLUMN added int',
    "ALTER TYPE queue.state ADD VALUE 'failed'",
    "CREATE OR REPLACE FUNCTION queue.one() RETURNS int LANGUAGE sql AS 'SELECT 2'",
    'ALTER SEQUENCE loose RESTART',
    'DROP SCHEMA queue CASCADE',
  ])
    await query(url, statement)
})
