import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { bulk, bulkJob, tryBulk, undoBulk } from '#contract/admin/bulk.ts'
import type { Role } from '#contract/admin/endpoint.ts'
import { list, tags } from '#contract/admin/titles.ts'
import { consoleBulk as text } from '#text/zh_HK/console-bulk.ts'
import { consoleTitles as titles } from '#text/zh_HK/console-titles.ts'
import { consoleShell as shell } from '#text/zh_HK/console-shell.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { hideToast } from '#web/kit/toast-store.ts'
import {
  ADMINISTRATOR,
  type Answers,
  pageOf,
  type Received,
  renderConsole,
} from '../../../../../test/support/render-console.tsx'

afterEach(() => {
  hideToast()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const title = (programId: string, version = 3) => ({
  programId,
  title: { zh_HK: `片${programId}`, en_US: `Film ${programId}` },
  classify: 'movie',
  restriction: 'IIB',
  state: 'live',
  isPreparing: false,
  isChanged: false,
  vodTypes: ['PAY PER RENT'],
  credits: 38,
  windows: [],
  lacks: [],
  keyart: '',
  updatedAt: '2026-11-21T08:40:00Z',
  version,
})
const SKIPPED = [
  { programId: 'b', title: { zh_HK: '片b', en_US: 'Film b' }, reason: 'CHANGED' },
  { programId: 'c', title: { zh_HK: '片c', en_US: 'Film c' }, reason: 'NEVER_PUBLISHED' },
]
const WOULD = { found: 3, changed: 1, rentals: 2, skipped: 2, skip: SKIPPED }
const jobOf = (more: object = {}) => ({
  jobId: 'job-1',
  by: 'Ada Lam',
  createdAt: '2026-11-21T08:40:00Z',
  finishedAt: '2026-11-21T08:40:05Z',
  total: 3,
  changed: 1,
  skipped: 2,
  skip: SKIPPED,
  undoneBy: null,
  ...more,
})
const UNDONE = jobOf({ jobId: 'job-2', total: 1, skipped: 0, skip: [] })
const byId = (done: object) => (request: Received) => (request.input.jobId === 'job-2' ? UNDONE : done)

const render = (answers: Answers = [], path = '/titles', role: Role = 'catalogue') =>
  renderConsole({
    me: { ...ADMINISTRATOR, roles: [role] },
    path,
    answers: [
      [list, pageOf([title('a'), title('b', 5), title('c')])],
      [tryBulk, WOULD],
      [bulk, { jobId: 'job-1' }],
      [bulkJob, byId(jobOf())],
      [undoBulk, { jobId: 'job-2' }],
      ...answers,
    ],
  })
type Rendered = Awaited<ReturnType<typeof render>>

const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name: shell.selectRow(name) })
const button = (name: string) => screen.findByRole('button', { name: keepUnits(name) })

async function openDialog({ user }: Rendered, field: keyof typeof text.fields): Promise<void> {
  for (const name of ['片a', '片b']) await user.click(await box(name))
  await user.click(await button(text.change))
  await user.selectOptions(await screen.findByRole('combobox', { name: text.field }), field)
}

async function preview(rendered: Rendered, field: keyof typeof text.fields): Promise<void> {
  await openDialog(rendered, field)
  await rendered.user.click(await button(text.preview))
  await screen.findByRole('dialog', { name: text.previewTitle })
}

test.each(['care', 'finance'] as const)('%s can select nothing', async (role) => {
  await render([], '/titles', role)
  await screen.findByText('片a')
  expect(screen.queryByRole('checkbox', { name: shell.selectRow('片a') })).toBeNull()
})

test('rows are selected by their boxes, by the key x and all at once; the bar counts them', async () => {
  const { user } = await render()
  await user.click(await box('片a'))
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: shell.selectAll })
  expect(all.indeterminate).toBe(true)
  screen.getByRole('link', { name: /片b/ }).focus()
  await user.keyboard('x')
  expect((await box('片b')).checked).toBe(true)
  expect(screen.getByText(shell.selected('2'))).toBeTruthy()
  await user.click(all)
  expect(screen.getByText(shell.selected('3'))).toBeTruthy()
  expect(all.indeterminate).toBe(false)
  await user.click(screen.getByRole('button', { name: shell.clearSelection }))
  expect(screen.queryByRole('region', { name: shell.bulkBar })).toBeNull()
  expect((await box('片a')).checked).toBe(false)
})

