import { act, screen, waitFor, within } from '@testing-library/react'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { check, continueImport, find, list, retry, start, titles } from '#contract/admin/imports.ts'
import { consoleImport as en } from '#text/en_US/console-import.ts'
import { consoleImport as text } from '#text/zh_HK/console-import.ts'
import { type Answers, ADMINISTRATOR, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'
import { IMPORT_PACKED_MAX } from '#contract/title-imports.ts'
import { forgetAll } from './import-files.ts'

const sent: { name: string; onSuccess: () => void }[] = []
/** What is sent arrives when the test says so. */
vi.mock('tus-js-client', () => ({
  Upload: class {
    constructor(file: File, { onSuccess }: { onSuccess: () => void }) {
      sent.push({ name: file.name, onSuccess })
    }
    findPreviousUploads = async () => []
    start = () => undefined
    abort = async () => undefined
  },
  defaultOptions: { fingerprint: async () => null, urlStorage: { findAllUploads: async () => [] } },
}))

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sent.length = 0
  act(() => forgetAll())
})

const OPERATOR = { ...ADMINISTRATOR, roles: ['catalogue' as const] }
const TABLE = 'reference,titleZh,titleEn,class\nHM-1,燈,Lamp,IIA\n'
const NAME = { zh_HK: '燈', en_US: 'Lamp' }
const PROBLEM = { line: 3, column: 'class', message: '沒有「IV」' }
const LINE = { reference: 'HM-1', line: 2, title: NAME, outcome: 'added', isPublished: true, films: 1, problems: [] }
const WRONG = { ...LINE, reference: 'HM-2', line: 3, outcome: 'wrong', films: 0, problems: [PROBLEM] }
/** A number keeps its unit. */
const SUBMIT = /^匯入\s1\s套$/
const COUNTS = { added: 1, changed: 0, unchanged: 0, wrong: 1, total: 2 }
const CHECKED = {
  ...COUNTS,
  newPeople: 2,
  people: [],
  films: 1,
  problems: [],
  titles: [WRONG, LINE],
  missingFiles: ['ferry.mp4'],
  report: 'reference\r\n',
}
const PROGRESS = {
  ...COUNTS,
  importId: 'i1',
  fileName: 'titles.csv',
  by: 'operator:Ada Lam',
  createdAt: '2026-11-21T08:00:00Z',
  finishedAt: '2026-11-21T08:01:00Z',
  ingests: { open: 0, done: 1, failed: 1 },
}

const render = (answers: Answers = [], path = '/import', language: 'zh_HK' | 'en_US' = 'zh_HK') =>
  renderConsole({ me: OPERATOR, path, language, answers: [[list, pageOf([])], ...answers] })

async function choose(user: Awaited<ReturnType<typeof render>>['user'], ...files: File[]): Promise<void> {
  await screen.findByTestId('files')
  await act(() => user.upload(screen.getByTestId('files'), files))
}

test('without a table it says how to begin; imports that cannot be read are told, and read again', async () => {
  const { user, callsOf } = await renderConsole({ me: OPERATOR, path: '/import' })
  expect(await screen.findByText(text.noTable)).toBeTruthy()
  expect(await screen.findByText('no /api_admin/imports/list')).toBeTruthy()
  const before = callsOf(list).length
  await user.click(screen.getByRole('button', { name: /重試/ }))
  await waitFor(() => expect(callsOf(list).length).toBeGreaterThan(before))
})

test('a table is tried as its bytes are, problems first; what it would do is confirmed, then done', async () => {
  const { user, callsOf } = await render([
    [check, CHECKED],
    [start, { importId: 'i1', titles: 2 }],
    [find, PROGRESS],
    [titles, pageOf([])],
  ])
  await choose(user, new File([TABLE], 'titles.csv', { type: 'text/csv' }))
  const rows = () => screen.getAllByRole('row').slice(1)
  expect(await screen.findByText('HM-2')).toBeTruthy()
  expect(rows()).toHaveLength(1)
  expect(within(rows()[0]!).getByText(/沒有「IV」/)).toBeTruthy()
  expect(screen.getByText(/ferry\.mp4/)).toBeTruthy()
  const given = callsOf(check)[0]!.input as { name: string; content: string; images: object[] }
  expect(gunzipSync(Buffer.from(given.content, 'base64')).toString()).toBe(TABLE)
  expect(given).toMatchObject({ name: 'titles.csv', images: [] })
  await act(() => user.click(screen.getByRole('radio', { name: text.show.all })))
  expect(rows()).toHaveLength(2)

  await user.click(screen.getByRole('button', { name: SUBMIT }))
  const dialog = within(await screen.findByRole('dialog', { name: text.confirmTitle(1) }))
  expect(dialog.getByText(text.confirmText(1, 0, 1))).toBeTruthy()
  expect(callsOf(start)).toHaveLength(0)
  await act(() => user.click(dialog.getByRole('button', { name: SUBMIT })))
  expect(await screen.findByText(text.started)).toBeTruthy()
  expect(callsOf(start)[0]!.input).toMatchObject({ content: given.content })
  expect(location.hash).toContain('import=i1')
})

