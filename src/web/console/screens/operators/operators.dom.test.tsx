import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { disable, endSessions, list, saveRoles } from '#contract/admin/operators.ts'
import { consoleOperators as text } from '#text/zh_HK/console-operators.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const operator = (name: string, more: object = {}) => ({
  operatorId: `op-${name.toLowerCase()}`,
  name,
  email: `${name.toLowerCase()}@console.test`,
  roles: ['care'],
  state: 'active',
  createdAt: '2026-11-01T04:00:00Z',
  lastUsedAt: null,
  version: 3,
  ...more,
})
const TWO = pageOf([operator('Ben'), operator('Cy', { state: 'disabled' })])

const render = (answers: Answers, path = '/operators') =>
  renderConsole({ me: ADMINISTRATOR, path, answers: [[list, TWO], ...answers] })

const openBen = async (answers: Answers) => {
  const view = await render(answers)
  await view.user.click(await screen.findByRole('button', { name: text.manage('Ben') }))
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Ben' })) }
}

test('filters and sort are in the address, and the call has them', async () => {
  const { user, callsOf } = await render([], '/operators?state=active&sort=-createdAt')
  expect(await screen.findByText('ben@console.test')).toBeTruthy()
  expect(callsOf(list)[0]!.input).toMatchObject({ filter: { state: 'active' }, sort: '-createdAt' })
  await user.selectOptions(screen.getByRole('combobox', { name: text.role }), 'finance')
  await waitFor(() => expect(location.hash).toBe('#/operators?state=active&sort=-createdAt&role=finance'))
  await user.type(screen.getByRole('searchbox', { name: text.search }), 'ben')
  await waitFor(() =>
    expect(callsOf(list).at(-1)!.input.filter).toEqual({ text: 'ben', state: 'active', role: 'finance' }),
  )
  await user.click(screen.getByRole('button', { name: text.columns.name }))
  await waitFor(() => expect(location.hash).toContain('sort=name'))
  expect(screen.getByRole('columnheader', { name: text.columns.name }).getAttribute('aria-sort')).toBe('ascending')
  await user.click(screen.getByRole('button', { name: consoleShell.clearFilters }))
  await waitFor(() => expect(location.hash).toBe('#/operators?sort=name'))
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: text.search }).value).toBe('')
})

test('hidden columns are in the address', async () => {
  const { user } = await render([])
  await user.click(await screen.findByRole('checkbox', { name: text.columns.email, hidden: true }))
  await waitFor(() => expect(location.hash).toBe('#/operators?hidden=email'))
  expect(screen.queryByRole('columnheader', { name: text.columns.email })).toBeNull()
})

