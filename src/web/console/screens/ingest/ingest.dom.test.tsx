import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { cancel, list, retry, start, targets } from '#contract/admin/ingest.ts'
import { saveDraft } from '#contract/admin/titles.ts'
import { consoleIngest as text } from '#text/zh_HK/console-ingest.ts'
import { type Answers, pageOf, ADMINISTRATOR, renderConsole } from '../../../../../test/support/render-console.tsx'
import { queue } from './upload-queue.ts'

/** Nothing is sent: the journey sends. */
vi.mock('tus-js-client', () => ({
  Upload: class {
    findPreviousUploads = async () => []
    start = () => undefined
  },
  defaultOptions: { fingerprint: async () => null, urlStorage: { findAllUploads: async () => [] } },
}))

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  queue.reset()
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
  await waitFor(() => expect(callsOf(list).length).toBeGreaterThan(before))
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
  const { user } = await render([], [[targets, { list: [{ ...TARGET, hasFilm: true, releaseYear: 1987 }] }]])
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

/** Buttons keep numbers and units on one line. */
const spaced = (label: string) => new RegExp(label.replaceAll(' ', String.raw`\s`))

const EPISODE = { ...TARGET, programGuid: 'ferry.s1e2', season: 1, episode: 2 }

test('many files are matched by their names, and drafts are made of what is not there', async () => {
  let made = 0
  const { user, callsOf } = await render(
    [],
    [
      [
        targets,
        ({ input }) => ({ list: input.text === '渡輪' ? [{ ...EPISODE, hasFilm: false, releaseYear: 0 }] : [] }),
      ],
      [saveDraft, () => ({ programId: `new${++made}`, savedAt: '2026-11-21T08:42:00Z' })],
    ],
  )
  await screen.findByText(text.empty)
  const names = ['渡輪.S01E02.mkv', '渡輪 1x09.mkv', 'Night Market 2025 1080p.mov', 'Tram.s1e1.mov', 'Tram.s1e2.mov']
  await act(() =>
    user.upload(
      screen.getByTestId('files'),
      names.map((name, at) => new File(['a'.repeat(at + 1)], name)),
    ),
  )
  expect(await screen.findByText(text.match.found)).toBeTruthy()
  expect(await screen.findByText(text.match.count(1, 5))).toBeTruthy()
  expect(callsOf(targets)[0]!.input).toMatchObject({ text: '渡輪', season: 1, episode: 2 })
  expect(await screen.findByText(new RegExp(text.match.noEpisode('渡輪', text.episode(1, 9))))).toBeTruthy()
  const name = await screen.findByLabelText(text.match.newFilm)
  await user.clear(name)
  await user.type(name, '夜市')
  expect(callsOf(saveDraft)).toHaveLength(0)
  const create = await screen.findByRole('button', { name: spaced(text.match.createAll(3)) })
  await act(() => user.click(create))
  expect(await screen.findByText(text.match.count(4, 5))).toBeTruthy()
  expect(callsOf(saveDraft).map(({ input }) => input)).toMatchObject([
    { baseVersion: 0, draft: { programType: 'movie', title: { zh_HK: '夜市', en_US: '' }, releaseYear: 2025 } },
    {
      draft: {
        programType: 'drama',
        title: { zh_HK: '', en_US: 'Tram' },
        episodes: [
          { season: 1, episode: 1 },
          { season: 1, episode: 2 },
        ],
      },
    },
  ])
  expect(screen.getByText('new2.s1e2')).toBeTruthy()
  // What is new can be filled in meanwhile.
  const links = screen.getAllByRole('link', { name: text.openTitle })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['#/titles/new1', '#/titles/new2', '#/titles/new2'])
  await act(() => user.click(screen.getByRole('button', { name: spaced(text.match.startAll(4)) })))
  expect(screen.queryByRole('button', { name: spaced(text.match.startAll(4)) })).toBeNull()
})

test('a draft that is refused says why, and the match can be changed by hand', async () => {
  const refusal = { result: 'FAILED', errorCode: 'INVALID_INPUT', message: '名稱太長' }
  const { user } = await render(
    [],
    [
      [targets, { list: [] }],
      [saveDraft, refusal],
    ],
  )
  await screen.findByText(text.empty)
  await act(() => user.upload(screen.getByTestId('files'), [new File(['other'], 'Lantern.mov')]))
  const card = within((await screen.findByDisplayValue('Lantern')).closest('li')!)
  await act(() => user.click(card.getByRole('button', { name: text.match.create })))
  expect(await card.findByRole('alert')).toHaveProperty('textContent', '名稱太長')
  expect(card.getByPlaceholderText(text.targetHint)).toBeTruthy()
})

const onTitlesPage = (found: object) =>
  renderConsole({
    me: OPERATOR,
    path: '/ingest?for=ferry',
    answers: [
      [list, pageOf([])],
      [targets, ({ input }) => ({ list: input.text === 'ferry' ? [found] : [LANTERN] })],
    ],
  })
const LANTERN = {
  ...TARGET,
  programId: 'lantern',
  programGuid: 'lantern',
  title: { zh_HK: '燈', en_US: 'Lantern' },
  hasFilm: false,
  releaseYear: 2025,
}