test('films and pictures are sent, and the table is tried again once they have arrived', async () => {
  const { user, callsOf } = await render([
    [check, CHECKED],
    [{ path: '/images/add' }, { image: `${'a'.repeat(24)}/poster.jpg` }],
  ])
  await choose(
    user,
    new File([TABLE], 'titles.csv'),
    new File(['film'], 'ferry.mp4', { type: 'video/mp4' }),
    new File(['image'], 'poster.jpg', { type: 'image/jpeg' }),
  )
  expect(await screen.findByText(text.filesDone(1, 2))).toBeTruthy()
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: SUBMIT })).disabled).toBe(true)
  await vi.waitFor(() => expect(sent.map(({ name }) => name)).toEqual(['ferry.mp4']))
  const before = callsOf(check).length
  act(() => sent[0]!.onSuccess())
  expect(await screen.findByText(text.filesDone(2, 2))).toBeTruthy()
  await vi.waitFor(() => expect(callsOf(check).length).toBeGreaterThan(before))
  expect(callsOf(check).at(-1)!.input).toMatchObject({
    images: [{ name: 'poster.jpg', image: `${'a'.repeat(24)}/poster.jpg` }],
  })
})

test('a table with many pictures is tried twice: when it is chosen, and with all of them', async () => {
  const { user, callsOf } = await render([
    [check, CHECKED],
    [{ path: '/images/add' }, { image: `${'a'.repeat(24)}/poster.jpg` }],
  ])
  const pictures = Array.from({ length: 20 }, (_, at) => new File(['image'], `p${at}.jpg`, { type: 'image/jpeg' }))
  await choose(user, new File([TABLE], 'titles.csv'), ...pictures)
  expect(await screen.findByText(text.filesDone(20, 20))).toBeTruthy()
  await vi.waitFor(() => expect(callsOf(check).at(-1)!.input.images).toHaveLength(20))
  expect(callsOf(check).length).toBeLessThanOrEqual(2)
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: SUBMIT })).disabled).toBe(false)
})

test('a check that takes longer than the pictures is repeated with them', async () => {
  const first = Promise.withResolvers<object>()
  const picture = Promise.withResolvers<object>()
  let checks = 0
  const { user, callsOf } = await render([
    [check, () => (++checks === 1 ? first.promise : CHECKED)],
    [{ path: '/images/add' }, () => picture.promise],
  ])
  await choose(user, new File([TABLE], 'titles.csv'), new File(['image'], 'poster.jpg', { type: 'image/jpeg' }))
  await vi.waitFor(() => expect(checks).toBe(1))
  await act(async () => picture.resolve({ image: `${'a'.repeat(24)}/poster.jpg` }))
  expect(await screen.findByText(text.filesDone(1, 1))).toBeTruthy()
  await act(async () => first.resolve(CHECKED))
  await vi.waitFor(() => expect(checks).toBe(2))
  expect(callsOf(check).map(({ input }) => (input.images as object[]).length)).toEqual([0, 1])
})

test('a table that does not become small enough is too large, as one that was from the beginning', async () => {
  const { user, callsOf } = await render([[check, CHECKED]])
  const noise = new File(['noise'], 'noise.csv')
  // What gzip makes of it.
  vi.stubGlobal(
    'CompressionStream',
    class extends TransformStream {
      constructor() {
        super({ flush: (stream) => stream.enqueue(new Uint8Array(IMPORT_PACKED_MAX)) })
      }
    },
  )
  await choose(user, noise)
  expect(await screen.findByText(text.tooLarge('noise.csv'), {}, { timeout: 60_000 })).toBeTruthy()
  expect(callsOf(check)).toHaveLength(0)
})

test('pictures that the network stopped are sent again by themselves; what is refused is not', async () => {
  let isCut = true
  let count = 0
  const refusal = { result: 'FAILED', errorCode: 'INVALID_INPUT', message: '不是圖片' }
  const { user } = await render([
    [check, CHECKED],
    [
      { path: '/images/add' },
      () => (++count === 2 ? refusal : isCut ? undefined : { image: `${'a'.repeat(24)}/a.jpg` }),
    ],
  ])
  await choose(
    user,
    new File(['image'], 'a.jpg', { type: 'image/jpeg' }),
    new File(['bad'], 'b.jpg', { type: 'image/jpeg' }),
  )
  expect(await screen.findByText(text.problem('a.jpg', text.offline))).toBeTruthy()
  expect(await screen.findByText(text.problem('b.jpg', '不是圖片'))).toBeTruthy()
  expect(
    screen.getByRole('button', { name: new RegExp(text.retryAll(2).replaceAll(' ', String.raw`\s`)) }),
  ).toBeTruthy()
  isCut = false
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText(text.filesDone(1, 2))).toBeTruthy()
  expect(screen.getByText(text.problem('b.jpg', '不是圖片'))).toBeTruthy()
})

