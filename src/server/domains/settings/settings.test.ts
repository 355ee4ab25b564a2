import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ANSWER_FIELDS, type SettingValues } from '#contract/admin/settings.ts'
import { PAYMENT_KINDS } from '#contract/payments.ts'
import { builtInTexts } from '#server/jobs/message-texts.presenter.ts'
import { createTestClock } from '#server/kit/clock.ts'
import { inTransaction, openDb, sql } from '#server/kit/db.ts'
import { listen } from '#server/kit/listen.ts'
import { createLog } from '#server/kit/log.ts'
import { createTestDb, type TestDb } from '../../../../test/support/database.ts'
import { operatorActor, recordAudit } from '../audit/index.ts'
import {
  createSettings,
  isOver,
  type LiveSettings,
  type SettingChange,
  settingSubject,
  SETTINGS_CHANNEL,
} from './index.ts'

const DEFAULTS = {
  brand: { zh_HK: '港映', en_US: 'Harbour' },
  about: { zh_HK: '', en_US: '' },
  contact: { email: '' },
  apps: { appStore: '', googlePlay: '', smartTv: '' },
  limits: { streams: 2, streamsWithPlan: 2, smsPerDay: 2_000 },
  refunds: { perOrder: 200, perAccount: 200, perOperator: 1_000 },
  codes: { perDay: 1_000, worthPerDay: 10_000 },
  registration: { closedUntil: '' },
  sms: { provider: '' as const, until: '' },
  ...builtInTexts(),
  comments: { closedUntil: '' },
  payments: Object.fromEntries(PAYMENT_KINDS.map((kind) => [kind, ''])) as SettingValues['payments'],
  notice: { zh_HK: '', en_US: '', until: '' },
  answers: Object.fromEntries(ANSWER_FIELDS.map((field) => [field, 'Hello,'])) as SettingValues['answers'],
}
const OTHER = { zh_HK: '海映', en_US: 'Haven' }
const ADA = operatorActor('Ada Lam')
const BEN = operatorActor('Ben Ho')

const log = createLog({ level: 'silent', role: 'test' })
const clock = createTestClock()
let testDb: TestDb
let settings: LiveSettings
beforeAll(async () => {
  testDb = await createTestDb()
})
afterAll(() => testDb.close())
beforeEach(async () => {
  await sql`truncate setting`.execute(testDb.db)
  settings = node()
})

const node = (db = testDb.db) => createSettings({ db, clock, log, defaults: DEFAULTS })

/** With its audit entry, as the wire saves. */
const save = (change: Pick<SettingChange, 'name' | 'value'> & { seen?: number; actor?: string }) =>
  inTransaction(testDb.db, async (tx) => {
    const { name, value, seen, actor = ADA } = change
    const saved = await settings.save(tx, { name, value, seen, actor } as SettingChange)
    const { version, before, after } = saved
    const details = { version, isDefault: value === null }
    const entry = { action: 'change setting', subject: settingSubject(name), before, after, details }
    await recordAudit(tx, { at: clock.now(), actor, ...entry })
    return saved
  })
const stored = async (name: string) => (await settings.list()).find((one) => one.name === name)!

test('what the environment says holds until another value is saved, and again once it is put back', async () => {
  expect(settings.current()).toEqual(DEFAULTS)
  expect(await stored('brand')).toMatchObject({
    value: DEFAULTS.brand,
    isDefault: true,
    version: 1,
    by: null,
    at: null,
  })
  await save({ name: 'brand', value: OTHER, seen: 1 })
  await settings.refresh()
  expect(settings.current()).toEqual({ ...DEFAULTS, brand: OTHER })
  expect(await stored('brand')).toMatchObject({ value: OTHER, default: DEFAULTS.brand, isDefault: false, by: ADA })
  await save({ name: 'brand', value: null, seen: 2 })
  await settings.refresh()
  expect(settings.current()).toEqual(DEFAULTS)
  expect(await stored('brand')).toMatchObject({ value: DEFAULTS.brand, isDefault: true, version: 3 })
})

test('a form that was opened before another operator saved is refused, and told what is there now', async () => {
  await save({ name: 'brand', value: OTHER, seen: 1, actor: BEN })
  await expect(save({ name: 'brand', value: { zh_HK: '映', en_US: 'Mine' }, seen: 1 })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
    details: { current: { ...OTHER, version: 2, isDefault: false }, by: BEN },
  })
  expect(await stored('brand')).toMatchObject({ value: OTHER, version: 2, by: BEN })
})

