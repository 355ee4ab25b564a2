import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { list as listAnnouncements } from '#contract/admin/announcements.ts'
import { list as listApprovals } from '#contract/admin/approvals.ts'
import { list as listEntries } from '#contract/admin/audit.ts'
import { endSilence, find as findHealth, silence } from '#contract/admin/health.ts'
import { heldBulk } from '#contract/admin/bulk.ts'
import { list as listImports } from '#contract/admin/imports.ts'
import { list as listOperators } from '#contract/admin/operators.ts'
import { list as listOrders } from '#contract/admin/orders.ts'
import { me as readMe } from '#contract/admin/session.ts'
import { list as listPages } from '#contract/admin/pages.ts'
import { held as heldPlans } from '#contract/admin/planned.ts'
import { list as listTitles, ownDrafts } from '#contract/admin/titles.ts'
import type { Role } from '#contract/admin/endpoint.ts'
import { consoleHealth } from '#text/zh_HK/console-health.ts'
import { consoleHome } from '#text/zh_HK/console-home.ts'
import { consoleShell as text } from '#text/zh_HK/console-shell.ts'
import { formatInstant } from '#web/kit/format.ts'
import { serverNow } from '#web/kit/server-clock.ts'
import { consoleShell as english } from '#text/en_US/console-shell.ts'
import { endOfDaysFromNow } from '../form/hong-kong.rules.ts'
import { ADMINISTRATOR, pageOf, type Received, renderConsole } from '../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const LISTS = [
  [findHealth, { list: [], version: '1.0' }],
  [listApprovals, pageOf([])],
  [listEntries, pageOf([])],
  [listOperators, pageOf([])],
  [listTitles, pageOf([])],
  [listOrders, pageOf([])],
  [heldBulk, { list: [] }],
  [heldPlans, { list: [] }],
  [listImports, pageOf([])],
  [listAnnouncements, pageOf([])],
] as const

const as = (...roles: Role[]) => ({ ...ADMINISTRATOR, roles })
const rail = () => within(screen.getByRole('navigation', { name: text.navigation }))

test.each([
  [as('administrator'), ['home', 'titles', 'announcements', 'approvals', 'operators', 'settings', 'audit']],
  [
    as('finance'),
    [
      'home',
      'titles',
      'plans',
      'codes',
      'partners',
      'orders',
      'payments',
      'reports',
      'customers',
      'compensations',
      'approvals',
      'settings',
      'audit',
    ],
  ],
  [
    as('catalogue', 'care'),
    [
      'home',
      'titles',
      'people',
      'ingest',
      'imports',
      'pages',
      'cinema',
      'screenings',
      'sales',
      'campaigns',
      'plans',
      'orders',
      'reports',
      'customers',
      'compensations',
      'comments',
      'contact',
      'submissions',
      'tickets',
      'announcements',
      'settings',
      'audit',
    ],
  ],
] as const)('%j: the rail has the screens that the roles open', async (me, names) => {
  await renderConsole({ me, answers: LISTS })
  const links = await waitFor(() => rail().getAllByRole('link').slice(1))
  expect(links.map((link) => link.textContent)).toEqual(names.map((name) => text.screens[name]))
})

test('a page of other roles says whose it is, and asks the server for nothing', async () => {
  const { callsOf } = await renderConsole({ me: as('care'), path: '/operators', answers: LISTS })
  expect(await screen.findByText(text.noPermission.title)).toBeTruthy()
  expect(screen.getByText(text.noPermission.text(text.roles.administrator))).toBeTruthy()
  expect(callsOf(listOperators)).toHaveLength(0)
})

test('home counts what waits for the operator', async () => {
  await renderConsole({ me: { ...ADMINISTRATOR, approvals: 2 }, answers: LISTS })
  expect(await screen.findByText(consoleHome.approvals(2))).toBeTruthy()
  expect(rail().getByText(text.waiting(2))).toBeTruthy()
})

