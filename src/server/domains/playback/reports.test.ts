import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTitle, createTestCatalogue } from '../../../../test/support/catalogue.ts'
import { createPlaybackReports, REPORT_RATE } from './index.ts'

type TestApp = Awaited<ReturnType<typeof createTestCatalogue>>
let testApp: TestApp
let reports: ReturnType<typeof createPlaybackReports>

const REPORT = {
  programId: 'tram',
  engine: 'hls',
  startMs: 400,
  playedSeconds: 60,
  stalls: 0,
  stalledMs: 0,
  renditionChanges: 1,
} as const
const ADDRESS = '203.0.113.9'

beforeAll(async () => {
  testApp = await createTestCatalogue()
  await testApp.catalogue.createTitle(aTitle('tram'))
})
afterAll(() => testApp.close())
beforeEach(async () => {
  for (const table of ['playback_report', 'playback_report_day', 'playback_error_day'] as const)
    await testApp.db.deleteFrom(table).execute()
  testApp.clock.set(Temporal.Instant.from('2026-11-21T15:30:00Z'))
  reports = createPlaybackReports(testApp)
})

const rows = (table: 'playback_report' | 'playback_report_day' | 'playback_error_day') =>
  testApp.db.selectFrom(table).selectAll().execute()

test('a report stores how a title played and nothing of who watched it', async () => {
  await reports.record({ ...REPORT, errorCode: '4001' }, ADDRESS)
  expect(await rows('playback_report')).toEqual([
    {
      report_id: expect.any(Number),
      at: testApp.clock.now(),
      program_id: 'tram',
      engine: 'hls',
      start_ms: 400,
      played_seconds: 60,
      stalls: 0,
      stalled_ms: 0,
      rendition_changes: 1,
      error_code: '4001',
    },
  ])
})

test('an address reports at its rate only', async () => {
  for (let n = 0; n < REPORT_RATE.burst + 5; n++) await reports.record(REPORT, ADDRESS)
  expect(await rows('playback_report')).toHaveLength(REPORT_RATE.burst)
  await reports.record(REPORT, '203.0.113.10')
  expect(await rows('playback_report')).toHaveLength(REPORT_RATE.burst + 1)
  testApp.clock.advance('PT1M')
  for (let n = 0; n < 3; n++) await reports.record(REPORT, ADDRESS)
  expect(await rows('playback_report')).toHaveLength(REPORT_RATE.burst + 2)
})

test('a code that no player shows is stored as another one', async () => {
  await reports.record({ ...REPORT, errorCode: 'CALL_91234567_FOR_LOANS' }, ADDRESS)
  expect(await rows('playback_report')).toMatchObject([{ error_code: 'OTHER' }])
})

test('days that have ended in Hong Kong are counted once, unknown titles together, single reports go after 14 days, days after 400', async () => {
  for (const startMs of [100, 300, 900]) await reports.record({ ...REPORT, startMs }, ADDRESS)
  await reports.record({ ...REPORT, startMs: undefined, stalls: 2, stalledMs: 1500, errorCode: '4001' }, ADDRESS)
  await reports.record({ ...REPORT, programId: 'made-up', engine: 'native' }, ADDRESS)
  await reports.record({ ...REPORT, programId: 'made-up-too', engine: 'native', errorCode: '403' }, ADDRESS)
  await reports.runDue()
  expect(await rows('playback_report_day')).toEqual([])
  // 00:30 in Hong Kong.
  testApp.clock.advance('PT1H')
  await reports.record(REPORT, ADDRESS)
  await Promise.all([reports.runDue(), reports.runDue()])
  await reports.runDue()
  const day = Temporal.PlainDate.from('2026-11-21')
  const counted = (await rows('playback_report_day')) as { program_id: string }[]
  expect(counted.toSorted((a, b) => (a.program_id < b.program_id ? 1 : -1))).toEqual([
    {
      day,
      program_id: 'tram',
      engine: 'hls',
      reports: 4,
      started: 3,
      start_ms_median: 300,
      start_ms_p95: 900,
      played_seconds: 240,
      stalled_reports: 1,
      stalls: 2,
      stalled_ms: 1500,
      rendition_changes: 4,
      failed: 1,
    },
    expect.objectContaining({ day, program_id: '', engine: 'native', reports: 2, failed: 1 }),
  ])
  expect(await rows('playback_error_day')).toEqual(
    expect.arrayContaining([
      { day, error_code: '4001', reports: 1 },
      { day, error_code: '403', reports: 1 },
    ]),
  )
  testApp.clock.advance('PT337H')
  await reports.runDue()
  expect(await rows('playback_report')).toEqual([])
  expect(await rows('playback_report_day')).toHaveLength(3)
  testApp.clock.advance('PT9600H')
  await reports.runDue()
  expect(await rows('playback_report_day')).toEqual([])
  expect(await rows('playback_error_day')).toEqual([])
})
