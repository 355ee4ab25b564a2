import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { checkCustomers, checkStaff, importCustomers, invoice, lists, removeStaff } from '#contract/admin/partners.ts'
import { consolePartners as text } from '#text/zh_HK/console-partners.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const LISTS = {
  customers: [
    { partner: 'hgc', customers: 4_200, importedAt: '2026-11-20T08:00:00Z' },
    { partner: 'clp', customers: 0, importedAt: null },
  ],
  companies: [{ company: 'harbour bank', numbers: 300, plans: 12, importedAt: '2026-11-20T08:00:00Z' }],
}
const CHECKED = {
  before: 4_200,
  after: 2_000,
  added: 100,
  removed: 2_300,
  wrong: 0,
  problems: [],
  repeated: 3,
  seen: 's',
}

const render = (path: string, answers: Answers = []) =>
  renderConsole({
    me: { ...ADMINISTRATOR, roles: ['finance'] },
    path,
    answers: [[lists, LISTS], ...answers],
  })

const aFile = (content = '61110001\n') => new File([content], 'november.csv', { type: 'text/csv' })

async function chooseFile(dialogName: string, file = aFile()) {
  const dialog = within(await screen.findByRole('dialog', { name: dialogName }))
  const input = dialog.getByTestId('files')
  return { dialog, choose: (user: Awaited<ReturnType<typeof render>>['user']) => act(() => user.upload(input, file)) }
}

test('a list is replaced once its file was checked, with a reason and a typed word', async () => {
  const { user, callsOf } = await render('/partners', [
    [checkCustomers, CHECKED],
    [importCustomers, { before: 4_200, after: 2_000, added: 100, removed: 2_300 }],
  ])
  await user.click(await screen.findByRole('button', { name: text.customers.replaceOf('hgc') }))
  const { dialog, choose } = await chooseFile(text.customers.title('hgc'))
  expect(dialog.getByRole('button', { name: text.file.submit })).toHaveProperty('disabled', true)
  await choose(user)
  expect(await dialog.findByText(text.file.many('55'))).toBeTruthy()
  expect(dialog.getByText(text.file.repeated('3'))).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: text.file.submit }))
  const confirm = within(await screen.findByRole('dialog', { name: text.file.confirmTitle }))
  expect(confirm.getByText(text.file.confirmText('100', '2,300'))).toBeTruthy()
  await user.type(confirm.getByLabelText(consoleShell.reason), '十一月名單')
  await user.type(confirm.getByLabelText(consoleShell.typeWord(text.file.word)), text.file.word)
  await act(() => user.click(confirm.getByRole('button', { name: text.file.submit })))
  expect(await screen.findByText(text.customers.done('2,000'))).toBeTruthy()
  expect(callsOf(importCustomers)[0]!.input).toMatchObject({ partner: 'hgc', name: 'november.csv', seen: 's' })
})

test('problems are listed by line, and stop the import', async () => {
  const wrong = { ...CHECKED, wrong: 300, problems: [{ line: 7, text: 'hello' }] }
  const { user } = await render('/partners', [[checkCustomers, wrong]])
  await user.click(await screen.findByRole('button', { name: text.customers.replaceOf('clp') }))
  const { dialog, choose } = await chooseFile(text.customers.title('clp'))
  await choose(user)
  expect(await dialog.findByText(text.file.line('7'))).toBeTruthy()
  expect(dialog.getByText('hello')).toBeTruthy()
  expect(dialog.getByText(text.file.morePrompt('299'))).toBeTruthy()
  expect(dialog.getByRole('button', { name: text.file.submit })).toHaveProperty('disabled', true)
})

test('a staff list says what becomes of each company', async () => {
  const companies = [{ company: 'harbour bank', before: 300, after: 310, added: 20, removed: 10 }]
  const { user } = await render('/partners?view=staff', [
    [checkStaff, { companies, wrong: 0, problems: [], repeated: 0, seen: 's' }],
  ])
  await user.click(await screen.findByRole('button', { name: text.staff.replace }))
  const { dialog, choose } = await chooseFile(text.staff.title)
  await choose(user)
  const list = within(await dialog.findByRole('list', { name: text.staff.companies }))
  expect(list.getByText('harbour bank')).toBeTruthy()
  expect(dialog.getByRole('button', { name: text.file.submit })).toHaveProperty('disabled', false)
})

test('a company’s list is removed with what stays', async () => {
  const { user, callsOf } = await render('/partners?view=staff', [[removeStaff, { numbers: 300 }]])
  await user.click(await screen.findByRole('button', { name: text.staff.removeOf('harbour bank') }))
  const dialog = within(await screen.findByRole('dialog', { name: text.staff.removeTitle('harbour bank') }))
  expect(dialog.getByText(text.staff.removeText('300', '12'))).toBeTruthy()
  await user.type(dialog.getByLabelText(consoleShell.reason), '合約完結')
  await user.type(dialog.getByLabelText(consoleShell.typeWord(text.staff.remove)), text.staff.remove)
  await act(() => user.click(dialog.getByRole('button', { name: text.staff.remove })))
  expect(await screen.findByText(text.staff.removed)).toBeTruthy()
  expect(callsOf(removeStaff)[0]!.input).toMatchObject({ company: 'harbour bank' })
})

test('the invoice is of the month in the address', async () => {
  const { callsOf } = await render('/partners?view=invoice&month=2026-10', [
    [invoice, { list: [{ partner: 'hgc', kind: 'ticket', codes: 1_204, amount: 2_408 }] }],
  ])
  expect(await screen.findByText('2,408')).toBeTruthy()
  expect(callsOf(invoice)[0]!.input).toMatchObject({ month: '2026-10' })
})
