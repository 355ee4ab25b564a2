import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFileStore } from '#server/adapters/storage/media-store.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { MediaStore } from '#server/domains/media/index.ts'
import { createTestDb } from '../../../test/support/database.ts'
import { until } from '../../../test/support/processes.ts'
import { createRhythm, isDrillDue, recordEnd, startBackups } from './backup-schedule.ts'
import {
  type BackupStore,
  type Base,
  baseKey,
  createBackupStore,
  MEDIA,
  manifestKey,
  temporaryOf,
} from './backup-store.ts'
import { copyMedia, lackingLog, neededLogs, removeOld } from './base-backups.ts'
import { restoreTo } from './restore-to.ts'

const NOW = Temporal.Instant.from('2026-11-30T00:00:00Z')
const daysAgo = (days: number): Temporal.Instant => NOW.subtract({ hours: days * 24 })

let parent: string
let config: Config
let store: MediaStore
let media: MediaStore
let backups: BackupStore

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'harbour-upkeep-'))
  const place = { DATA_DIR: join(parent, 'data'), BACKUP_STORE: join(parent, 'store') }
  config = readConfig({ HARBOUR_TEST: '1', ...place })
  store = createFileStore(place.BACKUP_STORE)
  media = createFileStore(join(parent, 'media'))
  backups = createBackupStore(store, { temporary: temporaryOf(config) })
})
afterEach(() => rm(parent, { recursive: true, force: true }))

const idOf = (at: Temporal.Instant) => at.toString().replaceAll(/[-:]/g, '')
const putText = (to: MediaStore, key: string) => to.put(key, { bytes: Buffer.from(key) }, { contentType: 'video/mp4' })

async function putBase(days: number, change: Partial<Base> = {}): Promise<Base> {
  const at = daysAgo(days)
  const times = { startedAt: at.toString(), endedAt: at.toString() }
  const log = { firstLog: `${'0'.repeat(7)}1${'0'.repeat(16)}`, lastLog: `${'0'.repeat(7)}1${'0'.repeat(16)}` }
  const whole = { folders: [], files: [], bytes: 0, hasKey: true }
  const base: Base = { format: 1, line: 'line', id: idOf(at), ...times, ...log, ...whole, ...change }
  await store.put(manifestKey(base), { bytes: Buffer.from(JSON.stringify(base)) }, { contentType: 'application/json' })
  await putText(store, `${baseKey(base)}/files/PG_VERSION.gz`)
  return base
}

const kept = async () => (await Array.fromAsync(store.list(MEDIA))).map((key) => key.slice(MEDIA.length)).toSorted()

test('the list of a copy is read once, and has no media', async () => {
  await putText(media, 'a/one/00001.m4s')
  await copyMedia(media, backups, NOW)
  const old = await putBase(1)
  await putBase(0)
  const opened = vi.spyOn(store, 'open')
  for (let times = 0; times < 3; times++) expect(await backups.bases()).toHaveLength(2)
  expect(opened).toHaveBeenCalledTimes(2)
  await store.remove(manifestKey(old))
  expect(await backups.bases()).toHaveLength(1)
})

test('media stay for two weeks after they were last in use, also those that no daily copy saw', async () => {
  for (const key of ['a/one', 'a/two']) await putText(media, key)
  await copyMedia(media, backups, daysAgo(20))
  // Made and removed between two daily copies.
  await putText(store, `${MEDIA}a/short`)
  await media.remove('a/one')
  await copyMedia(media, backups, daysAgo(15))
  await media.remove('a/two')
  for (const days of [13.5, 13, 5]) {
    await copyMedia(media, backups, daysAgo(days))
    await removeOld(backups, daysAgo(days))
  }
  expect(await kept()).toEqual(['a/one', 'a/short', 'a/two'])
  await removeOld(backups, NOW)
  expect(await kept()).toEqual(['a/two'])
  await putText(media, 'a/two')
  await copyMedia(media, backups, NOW)
  await removeOld(backups, NOW.add({ hours: 30 * 24 }))
  expect(await kept()).toEqual(['a/two'])
})

test('a copy that was never finished is removed after two days, but none that another process may be making', async () => {
  const listed = await putBase(1)
  for (const days of [3, 1.5]) await putText(store, `line/base/${idOf(daysAgo(days))}/files/base/1.gz`)
  await removeOld(backups, NOW)
  const folders = new Set((await Array.fromAsync(store.list('line/base/'))).map((key) => key.split('/')[2]))
  expect([...folders].toSorted()).toEqual([idOf(daysAgo(1.5)), listed.id].toSorted())
})