test('tags are added and removed, a tag on one side alone', async () => {
  const tag = (tagId: string, name: string) => ({ tagId, name: { zh_HK: name, en_US: tagId } })
  const known = { list: [tag('sea', '海'), tag('night', '夜')] }
  const rendered = await render([[tags, known]])
  const { user, callsOf } = rendered
  await openDialog(rendered, 'tags')
  await user.click(await button(text.preview))
  expect(screen.getByText(text.incomplete.tags)).toBeTruthy()
  const pick = async (label: string, name: string) => {
    await user.click(screen.getByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name }))
  }
  await pick(text.addTag, '海')
  await pick(text.removeTag, '夜')
  await pick(text.removeTag, '海')
  await user.click(await button(text.preview))
  await screen.findByRole('dialog', { name: text.previewTitle })
  expect(callsOf(tryBulk)[0]!.input.change).toEqual({
    field: 'tags',
    add: [],
    remove: [tag('night', '夜'), tag('sea', '海')],
  })
})

test('all that the filter finds is sent as the filter and its count', async () => {
  const more = { ...pageOf([title('a'), title('b')], 'p2'), total: 250 }
  const rendered = await render(
    [
      [list, ({ input }) => (input.after ? new Promise<undefined>(() => {}) : more)],
      [tryBulk, { ...WOULD, found: 250, changed: 248 }],
    ],
    '/titles?state=live',
  )
  const { user, callsOf } = rendered
  await user.click(await box('片a'))
  await user.click(await button(text.selectFound('250')))
  expect(screen.getByText(shell.selected('250'))).toBeTruthy()
  expect((await box('片b')).checked).toBe(true)
  await user.click(await button(text.change))
  await user.selectOptions(await screen.findByRole('combobox', { name: text.field }), 'withdraw')
  await user.click(await button(text.preview))
  await user.click(await button(text.confirm.withdraw('248')))
  await waitFor(() => expect(callsOf(bulk)).toHaveLength(1))
  const target = { filter: { state: 'live' }, expected: 250, change: { field: 'state', state: 'withdrawn' } }
  expect(callsOf(tryBulk)[0]!.input).toMatchObject(target)
  expect(callsOf(bulk)[0]!.input).toMatchObject(target)
  expect(callsOf(bulk)[0]!.input).not.toHaveProperty('titles')
})

test('a row that is taken out of all found leaves the loaded ones', async () => {
  const more = { ...pageOf([title('a'), title('b')], 'p2'), total: 250 }
  const { user } = await render([[list, ({ input }) => (input.after ? new Promise<undefined>(() => {}) : more)]])
  await user.click(await box('片a'))
  await user.click(await button(text.selectFound('250')))
  await user.click(await box('片a'))
  expect(screen.getByText(shell.selected('1'))).toBeTruthy()
  expect((await box('片b')).checked).toBe(true)
})

test('more than a change takes is said, not offered', async () => {
  const more = { ...pageOf([title('a')], 'p2'), total: 10_000, isMore: true }
  const { user } = await render([[list, ({ input }) => (input.after ? new Promise<undefined>(() => {}) : more)]])
  await user.click(await box('片a'))
  expect(screen.getByText(text.atMost('5,000'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: keepUnits(text.selectFound('10,000')) })).toBeNull()
})

test('another filter begins without a selection', async () => {
  const { user } = await render()
  await user.click(await box('片a'))
  await user.selectOptions(screen.getByRole('combobox', { name: titles.filters.state }), 'live')
  await waitFor(() => expect(screen.queryByRole('region', { name: shell.bulkBar })).toBeNull())
  expect((await box('片a')).checked).toBe(false)
})

test('what would become of it is shown before anything is changed, the skipped titles by reason', async () => {
  const rendered = await render()
  await preview(rendered, 'withdraw')
  const { callsOf } = rendered
  expect(callsOf(tryBulk)[0]!.input).toMatchObject({
    titles: [
      { programId: 'a', version: 3 },
      { programId: 'b', version: 5 },
    ],
    change: { field: 'state', state: 'withdrawn' },
  })
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(text.rentals('2'))).toBeTruthy()
  expect(dialog.getByText(text.skippedBy(text.reasons.CHANGED, '1'))).toBeTruthy()
  expect(dialog.getByText(text.skippedBy(text.reasons.NEVER_PUBLISHED, '1'))).toBeTruthy()
  expect(dialog.getByRole('link', { name: '片c' })).toBeTruthy()
  expect(await button(text.confirm.withdraw('1'))).toBeTruthy()
  // Enter once more after the preview changes nothing.
  await rendered.user.keyboard('{Enter}')
  expect(callsOf(bulk)).toHaveLength(0)
})