test.each([
  ['/operators', text.empty],
  ['/operators?state=invited', text.none],
])('without rows %s says so', async (path, sentence) => {
  await renderConsole({ me: ADMINISTRATOR, path, answers: [[list, pageOf([])]] })
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('a failed list says why and is read again', async () => {
  let tries = 0
  const failed = { result: 'FAILED', errorCode: 'INTERNAL', message: '', requestId: 'req-7' }
  const { user } = await renderConsole({
    me: ADMINISTRATOR,
    path: '/operators',
    answers: [[list, () => ((tries += 1) === 1 ? Response.json(failed, { status: 500 }) : TWO)]],
  })
  expect((await screen.findByRole('alert')).textContent).toContain('req-7')
  await user.click(screen.getByRole('button', { name: consoleShell.retry }))
  expect(await screen.findByText('ben@console.test')).toBeTruthy()
})

test('the next page begins where the first ended', async () => {
  const { user, callsOf } = await renderConsole({
    me: ADMINISTRATOR,
    path: '/operators',
    answers: [
      [list, ({ input }) => (input.after === 'p2' ? pageOf([operator('Di')]) : pageOf([operator('Ben')], 'p2'))],
    ],
  })
  await user.click(await screen.findByRole('button', { name: consoleShell.more }))
  expect(await screen.findByText('di@console.test')).toBeTruthy()
  expect(screen.getByText('ben@console.test')).toBeTruthy()
  expect(callsOf(list).at(-1)!.input.after).toBe('p2')
})

test('j and k move between rows, x selects, Enter opens; the selection ends sessions of all', async () => {
  const { user, callsOf } = await render([[endSessions, { version: 3 }]])
  await screen.findByText('ben@console.test')
  const focused = () => document.activeElement?.getAttribute('aria-label')
  await user.keyboard('j')
  expect(focused()).toBe(text.manage('Ben'))
  await user.keyboard('xjjx')
  expect(focused()).toBe(text.manage('Cy'))
  await user.keyboard('k')
  expect(focused()).toBe(text.manage('Ben'))
  expect(screen.getByText(consoleShell.selected('2'))).toBeTruthy()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Ben' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: text.endSessions.label }))
  const confirm = within(await screen.findByRole('dialog', { name: text.endSessions.titleOf(2) }))
  await user.click(confirm.getByRole('button', { name: text.endSessions.label }))
  expect(await screen.findByText(text.endSessions.doneOf(2))).toBeTruthy()
  expect(callsOf(endSessions).map(({ input }) => input.id)).toEqual(['op-ben', 'op-cy'])
})

test('disabling says what follows from it, and asks why', async () => {
  const { user, dialog, callsOf } = await openBen([[disable, { version: 4 }]])
  await user.click(dialog.getByRole('button', { name: text.disable.label }))
  const confirm = within(await screen.findByRole('dialog', { name: text.disable.title('Ben') }))
  expect(confirm.getByText(text.disable.text)).toBeTruthy()
  await user.click(confirm.getByRole('button', { name: text.disable.label }))
  expect(callsOf(disable)).toHaveLength(0)
  await user.type(confirm.getByLabelText(consoleShell.reason), 'has left')
  await user.click(confirm.getByRole('button', { name: text.disable.label }))
  expect(await screen.findByText(text.disable.done('Ben'))).toBeTruthy()
  expect(callsOf(disable)[0]!.input).toMatchObject({ id: 'op-ben', version: 3, reason: 'has left' })
})

test('drafts and plans of an operator of the catalogue are handed to another one', async () => {
  const editors = pageOf([operator('Ben', { roles: ['catalogue'] }), operator('Eva', { roles: ['catalogue'] })])
  const { user, dialog, callsOf } = await openBen([
    [list, editors],
    [disable, { version: 4, handed: 3 }],
  ])
  await user.click(dialog.getByRole('button', { name: text.disable.label }))
  const confirm = within(await screen.findByRole('dialog', { name: text.disable.title('Ben') }))
  const choice = await confirm.findByLabelText(text.disable.handTo)
  await waitFor(() => expect(within(choice).getAllByRole('option')).toHaveLength(2))
  await user.selectOptions(choice, 'Eva')
  await user.type(confirm.getByLabelText(consoleShell.reason), 'has left')
  await user.click(confirm.getByRole('button', { name: text.disable.label }))
  expect(await screen.findByText(text.disable.handed('Ben', 3))).toBeTruthy()
  expect(callsOf(disable)[0]!.input).toMatchObject({ id: 'op-ben', handTo: 'op-eva' })
})

test('a disabled operator cannot be changed', async () => {
  const { user } = await render([])
  await user.click(await screen.findByRole('button', { name: text.manage('Cy') }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cy' }))
  expect(dialog.getByText(text.detail.disabled)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: text.disable.label })).toBeNull()
})

test('roles that another administrator has changed meanwhile are shown beside mine, and saved once a side is chosen', async () => {
  const conflict = {
    result: 'FAILED',
    errorCode: 'VERSION_CONFLICT',
    message: '',
    current: { name: 'Ben', roles: ['care', 'catalogue'], version: 4, disabled: false },
    by: 'Ada Lam',
    at: '2026-11-21T08:40:00Z',
  }
  const { user, dialog, callsOf } = await openBen([
    [saveRoles, ({ input }) => (input.version === 4 ? { version: 5 } : conflict)],
  ])
  await user.click(dialog.getByRole('checkbox', { name: new RegExp(consoleShell.roles.finance) }))
  await user.type(dialog.getByLabelText(consoleShell.reason), 'covers for Di')
  await user.click(dialog.getByRole('button', { name: text.detail.save }))
  expect((await dialog.findByRole('alert')).textContent).toContain('Ada Lam')
  const save = dialog.getByRole<HTMLButtonElement>('button', { name: consoleShell.save })
  expect(save.disabled).toBe(true)
  const [theirs, mine] = dialog.getAllByRole('radio')
  expect(theirs!.closest('label')!.textContent).toContain(`${consoleShell.roles.catalogue}、${consoleShell.roles.care}`)
  await user.click(mine!)
  await user.click(save)
  expect(await screen.findByText(text.detail.saved)).toBeTruthy()
  expect(callsOf(saveRoles).at(-1)!.input).toMatchObject({
    version: 4,
    roles: ['care', 'finance'],
    reason: 'covers for Di',
  })
})

test('a composed word is searched once it is complete', async () => {
  const { callsOf } = await render([])
  const box = await screen.findByRole('searchbox', { name: text.search })
  fireEvent.compositionStart(box)
  fireEvent.change(box, { target: { value: '陳ㄕ' } })
  fireEvent.change(box, { target: { value: '陳大' } })
  fireEvent.compositionEnd(box)
  const searches = () => callsOf(list).map(({ input }) => (input.filter as { text?: string }).text)
  await waitFor(() => expect(searches().filter((text) => text !== undefined)).toEqual(['陳大']))
})
