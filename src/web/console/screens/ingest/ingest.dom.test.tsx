import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { cancel, list, retry, targets } from '#contract/admin/ingest.ts'
import { consoleIngest as text } from '#text/zh_HK/console-ingest.ts'
import { type Answers, pageOf, ADMINISTRATOR, renderConsole } from '../../../../../test/support/render-console.tsx'

/** Nothing is sent: the journey sends. */
vi.mock('tus-js-client', () => ({
  Upload: class {
    findPreviousUploads = async () => []
    start = () => undefined
  },
  defaultOptions: { urlStorage: { findAllUploads: async () => [] } },
}))

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const OPERATOR = { ...ADMINISTRATOR, roles: ['catalogue' as const] }
const TARGET = {
  programId: 'ferry',
  programGuid: 'ferry',
  title: { zh_HK: '渡輪', en_US: 'The Ferry' },
  season: null,
  episode: null,
}
const JOB = {
  jobId: 'j1',
  target: TARGET,
  files: [{ role: 'film', name: 'ferry.mov', bytes: 1_000 }],
  state: 'running',
  step: 'encode',
  percent: 41.5,
  speed: 1.5,
  secondsLeft: 600,
  error: null,
  waitingFor: null,
  notes: [],
  isCancelling: false,
  canRetry: false,
  createdAt: '2026-11-21T08:00:00Z',
  finishedAt: null,
}

const render = (jobs: readonly object[], answers: Answers = []) =>
  renderConsole({ me: OPERATOR, path: '/ingest', answers: [[list, pageOf(jobs)], ...answers] })

test('without any it says how to begin', async () => {
  await render([])
  expect(await screen.findByText(text.empty)).toBeTruthy()
  expect(screen.getByRole('button', { name: text.choose })).toBeTruthy()
})

test('a list that fails says why, and is read again', async () => {
  const { user, callsOf } = await renderConsole({ me: OPERATOR, path: '/ingest' })
  expect(await screen.findByText('no /api_admin/ingest/list')).toBeTruthy()
  const before = callsOf(list).length
  await user.click(screen.getByRole('button', { name: /重試/ }))
  expect(callsOf(list).length).toBeGreaterThan(before)
})

test('progress, time left and what a film waits for are in words', async () => {
  const waitingFor = { code: 'DISK_FULL', params: {} }
  await render([JOB, { ...JOB, jobId: 'j2', state: 'queued', step: null, speed: null, secondsLeft: null, waitingFor }])
  const [first, second] = await screen.findAllByText('渡輪')
  const rowOf = (name: HTMLElement | undefined) => within(name!.closest('li')!)
  expect(
    rowOf(first).getByText(new RegExp(`${text.steps.encode}.*41.5%.*1.5 倍.*${text.left('10 分鐘')}`)),
  ).toBeTruthy()
  expect(rowOf(second).getByText(new RegExp(text.errors.DISK_FULL({})))).toBeTruthy()
})

test('a film that failed says why and what to do, and is tried again without an upload', async () => {
  const error = { code: 'TRUNCATED', params: { file: 'ferry.mov' } }
  const { user, callsOf } = await render(
    [{ ...JOB, state: 'failed', error, canRetry: true }],
    [[retry, { jobId: 'j2' }]],
  )
  expect(await screen.findByText(text.errors.TRUNCATED(error.params))).toBeTruthy()
  await act(() => user.click(screen.getByRole('button', { name: text.retry })))
  expect(await screen.findByText(text.retried)).toBeTruthy()
  expect(callsOf(retry)[0]!.input).toMatchObject({ jobId: 'j1' })
})

test('cancelling asks first', async () => {
  const { user, callsOf } = await render([JOB], [[cancel, { jobId: 'j1' }]])
  const row = within((await screen.findByText('渡輪')).closest('li')!)
  await act(() => user.click(row.getByRole('button', { name: text.cancel })))
  const dialog = within(await screen.findByRole('dialog', { name: text.cancelTitle('渡輪') }))
  expect(callsOf(cancel)).toHaveLength(0)
  await act(() => user.click(dialog.getByRole('button', { name: text.cancel })))
  expect(await screen.findByText(text.cancelled)).toBeTruthy()
  expect(callsOf(cancel)[0]!.input).toMatchObject({ jobId: 'j1' })
})

test('a film that was chosen asks for its title, subtitles for their language; both are kept when the upload stops', async () => {
  const { user } = await render([], [[targets, { list: [{ ...TARGET, hasFilm: true }] }]])
  await screen.findByText(text.empty)
  const files = [new File(['a'], 'ferry.mov'), new File(['b'], 'ferry.zh-Hant.srt'), new File(['c'], 'ferry.srt')]
  await user.upload(screen.getByTestId('files'), files)
  expect(await screen.findByText(text.needsTarget)).toBeTruthy()
  await user.type(screen.getByPlaceholderText(text.targetHint), '渡')
  await act(async () => user.click(await screen.findByRole('button', { name: /渡輪.*ferry/ })))
  expect(screen.getByText(text.needsLanguage)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(text.language('ferry.zh-Hant.srt')).value).toBe('zh-Hant')
  await user.type(screen.getByLabelText(text.language('ferry.srt')), 'en')
  expect(screen.queryByText(text.needsLanguage)).toBeNull()
  expect(localStorage.getItem('harbour-console-ingest')).toContain('"programGuid":"ferry"')
})