test('a copy that fails again and again is tried less and less often, media as often as ever', () => {
  let now = 0
  const rhythm = createRhythm(() => now)
  const minutes: number[] = []
  for (let times = 0; times < 8; times++) {
    rhythm.onFailed()
    const from = now
    while (!rhythm.mayCopy()) now += 60_000
    minutes.push((now - from) / 60_000)
  }
  expect(minutes).toEqual([10, 20, 40, 80, 160, 320, 360, 360])
  expect(rhythm.isFirst()).toBe(true)
  rhythm.onMedia()
  expect([rhythm.isFirst(), rhythm.isMediaDue()]).toEqual([false, false])
  rhythm.onCopied()
  rhythm.onFailed()
  now += 600_000
  expect([rhythm.mayCopy(), rhythm.isMediaDue()]).toEqual([true, true])
})

test.each([
  ['the first', undefined, 0.5, false],
  ['the first', undefined, 1, true],
  ['after one that succeeded', { at: daysAgo(29), problem: null }, 40, false],
  ['after one that succeeded', { at: daysAgo(30), problem: null }, 40, true],
  ['after one that failed', { at: daysAgo(0.5), problem: 'no room' }, 40, false],
  ['after one that failed', { at: daysAgo(1), problem: 'no room' }, 40, true],
])('a drill is due: %s', (_, last, firstDaysAgo, isDue) => {
  const firstCopy = daysAgo(firstDaysAgo).toString()
  expect(isDrillDue(last, { firstCopy, now: NOW })).toBe(isDue)
})

test('a drill that is killed has failed, and is not begun again at once', async () => {
  const { db, close } = await createTestDb()
  const rows = () => db.selectFrom('restore_drill').select('problem').execute()
  const startedAt = Temporal.Now.instant()
  await recordEnd(db, startedAt, 'The drill ended with SIGKILL.')
  await recordEnd(db, startedAt, 'The drill ended with 1.')
  expect(await rows()).toEqual([{ problem: 'The drill ended with SIGKILL.' }])
  await close()
})

test('what a killed process left of a file on its way is removed at the start', async () => {
  const database = await createTestDb()
  await mkdir(temporaryOf(config), { recursive: true })
  await writeFile(join(temporaryOf(config), 'left'), 'half a file')
  const running = startBackups({ config, backups, databaseUrl: database.url, say: () => undefined })
  const runs = () => database.db.selectFrom('backup_run').select('problem').execute()
  await until(async () => (await runs()).length > 0, { what: 'the first copy' })
  await running.stop()
  expect(await runs()).toEqual([{ problem: 'The database does not run.' }])
  expect(await readdir(config.DATA_DIR)).not.toContain('backup.tmp')
  await database.close()
})

const log = (number: number) => `0000000100000000${number.toString(16).toUpperCase().padStart(8, '0')}`
const logs = (...numbers: number[]) => numbers.map(log)

test('the log ends before a file that is lacking, though later ones are there', async () => {
  const base = await putBase(1, { firstLog: log(0xfe), lastLog: log(0xff) })
  const after = '000000010000000100000000'
  expect(neededLogs([...logs(0xfc, 0xfe, 0xff), after], base, undefined)).toEqual({
    names: [...logs(0xfe, 0xff), after],
    missing: undefined,
  })
  expect(neededLogs([log(0xfe), after], base, undefined)).toEqual({ names: [log(0xfe)], missing: log(0xff) })
  expect(neededLogs([log(0xff)], base, undefined)).toEqual({ names: [], missing: log(0xfe) })
})

test('a drill names the first file of the log that is lacking', () => {
  const whole = { names: logs(1, 2), missing: undefined }
  expect([lackingLog(whole, undefined), lackingLog(whole, log(2)), lackingLog(whole, log(1))]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(lackingLog(whole, log(4))).toBe(log(4))
  expect(lackingLog({ names: logs(1), missing: log(2) }, log(4))).toBe(log(2))
})

test('a folder that has a database keeps its key and its media', async () => {
  const base = await putBase(1)
  await backups.put(`${baseKey(base)}/secrets/master.key`, { bytes: Buffer.alloc(32, 9) })
  await putText(store, `${MEDIA}a/one`)
  for (const folder of ['postgres', 'keys']) await mkdir(join(config.DATA_DIR, folder), { recursive: true })
  await writeFile(join(config.DATA_DIR, 'postgres', 'PG_VERSION'), '18')
  await writeFile(join(config.DATA_DIR, 'keys', 'master.key'), 'a key')
  await expect(restoreTo(config, 'latest')).rejects.toThrow('has a database. Set DATA_DIR to a new folder.')
  expect(await readdir(join(config.DATA_DIR, 'keys'))).toEqual(['master.key'])
  expect(await readFile(join(config.DATA_DIR, 'keys', 'master.key'), 'utf8')).toBe('a key')
  expect(await readdir(config.DATA_DIR)).not.toContain('media')
})
