import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { exportReport, missed, series, top } from '#contract/admin/reports.ts'
import { consoleReports as text } from '#text/zh_HK/console-reports.ts'
import { yearNow } from '#web/kit/format.ts'
import { ADMINISTRATOR, type Answers, renderConsole } from '../../../../../test/support/render-console.tsx'
import { changeOf, periodOf } from './report-period.rules.ts'

afterEach(() => vi.unstubAllGlobals())

const FINANCE = { ...ADMINISTRATOR, roles: ['finance' as const] }
const CATALOGUE = { ...ADMINISTRATOR, roles: ['catalogue' as const] }

const PLAYS = {
  days: ['2026-11-20', '2026-11-21'],
  points: [1200, 34],
  before: [600, 17],
  total: { value: 1234, before: 617 },
  title: { zh_HK: '夜渡', en_US: 'Night Crossing' },
  lines: [],
  countedAt: null,
}
const REVENUE = {
  ...PLAYS,
  points: [8_800, 2_850],
  total: { value: 11_650, before: 0 },
  before: [0, 0],
  lines: [
    { key: 'plans', value: 8_800, before: 0, points: [8_800, 0] },
    { key: 'rentals', value: 2_850, before: 0, points: [0, 2_850] },
  ],
}
const TOP = { list: [{ programId: 'crossing', title: PLAYS.title, value: 900, before: 450 }] }

const render = (options: { path?: string; me?: typeof FINANCE | typeof CATALOGUE; answers?: Answers } = {}) =>
  renderConsole({
    me: (options.me ?? FINANCE) as never,
    path: options.path ?? '/reports',
    answers: [
      [series, ({ input }) => (input.measure === 'plays' ? PLAYS : REVENUE)],
      [top, TOP],
      ...(options.answers ?? []),
    ],
  })

test('plays of four weeks stand beside those before, by day, and by title, whose name leads to its own', async () => {
  const { callsOf } = await render()
  expect(await screen.findByText('1,234')).toBeTruthy()
  expect(screen.getAllByText(new RegExp(text.up('100%'))).length).toBeGreaterThan(0)
  const days = screen.getByRole('table', { name: text.days(text.measures.plays), hidden: true })
  expect(within(days).getAllByRole('row', { hidden: true })).toHaveLength(3)
  expect(within(days).getByText('1,200')).toBeTruthy()
  const link = await screen.findByRole('link', { name: '夜渡' })
  expect(link.getAttribute('href')).toContain('title=crossing')
  const { from, until, compare } = callsOf(series)[0]!.input as Record<string, string>
  expect((Date.parse(until!) - Date.parse(from!)) / 86_400_000).toBe(27)
  expect(compare).toBe('before')
})

test('what is shown is in the address, and is read by it', async () => {
  const { callsOf } = await render({
    path: '/reports?measure=plays&from=2026-11-01&until=2026-11-02&by=device&region=MO&compare=none&title=crossing',
  })
  await screen.findByText('1,234')
  const { language: _, ...asked } = callsOf(series)[0]!.input
  expect(asked).toEqual({
    measure: 'plays',
    from: '2026-11-01',
    until: '2026-11-02',
    by: 'device',
    filter: { region: 'MO', title: 'crossing' },
  })
  expect(screen.getByRole('button', { name: text.onlyTitle('夜渡') })).toBeTruthy()
  expect(screen.queryByRole('table', { name: text.topTitles(text.measures.plays) })).toBeNull()
})

test('what was last searched for in another year says which', async () => {
  const word = { key: '夜渡', language: 'zh_HK', searches: 3 } as const
  const list = [
    { ...word, lastDay: '2025-12-30' },
    { ...word, key: 'tram', lastDay: `${yearNow()}-06-05` },
  ]
  await render({ path: '/reports?measure=missedSearches', answers: [[missed, { list }]] })
  expect(await screen.findByText('2025年12月30日')).toBeTruthy()
  expect(screen.getByText('6月5日')).toBeTruthy()
})

test('another report is a link, another period a choice; filters that a report lacks are left out', async () => {
  const { user, callsOf } = await render({ path: '/reports?region=HK&by=region' })
  await screen.findByText('1,234')
  await user.click(screen.getByRole('link', { name: text.measures.revenue }))
  expect(await screen.findByText('HK$116.50')).toBeTruthy()
  expect(callsOf(series).at(-1)!.input).toMatchObject({ measure: 'revenue', filter: {} })
  expect(callsOf(series).at(-1)!.input).not.toHaveProperty('by')
  await user.click(screen.getByRole('radio', { name: text.periods['7'] }))
  expect(location.hash).toContain('days=7')
})

test('a divided figure has a table of its parts with their shares', async () => {
  await render({ path: '/reports?measure=revenue&by=kind' })
  const parts = within(await screen.findByRole('table', { name: `${text.measures.revenue} · ${text.dimensions.kind}` }))
  const row = within(parts.getByRole('row', { name: new RegExp(text.keys.plans) }))
  expect([row.getByText('HK$88'), row.getByText('76%'), row.getByText(text.fresh)]).toHaveLength(3)
})

test('the catalogue is offered no money; a failed report can be asked for again', async () => {
  let fails = true
  const { user } = await render({
    me: CATALOGUE,
    path: '/reports?measure=revenue',
    answers: [[series, () => (fails ? { result: 'FAILED', errorCode: 'UNAVAILABLE', message: 'later' } : PLAYS)]],
  })
  await screen.findByText('later')
  expect(screen.queryByRole('link', { name: text.measures.revenue })).toBeNull()
  fails = false
  await user.click(screen.getByRole('button', { name: '重試' }))
  expect(await screen.findByText('1,234')).toBeTruthy()
})

test('the file has the name of its report and period', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }))
  const saved: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
  const csv = new Response('a', { headers: { 'Content-Type': 'text/csv; charset=utf-8', 'X-Row-Count': '1200' } })
  const { user } = await render({
    path: '/reports?from=2026-11-01&until=2026-11-02',
    answers: [[exportReport, () => csv]],
  })
  await user.click(await screen.findByRole('button', { name: text.export }))
  expect(await screen.findByText(text.exported('1,200'))).toBeTruthy()
  expect(saved).toEqual(['plays-2026-11-01-2026-11-02.csv'])
  click.mockRestore()
})

test.each([
  [{}, '2026-10-24', '2026-11-20', '28'],
  [{ days: '7' }, '2026-11-14', '2026-11-20', '7'],
  [{ days: '8' }, '2026-10-24', '2026-11-20', '28'],
  [{ from: '2026-01-31', until: '2026-02-01' }, '2026-01-31', '2026-02-01', undefined],
  [{ from: '2026-02-01', until: '2026-01-31' }, '2026-10-24', '2026-11-20', '28'],
  [{ from: 'x', until: '2026-99-99' }, '2026-10-24', '2026-11-20', '28'],
])('the period of %j', (given, from, until, preset) => {
  expect(periodOf(given, '2026-11-21')).toEqual({ from, until, preset })
})

test.each([
  [{ value: 3, before: 2 }, 0.5],
  [{ value: 1, before: 2 }, -0.5],
  [{ value: 1, before: 0 }, undefined],
  [{ value: 1, before: null }, undefined],
  [{ value: -1, before: -2 }, 0.5],
])('the change of %j', (figure, change) => {
  expect(changeOf(figure)).toBe(change)
})