test.each([
  ['genres', text.incomplete.genres],
  ['credits', text.incomplete.credits],
  ['window', text.incomplete.window],
] as const)('%s without a value is not tried', async (field, sentence) => {
  const rendered = await render()
  await openDialog(rendered, field)
  await rendered.user.click(await button(text.preview))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(rendered.callsOf(tryBulk)).toHaveLength(0)
})

test('a genre is added or removed, not both; the end of a window is of Hong Kong', async () => {
  const rendered = await render()
  const { user, callsOf } = rendered
  await openDialog(rendered, 'genres')
  const side = (name: string) => within(screen.getByRole('group', { name }))
  const [first] = side(text.add).getAllByRole('checkbox')
  await user.click(first!)
  await user.click(side(text.remove).getAllByRole('checkbox')[0]!)
  await user.click(side(text.add).getAllByRole('checkbox')[1]!)
  await user.click(await button(text.preview))
  await user.click(await button(text.back))
  expect(callsOf(tryBulk)[0]!.input.change).toEqual({ field: 'genres', add: ['drama'], remove: ['action'] })
  await user.selectOptions(await screen.findByRole('combobox', { name: text.field }), 'window')
  await user.type(screen.getByLabelText(text.end), '2026-12-31T23:59')
  await user.click(await button(text.preview))
  await screen.findByRole('dialog', { name: text.previewTitle })
  expect(callsOf(tryBulk)[1]!.input.change).toEqual({
    field: 'window',
    region: 'HK',
    endsAt: '2026-12-31T23:59:00+08:00',
  })
})

test('a change that would change nothing cannot be made', async () => {
  const rendered = await render([[tryBulk, { ...WOULD, changed: 0 }]])
  await preview(rendered, 'kids')
  expect(screen.getByText(text.nothing)).toBeTruthy()
  expect(screen.queryByRole('button', { name: keepUnits(text.confirm.change('0')) })).toBeNull()
})

test('a refusal of the preview says the request; a list that has changed is read again', async () => {
  const fault = { result: 'FAILED', errorCode: 'INTERNAL', requestId: 'req-9', message: '' }
  const conflict = { result: 'FAILED', errorCode: 'CONFLICT', message: '名單已更改' }
  const answers = [Response.json(fault, { status: 500 }), conflict]
  const rendered = await render([[tryBulk, () => answers.shift()]])
  await openDialog(rendered, 'kids')
  await rendered.user.click(await button(text.preview))
  expect(await screen.findByText(shell.errors.fault('req-9'))).toBeTruthy()
  const reads = rendered.callsOf(list).length
  await rendered.user.click(await button(text.preview))
  expect(await screen.findByText('名單已更改')).toBeTruthy()
  await waitFor(() => expect(rendered.callsOf(list).length).toBeGreaterThan(reads))
})

test.each(['add', 'remove'] as const)('that many titles are free is said to wait for finance: %s', async (side) => {
  const rendered = await render([[tryBulk, { ...WOULD, found: 60, changed: 60, skipped: 0, skip: [] }]])
  await openDialog(rendered, 'vodTypes')
  const group = within(screen.getByRole('group', { name: text[side] }))
  await rendered.user.click(group.getByRole('checkbox', { name: titles.vodTypes['FREE TO WATCH'] }))
  await rendered.user.click(await button(text.preview))
  expect(await screen.findByText(text.needsSecond('50'))).toBeTruthy()
})

test('a price of more than fifty titles says beforehand that it waits for finance, and then that it does', async () => {
  const rendered = await render([
    [tryBulk, { ...WOULD, found: 60, changed: 60, skipped: 0, skip: [] }],
    [bulk, { approvalId: 'approval-1' }],
  ])
  const { user, callsOf } = rendered
  await openDialog(rendered, 'credits')
  await user.type(screen.getByRole('textbox', { name: text.fields.credits }), '45')
  await user.click(await button(text.preview))
  expect(await screen.findByText(text.needsSecond('50'))).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: shell.reason }), '減價')
  await user.click(await button(text.confirm.change('60')))
  expect(await screen.findByText(text.sentText)).toBeTruthy()
  expect(callsOf(bulk)[0]!.input).toMatchObject({ change: { field: 'credits', credits: 45 }, reason: '減價' })
  expect(callsOf(bulkJob)).toHaveLength(0)
})

