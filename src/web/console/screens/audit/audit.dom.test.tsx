import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { exportEntries, list } from '#contract/admin/audit.ts'
import { list as listOperators } from '#contract/admin/operators.ts'
import { consoleActions } from '#text/zh_HK/console-actions.ts'
import { consoleAudit as text } from '#text/zh_HK/console-audit.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const ENTRY = {
  auditEntryId: 7,
  at: '2026-11-21T08:41:22Z',
  actor: 'operator:Ada Lam',
  operatorId: 'op-ada',
  action: 'change roles',
  subject: 'operator:op-ben',
  about: null,
  reason: 'covers for Di',
  before: { roles: ['care'] },
  after: { roles: ['care', 'finance'] },
  details: { approvedBy: 'op-cy' },
  requestId: 'req-9',
  address: '192.0.2.31',
}
const CARE = { ...ADMINISTRATOR, roles: ['care' as const] }

const render = (options: { path?: string; me?: typeof CARE; answers?: Answers } = {}) =>
  renderConsole({
    me: ADMINISTRATOR,
    path: '/audit',
    ...options,
    answers: [[list, pageOf([ENTRY])], ...(options.answers ?? [])],
  })

test('an entry says who, what and when in Hong Kong time; opened, what was before and after, why and from where', async () => {
  const { user } = await render()
  const opener = await screen.findByRole('button', {
    name: text.open(`Ada Lam ${consoleActions.actions.changeRoles}`),
  })
  expect(screen.getByText(/16:41:22/)).toBeTruthy()
  await user.click(opener)
  expect(opener.getAttribute('aria-expanded')).toBe('true')
  const table = within(screen.getByRole('table', { name: text.list }))
  const { care, finance } = consoleShell.roles
  expect(table.getAllByText(`− ${care}`).length).toBeGreaterThan(0)
  expect(table.getAllByText(`+ ${care}、${finance}`).length).toBeGreaterThan(0)
  for (const shown of ['covers for Di', '192.0.2.31', 'req-9']) expect(table.getByText(shown)).toBeTruthy()
  await user.click(opener)
  expect(table.queryByText('req-9')).toBeNull()
})

test('an entry of a title has its name, which leads to it', async () => {
  const about = { zh_HK: '夜渡鯉魚門', en_US: 'Night Crossing' }
  await render({ answers: [[list, pageOf([{ ...ENTRY, action: 'publish title', subject: 'title:t1', about }])]] })
  const links = await screen.findAllByRole('link', { name: '夜渡鯉魚門' })
  expect(links[0]!.getAttribute('href')).toBe('#/titles/t1')
})

test('a change of many titles is opened from its entry, by whom it can be taken back', async () => {
  const change = { ...ENTRY, action: 'change titles', subject: 'titles:job-1', before: null, after: null }
  const answers: Answers = [[list, pageOf([change])]]
  const { user } = await render({ me: { ...ADMINISTRATOR, roles: ['administrator', 'catalogue'] } as never, answers })
  await user.click(await screen.findByRole('button', { name: text.open('Ada Lam 更改多套節目') }))
  expect(screen.getByRole('link', { name: text.openBulk }).getAttribute('href')).toBe('#/titles?bulk=job-1')
})

test('the filters are in the address; times are typed and sent as Hong Kong’s', async () => {
  const { callsOf } = await render({ path: '/audit?subject=operator:op-ben&from=2026-11-21T00:00' })
  await screen.findByText(/16:41:22/)
  expect(callsOf(list)[0]!.input.filter).toEqual({ subject: 'operator:op-ben', from: '2026-11-21T00:00:00+08:00' })
})

test('who is no administrator reads that they see their own, and has no list of operators', async () => {
  const { callsOf } = await render({ me: CARE })
  expect(await screen.findByText(text.own)).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: text.operator })).toBeNull()
  expect(callsOf(listOperators)).toHaveLength(0)
})

test('the export has the filter of the list, and says how many entries it has', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }))
  const asked: string[] = []
  const csv = new Response('a,b', { headers: { 'Content-Type': 'text/csv; charset=utf-8', 'X-Row-Count': '12345' } })
  const { user } = await render({ path: '/audit?action=refund', answers: [[exportEntries, () => csv]] })
  const inner = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(url)
    return inner(url, init)
  })
  await user.click(await screen.findByRole('button', { name: text.export }))
  expect(await screen.findByText(text.exported('12,345'))).toBeTruthy()
  const query = new URLSearchParams(asked[0]!.split('?')[1])
  expect(JSON.parse(query.get('query')!)).toEqual({ filter: { action: 'refund' }, sort: '-at' })
  expect(saved).toHaveBeenCalledOnce()
  saved.mockRestore()
})

test('an export that fails says why', async () => {
  const { user } = await render({
    answers: [[exportEntries, { result: 'FAILED', errorCode: 'UNAVAILABLE', message: 'four are waiting' }]],
  })
  await user.click(await screen.findByRole('button', { name: text.export }))
  expect(await screen.findByText('four are waiting')).toBeTruthy()
})

test('a failed filter says that nothing matches, and clears', async () => {
  const { user } = await renderConsole({
    me: ADMINISTRATOR,
    path: '/audit?action=refund',
    answers: [[list, ({ input }) => pageOf((input.filter as { action?: string }).action ? [] : [ENTRY])]],
  })
  const state = (await screen.findByText(text.none)).parentElement!
  await user.click(within(state).getByRole('button', { name: consoleShell.clearFilters }))
  await waitFor(() => expect(location.hash).toBe('#/audit'))
  expect(await screen.findByText(/16:41:22/)).toBeTruthy()
})
