import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { DRAFT_ISSUES, INGEST_ERRORS } from '#contract/ingest.ts'
import { readConfig } from '#server/config.ts'
import { ingest as en } from '#text/en_US/operators.ts'
import { ingest as zh } from '#text/zh_HK/operators.ts'
import { followJob, ingestCommand, formatDraftIssues } from './ingest.ts'

afterEach(() => vi.restoreAllMocks())

// Nothing waits.
vi.mock('node:timers/promises', async (original) => ({
  ...(await original<object>()),
  setTimeout: async () => undefined,
}))

test.each(['--help', '-h'])('%s prints the usage and does nothing', async (option) => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  expect(await ingestCommand(readConfig({ DATA_DIR: '/nonexistent' }), ['film.mp4', option], '/')).toBe(0)
  expect(printed.mock.calls.join()).toMatch(/^Usage: npm run ingest -- film\.mp4[\s\S]*--licence-until/)
})

test('reports every problem found by the catalogue in the language of the caller', () => {
  const error = new AppError('INVALID_INPUT', {
    fields: { genres: 'UNKNOWN_GENRE western, opera', season: 'SEASON_OF_FILM' },
  })
  expect(formatDraftIssues(error, en)[0]).toMatch(/^Unknown genre western, opera\. The genres are .*drama/)
  expect(formatDraftIssues(error, zh)).toEqual([
    expect.stringMatching(/^沒有「western, opera」這個類型/),
    expect.stringMatching(/^電影沒有季數/),
  ])
  const unknown = new AppError('NOT_FOUND', { fields: { series: 'SERIES_UNKNOWN tram-9' } })
  expect(formatDraftIssues(unknown, en)).toEqual([expect.stringContaining('No series tram-9')])
})

test.each([en, zh])('every problem and every error has its own message', ({ draftFaults, errors }) => {
  const messages = [
    ...DRAFT_ISSUES.map((fault) => draftFaults[fault]('x')),
    ...INGEST_ERRORS.map((code) => errors[code]({ found: 1, limit: 2 })),
  ]
  expect(new Set(messages).size).toBe(messages.length)
  expect(messages.filter((sentence) => /undefined|NaN/.test(sentence))).toEqual([])
})

const lost = () => new Error('Connection terminated unexpectedly')
type Job = Awaited<ReturnType<Parameters<typeof followJob>[0]['job']>>
const done = { state: 'done', program_id: 'film-1', notes: [] } as unknown as NonNullable<Job>

test('goes on when the database has come back, and shows what a worker does with the job meanwhile', async () => {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const run = vi.fn().mockRejectedValueOnce(lost()).mockRejectedValueOnce(lost())
  run.mockResolvedValueOnce('busy').mockResolvedValueOnce('done')
  const job = vi.fn().mockResolvedValue(done).mockRejectedValueOnce(lost())
  expect(await followJob({ run, job, cancel: async () => true }, 'job-1', en)).toBe(0)
  expect(run).toHaveBeenCalledTimes(4)
  expect(printed).toHaveBeenCalledWith('film-1')
  expect(told).toHaveBeenCalledWith(`${en.databaseLost}\n`)
})

test('ends when the database stays away, and at once for any other failure', async () => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 60_000))
  const job = async () => done
  const away = followJob({ run: () => Promise.reject(lost()), job, cancel: async () => true }, 'job-1', en)
  await expect(away).rejects.toThrow('Connection terminated')
  const run = vi.fn().mockRejectedValue(new TypeError('of the code'))
  await expect(followJob({ run, job, cancel: async () => true }, 'job-1', en)).rejects.toThrow('of the code')
  expect(run).toHaveBeenCalledTimes(1)
})
