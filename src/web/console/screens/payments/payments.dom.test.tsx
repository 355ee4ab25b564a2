import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  accept,
  cases,
  dismiss,
  endMandate,
  mandateTerminations,
  reconcile,
  settleRefund,
} from '#contract/admin/payments.ts'
import { list as listEvents, retry } from '#contract/admin/webhooks.ts'
import { consolePayments as text } from '#text/zh_HK/console-payments.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const CASE = {
  caseId: 'c1',
  cause: 'review',
  outTradeNo: 'f00d',
  orderNumber: 'HB-261120-05AB',
  amountCents: 9_000,
  currency: 'HKD',
  problem: null as string | null,
  at: '2026-11-20T12:14:40Z',
  answerBy: null as string | null,
  action: 'accept' as string | null,
  reference: null as string | null,
}
const EVENT = {
  eventId: 'e1',
  provider: 'paypal',
  state: 'failed',
  attempts: 8,
  problem: 'TypeError',
  receivedAt: '2026-11-20T12:14:40Z',
  dueAt: null,
  processedAt: null,
  hasBody: true,
}

const render = (path: string, answers: Answers) =>
  renderConsole({ me: { ...ADMINISTRATOR, roles: ['finance'] }, path: `/payments${path}`, answers })

type User = Awaited<ReturnType<typeof render>>['user']

async function openRow(user: User, name: string) {
  await user.click(await screen.findByRole('button', { name: text.open(name) }))
}

/** Types the reason and the word of the dialog, and confirms. */
async function confirm(user: User, { label, word }: { label: string; word: string }) {
  const dialog = within(await screen.findByRole('dialog'))
  const button = dialog.getByRole<HTMLButtonElement>('button', { name: label })
  expect(button.disabled).toBe(true)
  await user.type(dialog.getByLabelText(consoleShell.reason), '已核對')
  await user.type(dialog.getByLabelText(consoleShell.typeWord(word)), word)
  await user.click(button)
}

test('a payment under review is accepted with a typed word and a reason', async () => {
  const { user, callsOf } = await render('', [
    [cases, pageOf([CASE])],
    [accept, {}],
  ])
  await openRow(user, `${text.causes.review} ${CASE.orderNumber}`)
  expect(screen.getByText(text.advice.review)).toBeTruthy()
  expect(screen.getByRole('link', { name: text.openOrder }).getAttribute('href')).toBe(`#/orders/${CASE.orderNumber}`)
  await user.click(screen.getByRole('button', { name: text.accept.label }))
  await confirm(user, text.accept)
  expect(await screen.findByText(text.accept.done)).toBeTruthy()
  expect(callsOf(accept)[0]!.input).toMatchObject({ outTradeNo: 'f00d', reason: '已核對' })
})

test('a difference is dismissed by the reference of the provider', async () => {
  const one = {
    ...CASE,
    cause: 'unknown payment',
    orderNumber: null,
    action: 'dismiss',
    reference: 'L-1',
    problem: 'L-1',
  }
  const { user, callsOf } = await render('', [
    [cases, pageOf([one])],
    [dismiss, {}],
  ])
  await openRow(user, `${text.causes['unknown payment']} f00d`)
  expect(screen.queryByRole('link', { name: text.openOrder })).toBeNull()
  await user.click(screen.getByRole('button', { name: text.dismiss.label }))
  await confirm(user, text.dismiss)
  expect(await screen.findByText(text.dismiss.done)).toBeTruthy()
  expect(callsOf(dismiss)[0]!.input).toMatchObject({ reference: 'L-1' })
})

test('a refund in doubt is settled as the portal says', async () => {
  const { user, callsOf } = await render('', [
    [cases, pageOf([{ ...CASE, cause: 'refund in doubt', action: 'settleRefund' }])],
    [settleRefund, {}],
  ])
  await openRow(user, `${text.causes['refund in doubt']} ${CASE.orderNumber}`)
  await user.click(screen.getByRole('button', { name: text.settle.label }))
  await user.click(await screen.findByRole('radio', { name: text.settle.refused }))
  expect(screen.getByText(text.settle.text.refused)).toBeTruthy()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: text.settle.label }))
  await confirm(user, text.settle)
  expect(await screen.findByText(text.settle.done)).toBeTruthy()
  expect(callsOf(settleRefund)[0]!.input).toMatchObject({ outTradeNo: 'f00d', as: 'refused' })
})