test('home says which of one’s own requests wait, and until when', async () => {
  const own = {
    approvalId: 'a',
    requester: ADMINISTRATOR.operator,
    expiresAt: '2026-11-24T08:00:00Z',
    state: 'waiting',
  }
  const other = { ...own, approvalId: 'b', requester: { operatorId: 'op-ben', name: 'Ben' } }
  await renderConsole({ me: ADMINISTRATOR, answers: [...LISTS, [listApprovals, pageOf([own, other])]] })
  expect(await screen.findByText(consoleHome.own(1))).toBeTruthy()
  expect(screen.getByText(/11月24日 16:00/)).toBeTruthy()
})

test('health says what must be acted on first, its value, since when and what to do', async () => {
  const lines = [
    { name: 'ingests', state: 'ok', value: 0, since: null },
    { name: 'disk', state: 'watch', value: 12.4e9, since: null },
    { name: 'backup', state: 'act', value: null, since: null },
    { name: 'ledger', state: 'ok', value: 0, since: '2026-11-21T08:00:00Z' },
    { name: 'fourEyes', state: 'watch', value: 0, since: null },
  ]
  await renderConsole({ me: as('care'), answers: [...LISTS, [findHealth, { list: lines, version: '1.2.3' }]] })
  const health = within(await screen.findByRole('region', { name: consoleHealth.title }))
  const tiles = await waitFor(() => {
    const found = health.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(found).toHaveLength(5)
    return found
  })
  const { lines: names } = consoleHealth
  expect(tiles[0]).toContain(names.backup.label + consoleHealth.states.act + consoleHealth.noBackup)
  expect(tiles[0]).toContain(names.backup.advice)
  expect(tiles[1]).toContain(consoleHealth.free('12'))
  expect(tiles[2]).toContain(consoleHealth.off)
  expect(tiles[3]).not.toContain(names.ingests.advice)
  expect(tiles[4]).toContain(`${consoleHealth.differences('0')}${consoleHealth.checked('11月21日 16:00')}`)
  expect(health.getByText(consoleHealth.count.watch(2))).toBeTruthy()
  expect(health.getByText(consoleHealth.version('1.2.3'))).toBeTruthy()
})

test('an administrator silences a line, and ends the silence; others see until when', async () => {
  let silencedUntil: string | null = null
  const lines = () => ({
    list: [{ name: 'backup', state: 'act', value: null, since: null, silencedUntil }],
    isTold: true,
    version: '1.0',
  })
  const answers = [
    ...LISTS,
    [findHealth, lines],
    [silence, () => ({ silencedUntil: (silencedUntil = '2026-11-21T09:00:00Z') })],
    [
      endSilence,
      () => {
        silencedUntil = null
        return {}
      },
    ],
  ] as const
  const { user, callsOf } = await renderConsole({ me: ADMINISTRATOR, answers })
  const { label } = consoleHealth.lines.backup
  await user.click(await screen.findByRole('button', { name: consoleHealth.silenceOf(label) }))
  expect(await screen.findByText(consoleHealth.silenced('11月21日 17:00'))).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: consoleHealth.endSilenceOf(label) }))
  await waitFor(() => expect(screen.queryByText(consoleHealth.silenced('11月21日 17:00'))).toBeNull())
  expect([callsOf(silence), callsOf(endSilence)].map((calls) => calls.map(({ input }) => input.name))).toEqual([
    ['backup'],
    ['backup'],
  ])
})

test('others see until when a line is silenced, and that alarms go nowhere', async () => {
  const list = [{ name: 'backup', state: 'act', value: null, since: null, silencedUntil: '2026-11-21T09:00:00Z' }]
  const answers = [...LISTS, [findHealth, { list, isTold: false, version: '1.0' }]] as const
  await renderConsole({ me: as('care'), answers })
  expect(await screen.findByText(consoleHealth.silenced('11月21日 17:00'))).toBeTruthy()
  expect(
    screen.queryByRole('button', { name: consoleHealth.endSilenceOf(consoleHealth.lines.backup.label) }),
  ).toBeNull()
  expect(screen.getByText(consoleHealth.untold)).toBeTruthy()
})