test('of first changes at the same time one is saved, and the other refused', async () => {
  const both = [ADA, BEN].map((actor) =>
    save({ name: 'contact', value: { email: `${actor.length}@a.hk` }, seen: 1, actor }),
  )
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await stored('contact')).toMatchObject({ version: 2 })
})

test('another process has what one saves within a second, and nothing of what is rolled back', async () => {
  const elsewhere = openDb({ url: testDb.url, max: 1 })
  const other = node(elsewhere.db)
  const listener = await listen({ url: testDb.url, channel: SETTINGS_CHANNEL, log })
  listener.on(() => void other.refresh())
  const changed = vi.fn()
  const stop = other.onChange(changed)
  const rolledBack = inTransaction(testDb.db, async (tx) => {
    await settings.save(tx, { name: 'brand', value: OTHER, seen: 1, actor: ADA })
    throw new Error('crash')
  })
  await expect(rolledBack).rejects.toThrow('crash')
  await save({ name: 'limits', value: { streams: 5, streamsWithPlan: 6, smsPerDay: 7 }, seen: 1 })
  await vi.waitFor(() => expect(other.current().limits.streams).toBe(5), { timeout: 20_000, interval: 10 })
  expect(other.current().brand).toEqual(DEFAULTS.brand)
  expect(changed).toHaveBeenCalledOnce()
  stop()
  await save({ name: 'limits', value: null })
  await vi.waitFor(() => expect(other.current()).toEqual(DEFAULTS), { timeout: 20_000, interval: 10 })
  expect(changed).toHaveBeenCalledOnce()
  await listener.close()
  await elsewhere.close()
})

test('a field that a later release adds has its default, and a value that it takes no longer is the default', async () => {
  await save({ name: 'apps', value: { appStore: 'https://apps.example.com/a' } as never })
  await save({ name: 'limits', value: { streams: 500 } as never })
  await save({ name: 'about', value: 'a text' as never })
  await settings.refresh()
  expect(settings.current().apps).toEqual({ ...DEFAULTS.apps, appStore: 'https://apps.example.com/a' })
  expect(settings.current().limits).toEqual(DEFAULTS.limits)
  expect(settings.current().about).toEqual(DEFAULTS.about)
})

test('of texts only those that differ are kept, so that a release may improve the others', async () => {
  const own = { ...DEFAULTS.smsTexts, registerCode_en_US: '{brand}: {code}' }
  await save({ name: 'smsTexts', value: own })
  const { rows } = await sql<{ value: object }>`select value from setting where name = 'smsTexts'`.execute(testDb.db)
  expect(rows[0]!.value).toEqual({ registerCode_en_US: '{brand}: {code}' })
  expect((await stored('smsTexts')).value).toEqual(own)
  await save({ name: 'smsTexts', value: DEFAULTS.smsTexts })
  expect(await stored('smsTexts')).toMatchObject({ value: DEFAULTS.smsTexts, isDefault: true })
})

test('a switch ends by itself, at its end', () => {
  const now = Temporal.Instant.from('2026-11-21T08:40:00Z')
  expect(isOver('', now)).toBe(true)
  expect(isOver('2026-11-21T16:40:00+08:00', now)).toBe(true)
  expect(isOver('2026-11-21T16:40:00+08:00', now.subtract({ milliseconds: 1 }))).toBe(false)
})

test('the history says who changed what, the newest first, of that setting alone', async () => {
  await save({ name: 'brand', value: OTHER })
  await save({ name: 'contact', value: { email: 'care@films.example.hk' } })
  clock.advance('PT1H')
  await save({ name: 'brand', value: null, actor: BEN })
  const [last, first, ...others] = await settings.history('brand')
  expect(last).toEqual({ version: 3, before: OTHER, after: DEFAULTS.brand, isDefault: true, by: BEN, at: clock.now() })
  expect(first).toMatchObject({ version: 2, before: DEFAULTS.brand, after: OTHER, isDefault: false, by: ADA })
  expect(others.every(({ version }) => version > 0)).toBe(true)
})
