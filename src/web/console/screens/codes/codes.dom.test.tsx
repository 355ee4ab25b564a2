import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { file, giftCards, list, listUses, look, make, show, tryBatch, voidCodes } from '#contract/admin/codes.ts'
import { versions } from '#contract/admin/monthly-plans.ts'
import { consoleCodes as text } from '#text/zh_HK/console-codes.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const BATCH = {
  batchId: 'b-0412',
  kind: 'redeem',
  name: '冬日禮遇',
  grants: [{ kind: 'credits', amount: 50, expiresInDays: 365 }],
  usesPerCode: 1,
  newUsersOnly: false,
  partner: null,
  startsAt: '2026-11-30T16:00:00Z',
  expiresAt: '2027-02-28T16:00:00Z',
  state: 'open',
  voidedAt: null,
  madeAt: '2026-11-20T08:00:00Z',
  madeBy: 'operator:Mok',
  wanted: 100_000,
  made: 100_000,
  uses: 76_482,
  voidedCodes: 0,
  worthCents: 500_000_000,
  file: 'ready',
  fileUntil: '2026-11-21T08:30:00Z',
  fetchedAt: null,
  isOwn: true,
}
const CARD = {
  outTradeNo: 'f00d',
  orderNumber: 'HB-261121-4K7Q',
  grants: [{ kind: 'credits', amount: 100 }],
  state: 'unused',
  isRefunded: false,
  paidCents: 10_000,
  boughtAt: '2026-11-20T08:00:00Z',
  expiresAt: '2029-11-20T08:00:00Z',
  usedAt: null,
  resends: 1,
}
const PLAN = { planId: 'pass', planVersionId: 'pass.1', name: { zh_HK: '娛樂通行證', en_US: 'Pass' } }

/** A number and its unit stay on one line. */
const SUBMIT = new RegExp(text.form.submit('100').replaceAll(' ', String.raw`\s`))

const FINANCE = { ...ADMINISTRATOR, roles: ['finance' as const] }

const render = (path: string, answers: Answers = []) =>
  renderConsole({
    me: FINANCE,
    path,
    answers: [
      [versions, { list: [PLAN] }],
      [list, pageOf([BATCH])],
      [giftCards, pageOf([CARD])],
      [show, BATCH],
      [listUses, pageOf([])],
      [tryBatch, { worthCents: 500_000, way: 'alone' }],
      ...answers,
    ],
  })

test('a row says what a batch gives, how much of it was used, and leads to it', async () => {
  await render('/codes')
  const link = await screen.findByRole('link', { name: text.open(BATCH.name) })
  expect(link.getAttribute('href')).toBe('#/codes/b-0412')
  const table = within(screen.getByRole('table', { name: text.list }))
  expect(table.getAllByText('50 點').length).toBeGreaterThan(0)
  expect(table.getByText(text.usedOf('76,482', '100,000'))).toBeTruthy()
  expect(table.getByText(text.states.open)).toBeTruthy()
})

test('a batch that is being made says how far it is', async () => {
  const making = { ...BATCH, state: 'making', made: 42_000, file: 'making', fileUntil: null }
  await render('/codes/b-0412', [[show, making]])
  expect(await screen.findByText(text.batch.progressText('42,000', '100,000'))).toBeTruthy()
  expect(screen.getByText(text.batch.making)).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.batch.download })).toBeNull()
})

test('gift cards lead to their orders; their filter is in the address', async () => {
  const { callsOf } = await render('/codes?view=cards&state=unused')
  const link = await screen.findByRole('link', { name: text.openOrder(CARD.orderNumber) })
  expect(link.getAttribute('href')).toBe('#/orders/HB-261121-4K7Q')
  expect(screen.getByText(text.resent(1))).toBeTruthy()
  expect(callsOf(giftCards)[0]!.input.filter).toEqual({ state: 'unused' })
})

test('a new batch says its worth, and is ordered with a reason and a typed word', async () => {
  const { user, callsOf } = await render('/codes/new', [[make, { batchId: 'b-1' }]])
  await user.type(await screen.findByLabelText(text.form.name), '春日')
  expect(await screen.findByText(new RegExp(text.form.alone))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: SUBMIT }))
  const dialog = within(await screen.findByRole('dialog', { name: text.form.confirmTitle('100') }))
  const submit = dialog.getByRole('button', { name: SUBMIT })
  await user.type(dialog.getByLabelText(consoleShell.reason), '街展')
  expect(submit).toHaveProperty('disabled', true)
  await user.type(dialog.getByLabelText(consoleShell.typeWord(text.form.word)), text.form.word)
  await act(() => user.click(submit))
  await waitFor(() => expect(callsOf(make)).toHaveLength(1))
  expect(callsOf(make)[0]!.input).toMatchObject({ name: '春日', count: 100, reason: '街展', partner: null })
  await waitFor(() => expect(location.hash).toBe('#/codes/b-1'))
})

