import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEdgeKeys } from '#server/domains/playback/index.ts'
import { deriveEdgeKey } from '#server/domains/playback/edge-keys.rules.ts'
import { createTestClock, type TestClock } from '#server/kit/clock.ts'
import { createTestDb, type TestDb } from '../../../test/support/database.ts'
import { readArguments, UsageError } from './command.ts'
import { EDGE, runEdge } from './edge.ts'

const masterKey = Buffer.alloc(32, 7)
let database: TestDb
let clock: TestClock
let folder: string
let edgeKeys: ReturnType<typeof createEdgeKeys>
/** Entries of the audit log before this test. */
let before: number
beforeAll(async () => {
  database = await createTestDb()
  folder = await mkdtemp(join(tmpdir(), 'harbour-edge-'))
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  await database.db.deleteFrom('edge_key').execute()
  before = 0
  before = (await actions()).length
  clock = createTestClock()
  edgeKeys = createEdgeKeys({ db: database.db, clock, masterKey })
})

const run = (...args: string[]) => runEdge({ edgeKeys, database, clock }, readArguments(EDGE, args), folder)
const printed = (...ids: number[]) =>
  JSON.stringify(
    Object.fromEntries(ids.map((id) => [id, Buffer.from(deriveEdgeKey(masterKey, id).key).toString('base64url')])),
  )
const actions = async () => {
  const entries = await database.db.selectFrom('audit_entry').select('action').orderBy('audit_entry_id').execute()
  return entries.map(({ action }) => action).slice(before)
}

test.each([
  ['nothing', []],
  ['a rotation without a reason', ['rotate']],
  ['a rotation in a year', ['rotate', '--reason', 'r', '--after', '99999']],
  ['a key after a while', ['key', '--after', '5']],
])('the command edge refuses %s', (_, args) => {
  expect(() => readArguments(EDGE, args)).toThrow(UsageError)
})

test('before the first key nothing is signed for edges; the command makes it once, and never shows the master key', async () => {
  expect(await edgeKeys.signing()).toBeUndefined()
  expect(await run('key')).toEqual([printed(1)])
  expect(await run('key')).toEqual([printed(1)])
  expect(printed(1)).not.toContain(masterKey.toString('base64url'))
  clock.advance('PT31S')
  expect((await edgeKeys.signing())?.id).toBe(1)
  expect(await actions()).toEqual(['show edge keys', 'show edge keys'])
})

test('two that ask for the first key at once get the same', async () => {
  const both = await Promise.all([run('key'), run('key')])
  expect(both).toEqual([[printed(1)], [printed(1)]])
})

test('a rotation has two keys in use, until the last grant of the first has ended', async () => {
  await run('key')
  expect(await run('rotate', '--reason', 'each half year')).toEqual([
    expect.stringMatching(/^Key 2 signs from \S+ on\. Give it to every edge: npm run edge -- key\.$/),
  ])
  expect(await run('key')).toEqual([printed(1, 2)])
  await expect(run('rotate', '--reason', 'again')).rejects.toThrow(
    /^Two keys are in use\. The next rotation is possible from /,
  )
  clock.advance('PT59M')
  expect((await edgeKeys.signing())?.id).toBe(1)
  clock.advance('PT2M')
  expect((await edgeKeys.signing())?.id).toBe(2)
  clock.advance('PT6H')
  expect(await run('key')).toEqual([printed(2)])
  expect(await run('rotate', '--reason', 'r', '--after', '0')).toHaveLength(1)
  expect(await run('key')).toEqual([printed(2, 3)])
  expect(await actions()).toEqual([
    'show edge keys',
    'rotate edge key',
    'show edge keys',
    'show edge keys',
    'rotate edge key',
    'show edge keys',
  ])
})

test('after a leak only the new key is in use, at once, also amid a rotation', async () => {
  await run('key')
  await run('rotate', '--reason', 'r')
  expect(await run('rotate', '--reason', 'a machine was stolen', '--leaked')).toEqual([
    'Key 3 signs now, and all others have ended. Give it to every edge: npm run edge -- key.',
  ])
  expect(await run('key')).toEqual([printed(3)])
  clock.advance('PT31S')
  expect((await edgeKeys.signing())?.id).toBe(3)
})

test('a file of keys is its owner’s alone, and replaced as a whole', async () => {
  const path = join(folder, 'edge-keys.json')
  expect(await run('key', '--file', 'edge-keys.json')).toEqual(['edge-keys.json has the keys 1.'])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await run('rotate', '--reason', 'r')
  await run('key', '--file', 'edge-keys.json')
  expect(await readFile(path, 'utf8')).toBe(`${printed(1, 2)}\n`)
  await expect(run('key', '--file', 'no/such/folder')).rejects.toThrow(/cannot be written/)
})
