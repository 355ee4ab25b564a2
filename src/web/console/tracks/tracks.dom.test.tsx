import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { find as findJob, former, list, trackList, tracks } from '#contract/admin/ingest.ts'
import { check, find, saveDraft, tags } from '#contract/admin/titles.ts'
import { consoleIngest } from '#text/zh_HK/console-ingest.ts'
import { consoleTitle } from '#text/zh_HK/console-title.ts'
import { consoleTracks as text } from '#text/zh_HK/console-tracks.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../test/support/render-console.tsx'
import { EMPTY_TITLE } from '#contract/admin/new-title.ts'

/** What is sent arrives at once, unless its name says otherwise. */
const sending = vi.hoisted(() => ({ stopped: [] as string[] }))
vi.mock('tus-js-client', () => ({
  Upload: class {
    url = ''
    file: File
    options: { onSuccess: () => void; onError: (error: Error) => void; onProgress: (sent: number) => void }
    constructor(file: File, options: never) {
      this.file = file
      this.options = options
    }
    findPreviousUploads = async () => []
    abort = async () => void sending.stopped.push(this.file.name)
    start = () => {
      this.url = `/uploads/up-${this.file.name}`
      if (this.file.name.startsWith('slow')) this.options.onProgress(1)
      else if (this.file.name.startsWith('cut')) this.options.onError(new Error('cut'))
      else this.options.onSuccess()
    }
  },
  defaultOptions: {
    fingerprint: async () => null,
    urlStorage: { findAllUploads: async () => [], removeUpload: async () => undefined },
  },
}))

beforeEach(() => {
  sending.stopped = []
})
afterEach(() => vi.unstubAllGlobals())

const asset = (assetId: string) => ({
  programGuid: 'night',
  role: 'film',
  assetId,
  durationMs: 60_000,
  maxResolution: 'HD',
  audioLanguages: ['yue'],
  subtitleLanguages: ['zh-Hant'],
})
const TITLE = {
  programId: 'night',
  state: 'live',
  version: 3,
  updatedAt: '2026-11-21T08:40:00Z',
  publishedAt: '2026-11-20T08:40:00Z',
  content: { ...EMPTY_TITLE, title: { zh_HK: '夜渡', en_US: 'Night' } },
  draft: null,
  others: [],
  otherDraft: null,
  plan: null,
  failedPlan: null,
  rentals: 0,
}
const AUDIO = {
  trackId: 'audio-0',
  kind: 'audio',
  language: 'yue',
  name: null,
  isDefault: true,
  channels: 6,
  isAtmos: false,
}
const SUBTITLE = { ...AUDIO, trackId: 'sub-zh-Hant', kind: 'subtitle', language: 'zh-Hant', channels: null }
const JOB = {
  jobId: 'j1',
  target: null,
  files: [{ role: 'audio', name: 'cmn.m4a', bytes: 1 }],
  isTracks: true,
  state: 'running',
  step: 'encode',
  percent: 41.5,
  speed: null,
  secondsLeft: null,
  error: null,
  waitingFor: null,
  notes: [],
  isCancelling: false,
  canRetry: false,
  createdAt: '2026-11-21T08:00:00Z',
  finishedAt: null,
}

async function open(answers: Answers = [], jobId: string | null = null) {
  let played = 'a1'
  const rendered = await renderConsole({
    me: { ...ADMINISTRATOR, roles: ['catalogue'] },
    path: '/titles/night',
    answers: [
      [find, () => ({ ...TITLE, assets: [asset(played)] })],
      [check, { issues: [] }],
      [tags, { list: [] }],
      [saveDraft, { programId: 'night', savedAt: '2026-11-21T08:42:00Z' }],
      [former, { list: [] }],
      [list, pageOf([])],
      [trackList, ({ input }) => ({ tracks: [AUDIO, SUBTITLE], jobId: input.assetId === 'a1' ? jobId : null })],
      [tracks, { jobId: 'j1' }],
      ...answers,
    ],
  })
  const name = consoleTitle.tracksOf(`${consoleTitle.film} night`)
  const button = await screen.findByRole('button', { name })
  await act(() => rendered.user.click(button))
  return { ...rendered, replace: () => (played = 'a2') }
}

const FILM_AUDIO = `${text.kinds.audio} 粵語`
const FILM_SUBTITLE = `${text.kinds.subtitle} 繁體中文`
async function choose(user: Awaited<ReturnType<typeof open>>['user'], ...names: string[]): Promise<void> {
  const input = await screen.findByTestId('files')
  const files = names.map((name) => new File(['abc'], name))
  await act(() => user.upload(input, files))
}
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: text.save })

test('the tracks of a film are shown with their language, channels and default', async () => {
  await open()
  expect(await screen.findByText(FILM_AUDIO)).toBeTruthy()
  expect(screen.getByText('5.1')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(text.languageOf(FILM_SUBTITLE)).value).toBe('zh-Hant')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: text.defaultOf(FILM_AUDIO) }).checked).toBe(true)
  expect(saveButton().disabled).toBe(true)
})