test('the job is polled until it has finished, without use of the session; then the list is read again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const states = [jobOf({ finishedAt: null, changed: 0, skipped: 1 }), jobOf()]
  const rendered = await render([[bulkJob, () => states.shift() ?? jobOf()]])
  const { user, callsOf } = rendered
  await preview(rendered, 'kids')
  await user.click(await button(text.confirm.change('1')))
  expect(await screen.findByText(text.processed('1', '3'))).toBeTruthy()
  const reads = callsOf(list).length
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await screen.findByRole('dialog', { name: text.withSkipped(text.done('1'), '2') })).toBeTruthy()
  expect(screen.getByText(text.skippedBy(text.reasons.CHANGED, '1'))).toBeTruthy()
  await waitFor(() => expect(callsOf(list).length).toBeGreaterThan(reads))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(callsOf(bulkJob).map(({ headers }) => headers.get('X-Harbour-Console'))).toEqual(['1', 'poll'])
  expect(screen.queryByRole('region', { name: shell.bulkBar })).toBeNull()
})

test('a change is undone from its dialog, by a job of its own', async () => {
  const rendered = await render()
  const { user, callsOf } = rendered
  await preview(rendered, 'kids')
  await user.click(await button(text.confirm.change('1')))
  await user.click(await button(text.undo))
  expect(await screen.findByRole('dialog', { name: text.undone('1') })).toBeTruthy()
  expect(callsOf(undoBulk)[0]!.input).toMatchObject({ jobId: 'job-1' })
  expect(screen.queryByRole('button', { name: text.undo })).toBeNull()
})

test('a change that is closed before its end goes on, and its toast undoes it', async () => {
  const states = [jobOf({ finishedAt: null, changed: 0, skipped: 0 })]
  const rendered = await render([[bulkJob, (request) => byId(states.shift() ?? jobOf())(request)]])
  const { user, callsOf } = rendered
  await preview(rendered, 'kids')
  await user.click(await button(text.confirm.change('1')))
  await screen.findByText(text.goesOn)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(await screen.findByRole('button', { name: text.undo }))
  expect(await screen.findByRole('dialog', { name: text.undone('1') })).toBeTruthy()
  expect(callsOf(undoBulk)).toHaveLength(1)
})

test('a refused undo says why, and the change stays', async () => {
  const conflict = { result: 'FAILED', errorCode: 'CONFLICT', message: '不可復原' }
  const rendered = await render([[undoBulk, conflict]])
  await preview(rendered, 'kids')
  await rendered.user.click(await button(text.confirm.change('1')))
  await rendered.user.click(await button(text.undo))
  expect(await screen.findByText('不可復原')).toBeTruthy()
  expect(screen.getByRole('dialog', { name: text.withSkipped(text.done('1'), '2') })).toBeTruthy()
})

test('a job that cannot be read says so, and is read again', async () => {
  const refusal = { result: 'FAILED', errorCode: 'NOT_FOUND', message: '找不到' }
  const answers: object[] = [refusal]
  const rendered = await render([[bulkJob, () => answers.shift() ?? jobOf()]])
  await preview(rendered, 'kids')
  await rendered.user.click(await button(text.confirm.change('1')))
  expect(await screen.findByText('找不到')).toBeTruthy()
  await rendered.user.click(await button(shell.retry))
  expect(await screen.findByRole('dialog', { name: text.withSkipped(text.done('1'), '2') })).toBeTruthy()
})

test('a change of before is opened by its address, says what became of it, and is taken back', async () => {
  const { user, callsOf } = await render([], '/titles?bulk=job-1')
  const dialog = within(await screen.findByRole('dialog', { name: text.withSkipped(text.done('1'), '2') }))
  await user.click(dialog.getByRole('button', { name: text.undo }))
  await screen.findByRole('dialog', { name: text.undone('1') })
  expect(callsOf(undoBulk).map(({ input }) => input.jobId)).toEqual(['job-1'])
  expect(location.hash).toBe('#/titles')
})
