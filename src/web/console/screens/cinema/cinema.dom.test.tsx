import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { check, find, list, save, withdraw } from '#contract/admin/content.ts'
import { consoleCinema as text } from '#text/zh_HK/console-cinema.ts'
import { consoleContent as content } from '#text/zh_HK/console-content.ts'
import { consoleShell as shell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const CATALOGUE = { ...ADMINISTRATOR, roles: ['catalogue' as const] }
const both = (name: string) => ({ zh_HK: name, en_US: name })
const stored = (id: string, record: object, more: object = {}) => ({
  id,
  record: { withdrawn: false, ...record },
  version: 3,
  updatedAt: '2026-11-21T08:40:00Z',
  updatedBy: 'operator:Ben Ho',
  names: {},
  counts: { tickets: 0, showtimes: 2 },
  ...more,
})
const CINEMA = stored('quay', { cinemaId: 'quay', name: both('碼頭影院'), region: 'HK' })
const FILM = stored('night', { filmId: 'night', title: both('夜渡') })
const showtime = (id: string, startsAt: string, more: object = {}) =>
  stored(
    id,
    {
      showtimeId: id,
      filmId: 'night',
      cinemaId: 'quay',
      startsAt,
      locale: 'yue',
      subtitles: ['zh-Hant'],
      format: '2D',
      price: 95,
      ticketSeats: 20,
      ...more,
    },
    { names: { filmId: both('夜渡'), cinemaId: both('碼頭影院') }, counts: { tickets: 3 } },
  )
const EVENING = showtime('evening', '2026-12-08T19:30:00+08:00')

const listed = (showtimes: readonly object[]) =>
  [
    list,
    ({ input }: { input: Readonly<Record<string, unknown>> }) => {
      const { kind, from } = input.filter as { kind: string; from?: string }
      if (kind === 'cinema') return pageOf([CINEMA])
      if (kind === 'cinemaFilm') return pageOf([FILM])
      return pageOf(from === '2026-12-08T00:00:00+08:00' ? showtimes : [])
    },
  ] as const

const render = (answers: Answers = [], path = '/cinema?day=2026-12-08') =>
  renderConsole({ me: CATALOGUE, path, answers: [listed([EVENING]), ...answers] })

const open = async (user: Awaited<ReturnType<typeof render>>['user']) => {
  await user.click(await screen.findByRole('button', { name: content.open('19:30 夜渡') }))
  return within(await screen.findByRole('dialog', { name: text.edit.showtimes }))
}

test('a showtime is saved with the version that was opened, and all that the form does not show', async () => {
  const { user, callsOf } = await render([[save, { added: 0, changed: 1, versions: [4] }]])
  const form = await open(user)
  const price = form.getByLabelText<HTMLInputElement>(text.showtime.labels.price)
  await user.clear(price)
  await user.type(price, '88.5')
  await user.click(form.getByRole('button', { name: shell.save }))
  expect(await screen.findByText(content.saved)).toBeTruthy()
  expect(callsOf(save)[0]!.input).toMatchObject({
    kind: 'showtime',
    records: [{ ...EVENING.record, price: 88.5 }],
    versions: [3],
  })
})

test('what the server refuses is at its field, and typed values stay', async () => {
  const refusal = {
    result: 'FAILED',
    errorCode: 'INVALID_INPUT',
    message: 'x',
    fields: { price: '須為 0.10 的倍數。' },
  }
  const { user } = await render([[save, refusal]])
  const form = await open(user)
  const price = form.getByLabelText<HTMLInputElement>(text.showtime.labels.price)
  await user.type(price, '.55')
  await user.keyboard('{Control>}s{/Control}')
  expect(await form.findByText('須為 0.10 的倍數。')).toBeTruthy()
  expect(document.activeElement).toBe(price)
  expect(price.value).toBe('95.55')
})

test('another operator’s change is shown beside mine, and merged on top of theirs', async () => {
  const conflict = {
    result: 'FAILED',
    errorCode: 'VERSION_CONFLICT',
    message: '',
    current: { ...EVENING.record, ticketSeats: 30, version: 5 },
    by: 'operator:Ben Ho',
    at: '2026-11-21T08:40:00Z',
  }
  const { user, callsOf } = await render([
    [save, ({ input }) => ((input.versions as number[])[0] === 5 ? { added: 0, changed: 1, versions: [6] } : conflict)],
  ])
  const form = await open(user)
  const price = form.getByLabelText<HTMLInputElement>(text.showtime.labels.price)
  await user.clear(price)
  await user.type(price, '80')
  await user.click(form.getByRole('button', { name: shell.save }))
  expect((await form.findByRole('alert')).textContent).toContain('Ben Ho')
  await user.click(form.getByRole('button', { name: shell.save }))
  await waitFor(() =>
    expect(callsOf(save).at(-1)!.input).toMatchObject({
      records: [{ ...EVENING.record, ticketSeats: 30, price: 80 }],
      versions: [5],
    }),
  )
})

test('withdrawing counts the tickets first', async () => {
  const { user, callsOf } = await render([[withdraw, { version: 4, counts: { tickets: 3 } }]])
  const form = await open(user)
  await user.click(form.getByRole('button', { name: content.withdraw }))
  const asked = within(await screen.findByRole('dialog', { name: content.withdrawTitle }))
  expect(asked.getByText(text.withdrawShowtime(3))).toBeTruthy()
  expect(callsOf(withdraw)).toHaveLength(0)
  await user.click(asked.getByRole('button', { name: content.withdraw }))
  await waitFor(() =>
    expect(callsOf(withdraw)[0]!.input).toMatchObject({ kind: 'showtime', id: 'evening', version: 3 }),
  )
})

test('a day is copied once it has been tried', async () => {
  const { user, callsOf } = await render([
    [check, { added: 1, changed: 0, unchanged: 0, wrong: 0, problems: [], versions: [0] }],
    [save, { added: 1, changed: 0, versions: [1] }],
  ])
  await screen.findByRole('button', { name: content.open('19:30 夜渡') })
  await user.click(screen.getByRole('button', { name: text.copy.label }))
  const copy = within(await screen.findByRole('dialog', { name: text.copy.title('2026-12-08') }))
  const submit = await copy.findByRole('button', { name: text.copy.submit(1) })
  await waitFor(() => expect(submit).toHaveProperty('disabled', false))
  await user.click(submit)
  await waitFor(() => expect(location.hash).toBe('#/cinema?day=2026-12-09'))
  const { records, versions } = callsOf(save)[0]!.input as { records: { showtimeId: string }[]; versions: number[] }
  expect(records).toMatchObject([{ filmId: 'night', startsAt: '2026-12-09T19:30:00+08:00' }])
  expect(records[0]!.showtimeId).not.toBe('evening')
  expect(versions).toEqual([0])
})

test('the filters of the address are those of the list', async () => {
  const { callsOf } = await render([], '/cinema?day=2026-12-08&cinema=quay&state=withdrawn&text=night')
  await waitFor(() =>
    expect(callsOf(list).map(({ input }) => input.filter)).toContainEqual({
      kind: 'showtime',
      text: 'night',
      parent: 'quay',
      withdrawn: true,
      from: '2026-12-08T00:00:00+08:00',
      until: '2026-12-09T00:00:00+08:00',
    }),
  )
})

test('a record of another day opens by its address', async () => {
  await render([[find, EVENING]], '/cinema?day=2026-12-01&record=evening')
  expect(await screen.findByRole('dialog', { name: text.edit.showtimes })).toBeTruthy()
})

test('a day without showtimes offers to add one', async () => {
  await render([], '/cinema?day=2026-12-01')
  expect(await screen.findByText(text.emptyShowtimes.title)).toBeTruthy()
})

test('a list that could not be read is read again', async () => {
  let tries = 0
  const failed = { result: 'FAILED', errorCode: 'INTERNAL', message: '', requestId: 'req-7' }
  await renderConsole({
    me: CATALOGUE,
    path: '/cinema?view=cinemas',
    answers: [
      [
        list,
        ({ input }) => {
          // The table, and not what a form offers.
          if (input.sort !== 'place') return pageOf([CINEMA])
          return (tries += 1) === 1 ? Response.json(failed, { status: 500 }) : pageOf([CINEMA])
        },
      ],
    ],
  })
  fireEvent.click(await screen.findByRole('button', { name: shell.retry }))
  expect(await screen.findByText('碼頭影院')).toBeTruthy()
})

test('who has another role is told so, and nothing is read', async () => {
  const { callsOf } = await renderConsole({ me: { ...ADMINISTRATOR, roles: ['finance'] }, path: '/cinema' })
  expect(await screen.findByText(shell.noPermission.title)).toBeTruthy()
  expect(callsOf(list)).toHaveLength(0)
})