test('the first file that is uploaded from the page of a title is for that title, whatever its name', async () => {
  const { user, callsOf } = await onTitlesPage({ ...TARGET, hasFilm: false, releaseYear: 2025 })
  const field = await screen.findByTestId('files')
  await act(() => user.upload(field, new File(['x'], 'Lantern.mov')))
  const card = () => within(screen.getByText('Lantern.mov').closest('li')!)
  expect(await card().findByText('ferry')).toBeTruthy()
  expect(location.hash).toBe('#/ingest')
  await act(() => user.click(card().getByRole('button', { name: text.change })))
  expect(screen.getByPlaceholderText<HTMLInputElement>(text.targetHint).value).toBe('')
  await act(() => user.upload(screen.getByTestId('files'), new File(['other'], 'LANTERN.mkv')))
  expect(await screen.findByText('lantern')).toBeTruthy()
  expect(callsOf(targets).map(({ input }) => input.text)).toEqual(['ferry', 'LANTERN'])
})

test('a film from the page of a title that has one replaces it only when that is chosen', async () => {
  const { user } = await onTitlesPage({ ...TARGET, hasFilm: true, releaseYear: 2025 })
  const field = await screen.findByTestId('files')
  await act(() => user.upload(field, new File(['x'], 'IMG_0001.mov')))
  expect(await screen.findByText(text.match.hasFilm)).toBeTruthy()
  await act(async () => user.click(screen.getByRole('button', { name: new RegExp(text.replaces) })))
  expect(screen.queryByText(text.needsTarget)).toBeNull()
})

test('a title that another file of the queue is for is not said to have a film', async () => {
  const { user } = await render([], [[targets, { list: [LANTERN] }]])
  await screen.findByText(text.empty)
  await act(() =>
    user.upload(screen.getByTestId('files'), [new File(['a'], 'Lantern.mov'), new File(['bb'], 'Lantern.mkv')]),
  )
  expect(await screen.findByText(text.match.queued)).toBeTruthy()
  expect(screen.queryByText(text.match.hasFilm)).toBeNull()
  expect(screen.queryByText(new RegExp(text.replaces))).toBeNull()
})

test('a title that has a film is not matched by the file name alone', async () => {
  const found = { ...TARGET, title: { zh_HK: '渡輪', en_US: 'Ferry' }, hasFilm: true, releaseYear: 1987 }
  const { user } = await render([], [[targets, { list: [found] }]])
  await screen.findByText(text.empty)
  const names = ['Ferry.mov', 'Ferry 2014.mov']
  await act(() =>
    user.upload(
      screen.getByTestId('files'),
      names.map((name, at) => new File(['film'.repeat(at + 1)], name)),
    ),
  )
  expect(await screen.findByText(text.match.hasFilm)).toBeTruthy()
  expect(await screen.findByText(text.match.otherYear(2014))).toBeTruthy()
  expect(screen.getByText(text.match.count(0, 2))).toBeTruthy()
  // Neither is a draft made of many at once: it may be this title.
  expect(screen.queryByRole('button', { name: spaced(text.match.createAll(2)) })).toBeNull()
  const card = within(screen.getByText('Ferry.mov').closest('li')!)
  await act(async () => user.click(card.getByRole('button', { name: new RegExp(text.replaces) })))
  expect(screen.getByText(text.match.count(1, 2))).toBeTruthy()
})

test('subtitles whose name fits no film wait until the operator says which they are for', async () => {
  const { user } = await render([], [[targets, { list: [] }]])
  await screen.findByText(text.empty)
  await act(() => user.upload(screen.getByTestId('files'), [new File(['s'], 'words.en.srt')]))
  expect(await screen.findByText(text.looseAlone)).toBeTruthy()
  await act(() =>
    user.upload(screen.getByTestId('files'), [new File(['f'], 'Lantern.mov'), new File(['g'], 'Tram.mov')]),
  )
  expect(screen.queryByText(text.looseAlone)).toBeNull()
  await act(() => user.selectOptions(screen.getByLabelText(text.filmOf('words.en.srt')), 'Tram.mov'))
  expect(screen.queryByText(text.loose)).toBeNull()
  const card = within(screen.getAllByText('Tram.mov')[0]!.closest('li')!)
  expect(card.getByLabelText<HTMLInputElement>(text.language('words.en.srt')).value).toBe('en')
})

test('an ingest whose answer was lost is the same request when it is tried again', async () => {
  let answer: object | undefined
  const { user, callsOf } = await render(
    [],
    [
      [targets, { list: [{ ...TARGET, hasFilm: false, releaseYear: 1987 }] }],
      [start, () => answer],
    ],
  )
  await screen.findByText(text.empty)
  await act(() => user.upload(screen.getByTestId('files'), [new File(['lost'], '渡輪.mov')]))
  expect(await screen.findByText(text.match.found)).toBeTruthy()
  const [item] = queue.get().items
  act(() => queue.set({ items: [{ ...item!, media: { ...item!.media, state: 'complete', uploadId: 'u1' } }] }))
  await act(() => user.click(screen.getByRole('button', { name: text.start })))
  await screen.findByRole('alert')
  answer = { jobId: 'j1' }
  await act(() => user.click(screen.getByRole('button', { name: text.start })))
  await waitFor(() => expect(queue.get().items).toEqual([]))
  const [first, second] = callsOf(start).map(({ input }) => input.requestKey)
  expect(second).toBe(first)
})