test('files that are added are sent with their language, name and default once they have arrived', async () => {
  const { user, callsOf } = await open()
  await choose(user, 'cmn.m4a', 'film.en.srt')
  expect(await screen.findByText(text.problems.language)).toBeTruthy()
  await user.type(screen.getByLabelText(text.languageOf('cmn.m4a')), 'cmn')
  await user.type(screen.getByLabelText(text.nameOf('cmn.m4a')), '國語')
  await user.click(screen.getByRole('radio', { name: text.defaultOf('cmn.m4a') }))
  await act(() => user.click(saveButton()))
  expect(await screen.findByText(text.started)).toBeTruthy()
  expect(callsOf(tracks)[0]!.input).toMatchObject({
    assetId: 'a1',
    add: [
      { uploadId: 'up-cmn.m4a', kind: 'audio', language: 'cmn', name: '國語', isDefault: true },
      { uploadId: 'up-film.en.srt', kind: 'subtitle', language: 'en', name: null, isDefault: false },
    ],
    remove: [],
    labels: [{ trackId: 'audio-0', language: 'yue', name: null, isDefault: false }],
  })
})

test('removing asks first, says what goes, and can be taken back before', async () => {
  const { user, callsOf } = await open()
  const remove = await screen.findByRole('button', { name: text.removeOf(FILM_SUBTITLE) })
  await user.click(remove)
  await user.click(screen.getByRole('button', { name: text.keepOf(FILM_SUBTITLE) }))
  expect(saveButton().disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: text.removeOf(FILM_SUBTITLE) }))
  await user.click(saveButton())
  const dialog = within(await screen.findByRole('dialog', { name: text.removeTitle(1) }))
  expect(dialog.getByText(text.removeText(FILM_SUBTITLE))).toBeTruthy()
  expect(callsOf(tracks)).toHaveLength(0)
  await act(() => user.click(dialog.getByRole('button', { name: text.removeAndSave })))
  expect(callsOf(tracks)[0]!.input).toMatchObject({ remove: ['sub-zh-Hant'], add: [], labels: [] })
})

test('the last audio stays, and a language has one subtitle', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: text.removeOf(FILM_AUDIO) }))
  expect(screen.getByText(text.problems.lastAudio)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.keepOf(FILM_AUDIO) }))
  await choose(user, 'film.zh-hant.srt')
  expect(await screen.findByText(text.problems.twice)).toBeTruthy()
  expect(saveButton().disabled).toBe(true)
})

test('an upload that was cut says so and goes on; one that runs holds the change back and is discarded', async () => {
  const { user } = await open()
  await choose(user, 'cut.en.srt', 'slow.ja.srt')
  expect(await screen.findByText(text.offline)).toBeTruthy()
  expect(screen.getByText(text.problems.uploading)).toBeTruthy()
  await act(() => user.click(screen.getByRole('button', { name: text.resumeOf('cut.en.srt') })))
  expect(screen.getByText(text.offline)).toBeTruthy()
  await act(() => user.click(screen.getByRole('button', { name: text.discardOf('slow.ja.srt') })))
  expect(screen.queryByText('slow.ja.srt')).toBeNull()
  expect(sending.stopped).toEqual(['slow.ja.srt'])
})

test('a refusal stands beside the button, and what was typed stays', async () => {
  const refusal = { result: 'FAILED', errorCode: 'CONFLICT', message: '軌道正在更改' }
  const { user } = await open([[tracks, refusal]])
  await user.type(await screen.findByLabelText(text.nameOf(FILM_AUDIO)), '原聲')
  await act(() => user.click(saveButton()))
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', '軌道正在更改')
  expect(screen.getByLabelText<HTMLInputElement>(text.nameOf(FILM_AUDIO)).value).toBe('原聲')
})

test('while a change is carried out there is its progress, and then the tracks of what plays now', async () => {
  let state = 'running'
  const { replace } = await open([[findJob, () => ({ ...JOB, state })]], 'j1')
  expect(await screen.findByText(new RegExp(`${consoleIngest.steps.encode}.*41.5%`))).toBeTruthy()
  expect(screen.getByText(text.underWay)).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.save })).toBeNull()
  state = 'done'
  replace()
  expect(await screen.findByText(text.done)).toBeTruthy()
  expect(await screen.findByRole('button', { name: text.save })).toBeTruthy()
})

test('a change that failed says why, and another can be made', async () => {
  const error = { code: 'AUDIO_LENGTH', params: { file: 'cmn.m4a', found: 100, limit: 60 } }
  await open([[findJob, { ...JOB, state: 'failed', error, canRetry: true }]], 'j1')
  expect(await screen.findByText(consoleIngest.errors.AUDIO_LENGTH(error.params))).toBeTruthy()
  expect(screen.getByRole('button', { name: consoleIngest.retry })).toBeTruthy()
  expect(await screen.findByRole('button', { name: text.save })).toBeTruthy()
})

test('a list that fails says why, and is read again', async () => {
  const { user, callsOf } = await open([[trackList, { result: 'FAILED', errorCode: 'NOT_FOUND', message: 'gone' }]])
  expect(await screen.findByText('gone')).toBeTruthy()
  const before = callsOf(trackList).length
  await act(() => user.click(screen.getByRole('button', { name: /重試/ })))
  await waitFor(() => expect(callsOf(trackList).length).toBeGreaterThan(before))
})