test('one that needs a second person says so, and leads back to the list', async () => {
  const { user } = await render('/codes/new', [
    [tryBatch, { worthCents: 5_000_000, way: 'second' }],
    [make, { approvalId: 'a' }],
  ])
  await user.type(await screen.findByLabelText(text.form.name), '春日')
  expect(await screen.findByText(new RegExp(text.form.second))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: SUBMIT }))
  const dialog = within(await screen.findByRole('dialog', { name: text.form.confirmTitle('100') }))
  await user.type(dialog.getByLabelText(consoleShell.reason), '街展')
  await user.type(dialog.getByLabelText(consoleShell.typeWord(text.form.word)), text.form.word)
  await act(() => user.click(dialog.getByRole('button', { name: SUBMIT })))
  expect(await screen.findByText(text.form.waits)).toBeTruthy()
  await waitFor(() => expect(location.hash).toBe('#/codes'))
})

test('the codes are saved as a file once the operator is sure; the same request is repeated after a lost answer', async () => {
  let tries = 0
  const saved = vi.fn<(name: string) => void>()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download)
  })
  const { user, callsOf } = await render('/codes/b-0412', [
    [file, () => ((tries += 1) === 1 ? undefined : { codes: ['AAAA-BBBB-CCCC-DDDD'] })],
  ])
  const download = await screen.findByRole('button', { name: text.batch.download })
  expect(download).toHaveProperty('disabled', true)
  await user.click(screen.getByLabelText(text.batch.keep))
  await act(() => user.click(download))
  await waitFor(() => expect(callsOf(file)).toHaveLength(1))
  await waitFor(() => expect(download).toHaveProperty('disabled', false))
  await act(() => user.click(download))
  expect(await screen.findByText(text.batch.downloaded('1'))).toBeTruthy()
  expect(saved).toHaveBeenCalledWith('codes-冬日禮遇.csv')
  const [first, second] = callsOf(file)
  expect(second!.input.requestKey).toBe(first!.input.requestKey)
  vi.restoreAllMocks()
})

test('of a batch that is not there a link leads back to the list', async () => {
  await render('/codes/none', [[show, { result: 'FAILED', errorCode: 'NOT_FOUND', message: 'none' }]])
  expect(await screen.findByText(text.batch.missing)).toBeTruthy()
  expect(screen.getByRole('link', { name: text.toList }).getAttribute('href')).toBe('#/codes')
})

test('another operator’s batch has no download', async () => {
  await render('/codes/b-0412', [[show, { ...BATCH, isOwn: false }]])
  expect(await screen.findByText(text.batch.notOwn('Mok'))).toBeTruthy()
  expect(screen.queryByRole('button', { name: text.batch.download })).toBeNull()
})

test('a batch is voided with what follows from it', async () => {
  const { user, callsOf } = await render('/codes/b-0412', [[voidCodes, {}]])
  await user.click(await screen.findByRole('button', { name: text.batch.void }))
  const dialog = within(await screen.findByRole('dialog', { name: text.batch.voidTitle(BATCH.name) }))
  expect(dialog.getByText(text.batch.voidText('23,518', '76,482'))).toBeTruthy()
  await user.type(dialog.getByLabelText(consoleShell.reason), '外洩')
  await user.type(dialog.getByLabelText(consoleShell.typeWord(text.batch.word)), text.batch.word)
  await act(() => user.click(dialog.getByRole('button', { name: text.batch.void })))
  expect(await screen.findByText(text.batch.done)).toBeTruthy()
  expect(callsOf(voidCodes)[0]!.input).toMatchObject({ batchId: 'b-0412', reason: '外洩' })
})

test('a code is looked up in a dialog; no address has it', async () => {
  const found = {
    codeId: 7,
    batchId: 'b-0412',
    name: BATCH.name,
    kind: 'redeem',
    grants: BATCH.grants,
    state: 'redeemed',
    usesLeft: 0,
    expiresAt: null,
    outTradeNo: null,
    uses: [{ useId: 'u', codeId: 7, accountId: 'acc-1', usedAt: '2026-11-20T08:00:00Z', granted: [] }],
  }
  const { user } = await render('/codes', [[look, found]])
  await user.click(await screen.findByRole('button', { name: text.look.label }))
  const dialog = within(await screen.findByRole('dialog', { name: text.look.title }))
  await user.type(dialog.getByLabelText(text.look.code), 'abcd-efgh')
  await act(() => user.click(dialog.getByRole('button', { name: text.look.submit })))
  expect(await dialog.findByText(text.cardStates.redeemed)).toBeTruthy()
  expect(dialog.getByRole('link', { name: text.batch.openCustomer('acc-1') })).toBeTruthy()
  expect(location.href).not.toMatch(/abcd/i)
})