test('a dispute has its advice, its deadline and no action; the cause is in the address', async () => {
  const { user, callsOf } = await render('?cause=disputed', [
    [cases, pageOf([{ ...CASE, cause: 'disputed', action: null, answerBy: '2026-11-30T04:00:00Z' }])],
  ])
  await openRow(user, `${text.causes.disputed} ${CASE.orderNumber}`)
  expect(screen.getByText(text.advice.disputed)).toBeTruthy()
  expect(screen.getByText('11月30日 12:00')).toBeTruthy()
  for (const label of [text.accept.label, text.dismiss.label, text.settle.label])
    expect(screen.queryByRole('button', { name: label })).toBeNull()
  expect(callsOf(cases)[0]!.input).toMatchObject({ filter: { cause: 'disputed' }, sort: 'at' })
})

test('without a case it says so, and reconciling queries the providers', async () => {
  const { user, callsOf } = await render('', [
    [cases, pageOf([])],
    [reconcile, { queried: 12 }],
  ])
  expect(await screen.findByText(text.empty)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.reconcile.label }))
  await confirm(user, text.reconcile)
  expect(await screen.findByText(text.reconcile.done(12))).toBeTruthy()
  expect(callsOf(reconcile)[0]!.input).toMatchObject({ reason: '已核對' })
})

test('a failed callback is retried, alone or with all of its provider; of one whose content is gone it says so', async () => {
  const { user, callsOf } = await render('?view=callbacks&state=failed', [
    [listEvents, pageOf([EVENT, { ...EVENT, eventId: 'e2', provider: 'payme', hasBody: false }])],
    [retry, ({ input }) => ({ count: input.eventId ? 1 : 3 })],
  ])
  await openRow(user, `paypal ${text.callbacks.states.failed}`)
  await user.click(screen.getByRole('button', { name: text.callbacks.retry }))
  expect(await screen.findByText(text.callbacks.retried(1))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.callbacks.retryAll('paypal') }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: text.callbacks.retry }))
  expect(await screen.findByText(text.callbacks.retried(3))).toBeTruthy()
  expect(callsOf(retry).map(({ input: { eventId, provider } }) => [eventId, provider])).toEqual([
    ['e1', undefined],
    [undefined, 'paypal'],
  ])
  await openRow(user, `payme ${text.callbacks.states.failed}`)
  expect(screen.getByText(text.callbacks.erased)).toBeTruthy()
})

test('a subscription is ended by its two ids, a reason and a typed word; its outcome is listed', async () => {
  const ending = {
    terminationId: 'x1',
    subscription: 'I-1',
    agreementId: 'a1',
    requestedAt: '2026-11-20T12:14:40Z',
    actor: 'operator:Ada Lam',
    reason: '還原備份',
    outcome: 'absent',
    finishedAt: '2026-11-20T12:15:40Z',
  }
  const { user, callsOf } = await render('?view=terminations', [
    [mandateTerminations, pageOf([ending])],
    [endMandate, { terminationId: 'x2' }],
  ])
  expect(await screen.findByText(text.terminations.outcomes.absent)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.terminations.label }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(text.terminations.subscription), 'I-2')
  await user.type(dialog.getByLabelText(text.terminations.agreement), 'a2')
  await confirm(user, text.terminations)
  expect(await screen.findByText(text.terminations.done)).toBeTruthy()
  expect(callsOf(endMandate)[0]!.input).toMatchObject({ subscription: 'I-2', agreementId: 'a2', reason: '已核對' })
})

test('the views are side by side, and changing one drops the filters of the other', async () => {
  const { user } = await render('?cause=review', [
    [cases, pageOf([CASE])],
    [listEvents, pageOf([])],
  ])
  await user.click(await screen.findByRole('radio', { name: text.views.callbacks }))
  await waitFor(() => expect(location.hash).toBe('#/payments?view=callbacks'))
  expect(await screen.findByText(text.callbacks.empty)).toBeTruthy()
})
