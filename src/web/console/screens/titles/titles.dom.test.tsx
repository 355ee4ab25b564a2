import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { exportCsv, list } from '#contract/admin/titles.ts'
import type { Role } from '#contract/admin/endpoint.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { consoleTitles as text } from '#text/zh_HK/console-titles.ts'
import { endOfDaysFromNow, instantOf } from '../../form/hong-kong.rules.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const title = (programId: string, more: object = {}) => ({
  programId,
  title: { zh_HK: `片${programId}`, en_US: `Film ${programId}` },
  classify: 'movie',
  restriction: 'IIB',
  state: 'live',
  isPreparing: false,
  isChanged: false,
  vodTypes: ['VIP UNLIMITED WATCH', 'PAY PER RENT'],
  credits: 38,
  windows: [{ region: 'HK', startsAt: '2026-09-30T16:00:00Z', endsAt: '2028-09-30T16:00:00Z' }],
  lacks: [],
  keyart: '',
  updatedAt: '2026-11-21T08:40:00Z',
  version: 3,
  ...more,
})
const as = (...roles: Role[]) => ({ ...ADMINISTRATOR, roles })
const render = (answers: Answers = [], path = '/titles', me = as('catalogue')) =>
  renderConsole({ me, path, answers: [[list, pageOf([title('a'), title('b')])], ...answers] })

test('a row says the title in both languages, how it is paid for, and its window in Hong Kong’s days', async () => {
  await render()
  const row = within((await screen.findByText('片a')).closest('tr')!)
  expect(row.getByText('Film a')).toBeTruthy()
  expect(row.getAllByText(text.credits('38')).length).toBeGreaterThan(0)
  // An end at midnight belongs to the day before.
  expect(row.getByText(text.until('2026-10-01', '2028-09-30'))).toBeTruthy()
  expect(row.getByText(text.regions.HK)).toBeTruthy()
  expect(row.getByRole('link', { name: text.open('片a') }).getAttribute('href')).toBe('#/titles/a')
})

test.each([
  [{ state: 'scheduled' }, [text.states.scheduled]],
  [{ isPreparing: true }, [text.states.live, text.preparing]],
  [{ isChanged: true }, [text.states.live, text.changed]],
  [{ state: 'draft', isChanged: true, windows: [] }, [text.states.draft, text.noWindow]],
  [{ state: 'expired', lacks: ['poster'] }, [text.states.expired, text.lacks.poster]],
])('%j is said in words', async (more, words) => {
  await render([[list, pageOf([title('a', more)])]])
  const row = within((await screen.findByText('片a')).closest('tr')!)
  for (const word of words) expect(row.getByText(word)).toBeTruthy()
  expect(row.queryByText(text.changed) === null).toBe(!words.includes(text.changed))
})

test('the filters of the address are those of the call; what is none is left out', async () => {
  const query = 'text=neon&state=live&year=2025&lacks=poster,film,x&endsBefore=2026-12-01T00:00&genre=western&sort=ends'
  const { callsOf } = await render([], `/titles?${query}`)
  await screen.findByText('片a')
  expect(callsOf(list)[0]!.input).toMatchObject({
    filter: {
      text: 'neon',
      state: 'live',
      year: 2025,
      lacks: ['film', 'poster'],
      endsBefore: '2026-12-01T00:00:00+08:00',
    },
    sort: 'ends',
  })
  expect(callsOf(list)[0]!.input.filter).not.toHaveProperty('genre')
})

test('a filter that is chosen is in the address', async () => {
  const { user } = await render()
  await user.selectOptions(await screen.findByRole('combobox', { name: text.filters.state }), 'withdrawn')
  await waitFor(() => expect(location.hash).toBe('#/titles?state=withdrawn'))
  await user.click(screen.getByRole('checkbox', { name: text.lacks.english, hidden: true }))
  await waitFor(() => expect(location.hash).toBe('#/titles?state=withdrawn&lacks=english'))
  await user.click(screen.getByRole('button', { name: consoleShell.clearFilters }))
  await waitFor(() => expect(location.hash).toBe('#/titles'))
})

test('what ends within 30 days is one click away, the earliest first', async () => {
  const { user, callsOf } = await render()
  await user.click(await screen.findByRole('button', { name: text.filters.endsWithin(30), hidden: true }))
  const end = endOfDaysFromNow(30, Date.now())
  await waitFor(() => expect(location.hash).toBe(`#/titles?endsBefore=${encodeURIComponent(end)}&sort=ends`))
  await waitFor(() =>
    expect(callsOf(list).at(-1)!.input).toMatchObject({ filter: { endsBefore: instantOf(end) }, sort: 'ends' }),
  )
})

test('of many rows those near the window are there, and the next page loads before its end is reached', async () => {
  // A document without layout measures nothing.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(73)
  const rows = (from: number, count: number) => Array.from({ length: count }, (_, at) => title(String(from + at)))
  const { callsOf } = await render([
    [list, ({ input }) => (input.after === 'p2' ? pageOf(rows(10, 10)) : pageOf(rows(0, 10), 'p2'))],
  ])
  await waitFor(() => expect(callsOf(list).at(-1)!.input).toMatchObject({ after: 'p2', limit: 100 }))
  await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('11'))
  const first = (await screen.findByText('片0')).closest('tr')!
  expect(first.getAttribute('aria-rowindex')).toBe('2')
  vi.restoreAllMocks()
})

test('the export has the filter of the list, and its button the count', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }))
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const csv = new Response('a', { headers: { 'Content-Type': 'text/csv; charset=utf-8', 'X-Row-Count': '2' } })
  const { user } = await render([[exportCsv, () => csv]], '/titles?classify=movie')
  await user.click(await screen.findByRole('button', { name: text.export('2') }))
  expect(await screen.findByText(text.exported('2'))).toBeTruthy()
  saved.mockRestore()
})

test.each(['care', 'finance'] as const)('%s sees the titles and adds none', async (role) => {
  await render([], '/titles', as(role))
  expect(await screen.findByText('片a')).toBeTruthy()
  expect(screen.getByText(text.readOnly)).toBeTruthy()
  expect(screen.queryByRole('link', { name: text.add })).toBeNull()
})

test.each([
  ['/titles', text.empty],
  ['/titles?state=live', text.none],
])('without rows %s says so', async (path, sentence) => {
  await render([[list, pageOf([])]], path)
  expect(await screen.findByText(sentence)).toBeTruthy()
})