test('while the network is away nothing is imported, and who leaves is warned', async () => {
  const warned = () => {
    const leave = new Event('beforeunload', { cancelable: true })
    dispatchEvent(leave)
    return leave.defaultPrevented
  }
  const { user } = await render([
    [check, CHECKED],
    [{ path: '/images/add' }, () => undefined],
  ])
  expect(warned()).toBe(false)
  await choose(user, new File([TABLE], 'titles.csv'), new File(['image'], 'a.jpg', { type: 'image/jpeg' }))
  expect(await screen.findByText(text.problem('a.jpg', text.offline))).toBeTruthy()
  expect(warned()).toBe(true)
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: SUBMIT })).disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: text.removeFile('a.jpg') }))
  expect(warned()).toBe(false)
  await vi.waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: SUBMIT }).disabled).toBe(false))
})

test('a picture on which the server fails three times is told in its words', async () => {
  let sendings = 0
  const fault = { result: 'FAILED', errorCode: 'INTERNAL', message: '伺服器出錯' }
  const { user } = await render([
    [check, CHECKED],
    [{ path: '/images/add' }, () => (sendings++, fault)],
  ])
  await choose(user, new File(['image'], 'a.jpg', { type: 'image/jpeg' }))
  for (const times of [1, 2]) {
    expect(await screen.findByText(text.problem('a.jpg', text.offline))).toBeTruthy()
    expect(sendings).toBe(times)
    act(() => void dispatchEvent(new Event('online')))
  }
  expect(await screen.findByText(text.problem('a.jpg', '伺服器出錯'))).toBeTruthy()
  expect(sendings).toBe(3)
})

test('a file that cannot be read as a whole says why, and nothing is imported', async () => {
  const whole = { line: 1, column: null, message: '欠缺欄：class。' }
  const { user } = await render([[check, { ...CHECKED, added: 0, wrong: 0, titles: [], problems: [whole] }]])
  await choose(user, new File(['reference\n1'], 'titles.csv'))
  expect(await screen.findByText(text.wholeFile)).toBeTruthy()
  expect(screen.getByText(/欠缺欄：class。/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /匯入.*套/ })).toBeNull()
})

test('an import says what became of its lines and films, and what failed is tried again', async () => {
  const row = { ...WRONG, programId: null, ingests: { open: 0, done: 0, failed: 0 } }
  const { user, callsOf } = await render(
    [
      [find, PROGRESS],
      [titles, pageOf([row])],
      [retry, { titles: 2 }],
    ],
    '/import?import=i1',
  )
  expect(await screen.findByText(/1 個已完成，1 個失敗/)).toBeTruthy()
  expect(await screen.findByText('HM-2')).toBeTruthy()
  expect(callsOf(titles)[0]!.input).toMatchObject({ filter: { importId: 'i1', shown: 'problems' } })
  await act(() => user.click(screen.getByRole('button', { name: text.retry })))
  expect(await screen.findByText(text.retried(2))).toBeTruthy()
  expect(callsOf(retry)[0]!.input).toMatchObject({ importId: 'i1' })
})

test('one that is under way shows how far it is, in English too', async () => {
  const running = { ...PROGRESS, total: 10, finishedAt: null }
  await render(
    [
      [find, running],
      [titles, pageOf([])],
    ],
    '/import?import=i1',
    'en_US',
  )
  expect(await screen.findByText(en.progress('2', '10'))).toBeTruthy()
  expect(screen.getByText(en.running)).toBeTruthy()
})

test('one that is held says so, and is continued', async () => {
  const { user, callsOf } = await render(
    [
      [find, { ...PROGRESS, total: 10, finishedAt: null, isHeld: true }],
      [titles, pageOf([])],
      [continueImport, {}],
    ],
    '/import?import=i1',
  )
  expect(await screen.findByText(text.held.text)).toBeTruthy()
  expect(screen.queryByText(text.running)).toBeNull()
  await user.click(screen.getByRole('button', { name: text.held.button }))
  expect(await screen.findByText(text.held.done)).toBeTruthy()
  expect(callsOf(continueImport)[0]!.input).toMatchObject({ importId: 'i1' })
})

test('earlier imports are listed with their counts, and open', async () => {
  const { user } = await render([
    [list, pageOf([PROGRESS])],
    [find, PROGRESS],
    [titles, pageOf([])],
  ])
  const open = await screen.findByRole('button', { name: text.openImport('titles.csv') })
  expect(screen.queryByText(text.held.state)).toBeNull()
  await user.click(open)
  expect(await screen.findByRole('button', { name: text.back })).toBeTruthy()
})

test('among earlier imports one that is held says so', async () => {
  await render([[list, pageOf([{ ...PROGRESS, finishedAt: null, isHeld: true }])]])
  expect(await screen.findByText(text.held.state)).toBeTruthy()
})