test('without anything to do home says so; of a role that decides nothing it does not ask', async () => {
  const { callsOf } = await renderConsole({ me: as('care'), answers: LISTS })
  expect(await screen.findByText(consoleHome.nothing)).toBeTruthy()
  expect(callsOf(listApprovals)).toHaveLength(0)
})

test('a screen of the rail says how much waits there, as far as it is counted', async () => {
  const me = { ...as('care'), queues: { comments: 100, contact: 3, sales: 0 } }
  await renderConsole({ me, answers: LISTS })
  const link = async (name: keyof typeof text.screens) => {
    const links = await waitFor(() => rail().getAllByRole('link', { name: new RegExp(text.screens[name]) }))
    return links[0]!.textContent
  }
  expect(await link('comments')).toBe(`${text.screens.comments}99+${text.waitingIn('99+')}`)
  expect(await link('contact')).toBe(`${text.screens.contact}3${text.waitingIn('3')}`)
  expect(await link('sales')).toBe(text.screens.sales)
  expect(await link('submissions')).toBe(text.screens.submissions)
})

const PAGES = { tabs: [{ tabId: '3', name: { zh_HK: '劇集', en_US: 'Drama' }, type: 'list', isShown: true }] }

test('home lists the own unpublished drafts with links; without any there is no panel', async () => {
  const list = [
    { programId: 'p-1', title: { zh_HK: '燈', en_US: 'Lamp' }, isNew: true, savedAt: '2026-11-20T12:00:00Z' },
  ]
  const drafts = [
    { scope: '3', isOwn: true },
    { scope: 'site', isOwn: false },
  ]
  const other = { ...list[0]!, programId: 'p-2', title: { zh_HK: '渡輪', en_US: 'Ferry' } }
  const draftsOf = ({ input }: Received) => ({ list: input.isAll ? [...list, other] : list, total: 2 })
  const answers = [...LISTS, [ownDrafts, draftsOf], [listPages, { ...PAGES, drafts }]] as const
  const { user, unmount } = await renderConsole({ me: as('catalogue'), answers })
  const panel = within(await screen.findByRole('region', { name: consoleHome.drafts.title }))
  const links = () => panel.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  await waitFor(() =>
    expect(links()).toEqual([
      [consoleHome.drafts.page('劇集'), '#/pages/3'],
      ['燈', '#/titles/p-1'],
    ]),
  )
  await user.click(panel.getByRole('button', { name: /^顯示其餘/ }))
  await waitFor(() => expect(links().at(-1)).toEqual(['渡輪', '#/titles/p-2']))
  expect(panel.queryByRole('button')).toBeNull()
  unmount()
  const none = [...LISTS, [ownDrafts, { list: [], total: 0 }], [listPages, { ...PAGES, drafts: [] }]] as const
  await renderConsole({ me: as('catalogue'), answers: none })
  await screen.findByText(consoleHome.nothing)
  expect(screen.queryByRole('region', { name: consoleHome.drafts.title })).toBeNull()
})

test('home tells finance of disputed payments and of their first deadline that has not passed, and no other role', async () => {
  const inDays = (count: number) => ({ answerBy: new Date(serverNow() + count * 86_400_000).toISOString() })
  const first = inDays(4)
  const disputed = [inDays(9), { answerBy: null }, first, inDays(-1)]
  const answers = [...LISTS, [listOrders, pageOf(disputed)]] as const
  const { unmount } = await renderConsole({ me: as('finance'), answers })
  const line = (await screen.findByText(consoleHome.disputes.title(4))).closest('li')!
  const { answerBy } = consoleHome.disputes
  expect(within(line).getByText(answerBy(formatInstant(first.answerBy, 'zh_HK')))).toBeTruthy()
  expect(within(line).getByRole('link').getAttribute('href')).toBe('#/orders?state=disputed')
  unmount()
  const { callsOf } = await renderConsole({ me: as('care'), answers })
  expect(await screen.findByText(consoleHome.nothing)).toBeTruthy()
  expect(callsOf(listOrders)).toEqual([])
})

