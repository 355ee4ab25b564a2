import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, close, create, handle, image, list, open, reopen, templates } from '#contract/admin/contact.ts'
import { consoleContact as text } from '#text/zh_HK/console-contact.ts'
import { consoleShell as shell } from '#text/zh_HK/console-shell.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const CARE = { ...ADMINISTRATOR, roles: ['care' as const] }
const CASE = {
  caseNumber: 'K7QM-2XPD',
  version: 2,
  theme: 'payment',
  kind: 'refund',
  language: 'en_US',
  state: 'open',
  isMember: true,
  hasImage: true,
  sentAt: '2026-11-20T04:00:00Z',
  dueAt: '2020-11-23T16:00:00Z',
  answeredAt: null,
  closedAt: null,
  owner: null,
  openedBy: null,
}
const OPENED = {
  ...CASE,
  accountId: 'acc-1',
  name: '陳子晴',
  phone: '+85228881234',
  loginAccount: '91234567',
  email: 'visitor@example.com',
  device: 'Chrome · Windows',
  content: '扣了兩次款。',
  answers: [{ text: 'We are looking into it.', at: '2026-11-20T05:00:00Z', by: 'Ann Lee' }],
}
const TEMPLATES = { list: [{ kind: 'refund', text: { zh_HK: '你好：', en_US: 'Hello, your money is back.' } }] }

const render = (path: string, answers: Answers = []) =>
  renderConsole({
    me: CARE,
    path,
    answers: [[list, pageOf([CASE])], [open, OPENED], [templates, TEMPLATES], ...answers],
  })
const button = (name: string) => screen.findByRole('button', { name: keepUnits(name) })

test('the list says what a case is about and that it is late, nothing of who wrote it, and opens nothing', async () => {
  const { callsOf } = await render('/contact')
  const link = await screen.findByRole('link', { name: text.open(CASE.caseNumber) })
  expect(link.getAttribute('href')).toBe('#/contact/K7QM-2XPD')
  const table = within(screen.getByRole('table', { name: text.list }))
  for (const shown of [text.kinds.refund, text.languages.en_US, text.overdue])
    expect(table.getByText(shown)).toBeTruthy()
  expect(callsOf(list)[0]!.input).toMatchObject({ sort: 'dueAt' })
  expect(callsOf(open)).toEqual([])
})

test('a case is opened once, and answered from the template in the language of its sender', async () => {
  const { user, callsOf } = await render('/contact/K7QM-2XPD', [[answer, { version: 3 }]])
  expect(await screen.findByText('扣了兩次款。')).toBeTruthy()
  expect(screen.getByText('visitor@example.com')).toBeTruthy()
  expect(screen.getByText('We are looking into it.')).toBeTruthy()
  expect(callsOf(open)).toHaveLength(1)
  await user.click(await button(text.case.templateOf(text.kinds.refund)))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: text.case.answer })
  expect(field.value).toBe('Hello, your money is back.')
  // Its quotation marks are then those of the language.
  expect(field.closest('[lang]')?.getAttribute('lang')).toBe('en')
  await user.type(field, ' Sorry.')
  await user.keyboard('{Control>}{Enter}{/Control}')
  expect(await screen.findByText(text.case.sent)).toBeTruthy()
  expect(callsOf(answer)).toMatchObject([
    { input: { caseNumber: CASE.caseNumber, version: 2, text: 'Hello, your money is back. Sorry.' } },
  ])
  await waitFor(() => expect(field.value).toBe(''))
})

test('a template asks before it takes the place of what was typed', async () => {
  const { user } = await render('/contact/K7QM-2XPD')
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: text.case.answer })
  await user.type(field, 'Dear')
  const openDialog = async () => {
    await user.click(await button(text.case.templateOf(text.kinds.refund)))
    return within(await screen.findByRole('dialog', { name: text.case.replaceDraft }))
  }
  await user.click((await openDialog()).getByRole('button', { name: shell.cancel }))
  expect(field.value).toBe('Dear')
  await user.click((await openDialog()).getByRole('button', { name: text.case.replace }))
  expect(field.value).toBe('Hello, your money is back.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an answer that another operator was faster with stays in the field', async () => {
  const conflict = {
    result: 'FAILED',
    errorCode: 'VERSION_CONFLICT',
    message: '',
    current: {},
    by: 'operator:B',
    at: CASE.sentAt,
  }
  const { user, callsOf } = await render('/contact/K7QM-2XPD', [[answer, conflict]])
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: text.case.answer })
  await user.type(field, 'Hi')
  await user.click(await button(text.case.send))
  expect(await screen.findByText(text.case.changed)).toBeTruthy()
  expect(field.value).toBe('Hi')
  expect(callsOf(open)).toHaveLength(2)
})

test('the picture is read when it is asked for', async () => {
  const { user, callsOf } = await render('/contact/K7QM-2XPD', [[image, { contentType: 'image/png', content: 'AAAA' }]])
  const show = await button(text.case.showImage)
  expect(callsOf(image)).toEqual([])
  await user.click(show)
  const picture = await screen.findByRole('img', { name: text.case.imageAlt })
  expect(picture.getAttribute('src')).toBe('data:image/png;base64,AAAA')
})

test('closing can be taken back; a case is taken over, and its kind changed', async () => {
  const { user, callsOf } = await render('/contact/K7QM-2XPD', [
    [close, {}],
    [reopen, {}],
    [handle, { version: 3 }],
  ])
  await user.click(await button(text.case.close))
  await user.click(await button(text.case.undo))
  await waitFor(() => expect(callsOf(reopen)).toMatchObject([{ input: { caseNumber: CASE.caseNumber } }]))
  await user.click(await button(text.case.take))
  await user.selectOptions(screen.getByRole('combobox', { name: text.kind }), 'takedown')
  await waitFor(() =>
    expect(callsOf(handle).map(({ input }) => [input.isMine, input.kind])).toEqual([
      [true, undefined],
      [undefined, 'takedown'],
    ]),
  )
})

test('a case of a call is opened by hand, and its page follows', async () => {
  const { user, callsOf } = await render('/contact', [[create, { caseNumber: 'NEWW-CASE' }]])
  await act(async () => user.click(await button(text.create)))
  const dialog = within(await screen.findByRole('dialog', { name: text.newCase.title }))
  await user.type(dialog.getByRole('textbox', { name: text.newCase.name }), '陳大文')
  await user.type(dialog.getByRole('textbox', { name: text.newCase.email }), 'chan@example.com')
  await user.type(dialog.getByRole('textbox', { name: text.newCase.content }), '來電查詢')
  await user.click(dialog.getByRole('button', { name: keepUnits(text.newCase.submit) }))
  await waitFor(() => expect(location.hash).toBe('#/contact/NEWW-CASE'))
  expect(callsOf(create)).toMatchObject([
    { input: { kind: 'question', email: 'chan@example.com', senderLanguage: 'zh_HK' } },
  ])
})

test('without cases it says so; a case that is not there leads back', async () => {
  await render('/contact', [[list, pageOf([])]])
  expect(await screen.findByText(text.empty)).toBeTruthy()
  expect(screen.queryByText(shell.clearFilters)).toBeNull()
})

test('a case that is not there leads back to the list', async () => {
  await render('/contact/NONE-0000', [[open, { result: 'FAILED', errorCode: 'NOT_FOUND', message: '沒有個案' }]])
  expect(await screen.findByText('沒有個案')).toBeTruthy()
  expect(screen.getByRole('link', { name: keepUnits(text.case.all) }).getAttribute('href')).toBe('#/contact')
})