test('home says what waits in the queues of the roles, and which windows end soon', async () => {
  const me = { ...as('catalogue', 'care'), queues: { comments: 100, contact: 1, sales: 2, submissions: 0 } }
  const { callsOf } = await renderConsole({
    me,
    answers: [...LISTS, [listTitles, { ...pageOf([]), total: 9 }]],
  })
  const { queues, openOf } = consoleHome
  for (const [title, path] of [
    [queues.contact.title('1'), '#/contact'],
    [queues.comments.title('99+'), '#/comments'],
    [queues.sales.title('2'), '#/sales?view=deliveries'],
    [
      consoleHome.ending('9', 30),
      `#/titles?state=live&endsBefore=${encodeURIComponent(endOfDaysFromNow(30, Date.now()))}&sort=ends`,
    ],
  ] as const) {
    const link = await screen.findByRole('link', { name: openOf(title) })
    expect(link.getAttribute('href')).toBe(path)
  }
  expect(screen.queryByText(queues.submissions.title('0'))).toBeNull()
  expect(callsOf(listTitles)[0]!.input).toMatchObject({ filter: { state: 'live' }, limit: 1 })
})

test('g and a letter open a screen, / the search, ? the help', async () => {
  const { user } = await renderConsole({ me: ADMINISTRATOR, answers: LISTS })
  await screen.findByText(consoleHome.nothing)
  await act(() => user.keyboard('go'))
  await waitFor(() => expect(location.hash).toBe('#/operators'))
  await screen.findByRole('searchbox')
  await user.keyboard('/')
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  // Typing is typing.
  await user.keyboard('gh?')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('gh?')
  expect(location.hash).not.toBe('#/')
  await user.click(screen.getByRole('heading', { level: 1 }))
  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: text.keys.title })).toBeTruthy()
})

test('g that repeats while it is held still waits for its letter', async () => {
  await renderConsole({ me: ADMINISTRATOR, answers: LISTS })
  await screen.findByText(consoleHome.nothing)
  for (const key of [{ key: 'g' }, { key: 'g', repeat: true }, { key: 'g', repeat: true }, { key: 'o' }])
    act(() => void fireEvent.keyDown(document.body, key))
  await waitFor(() => expect(location.hash).toBe('#/operators'))
})

test('single letters can be off, which the browser remembers', async () => {
  const { user } = await renderConsole({ me: ADMINISTRATOR, answers: LISTS })
  await screen.findByText(consoleHome.nothing)
  await user.keyboard('?')
  const help = within(await screen.findByRole('dialog', { name: text.keys.title }))
  await user.click(help.getByRole('switch', { name: text.keys.letters }))
  await user.click(help.getByRole('button', { name: text.close }))
  await user.keyboard('go?')
  expect(location.hash).toBe('#/')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(localStorage.getItem('harbour.console.letters')).toBe('off')
})

test('a service that does not answer at the start offers to try again', async () => {
  let tries = 0
  const { user } = await renderConsole({
    answers: [...LISTS, [readMe, () => ((tries += 1) === 1 ? undefined : ADMINISTRATOR)]],
  })
  await user.click(await screen.findByRole('button', { name: text.retry }))
  expect(await screen.findByText(consoleHome.nothing)).toBeTruthy()
})

test('it is in English too: times say that they are Hong Kong’s', async () => {
  await renderConsole({ me: ADMINISTRATOR, answers: LISTS, language: 'en_US' })
  expect(await screen.findByRole('heading', { name: english.screens.home })).toBeTruthy()
  expect(await screen.findAllByText(/Hong Kong time/u)).not.toEqual([])
  await expect.poll(() => document.title).toBe('Overview - Harbour Console')
})
