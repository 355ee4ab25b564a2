import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { compensate, list, show, stop, tryOut } from '#contract/admin/compensations.ts'
import { consoleCompensations as text } from '#text/zh_HK/console-compensations.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

const CARE = { ...ADMINISTRATOR, roles: ['care' as const] }

const ONE = {
  compensationId: 'c-1',
  incident: '11月28日中斷',
  from: '2026-11-20T08:00:00Z',
  until: '2026-11-20T10:00:00Z',
  who: ['paid', 'streamed'],
  gives: { kind: 'credits', credits: 20 },
  reason: '中斷',
  state: 'running',
  members: 2_000,
  given: 400,
  nothing: 10,
  failed: 0,
  madeAt: '2026-11-20T12:00:00Z',
  madeBy: 'operator:Yip',
  isApproved: true,
  endedAt: null,
  stoppedBy: null,
}
const TRIED = {
  members: 120,
  did: { paid: 20, rented: 5, streamed: 110 },
  hadBefore: 3,
  credits: 2_400,
  rentals: null,
  sample: [{ accountId: 'a-1', maskedNumber: '+852 6••• ••47', did: ['paid', 'streamed'] }],
}

const render = (path: string, answers: Answers = [], me = CARE) =>
  renderConsole({ me, path, answers: [[list, pageOf([ONE])], [show, ONE], [tryOut, TRIED], ...answers] })

type User = Awaited<ReturnType<typeof render>>['user']

async function fill(user: User) {
  await user.type(await screen.findByLabelText(text.form.incident), '11月28日中斷')
  fireEvent.change(screen.getByLabelText(text.form.from), { target: { value: '2026-11-20T16:00' } })
  fireEvent.change(screen.getByLabelText(text.form.until), { target: { value: '2026-11-20T18:00' } })
}

test('the list says what each gave and how many have it', async () => {
  await render('/compensations')
  const row = await screen.findByRole('row', { name: /11月28日中斷/ })
  expect(row.textContent).toContain(text.gives.credits('20'))
  expect(row.textContent).toContain(text.reachedOf('400', '2,000'))
  expect(screen.getByRole('link', { name: text.add })).toBeTruthy()
  const rail = within(screen.getByRole('navigation', { name: consoleShell.navigation }))
  const item = rail.getByRole('link', { name: consoleShell.screens.compensations })
  expect(item.getAttribute('aria-current')).toBe('page')
})

test('finance reads, and makes none', async () => {
  await render('/compensations', [], { ...ADMINISTRATOR, roles: ['finance' as never] })
  await screen.findByRole('row', { name: /11月28日中斷/ })
  expect(screen.queryByRole('link', { name: text.add })).toBeNull()
})

test('a dry run comes first; what changes after it is tried again before it is submitted', async () => {
  const { user, callsOf } = await render('/compensations/new', [[compensate, { approvalId: 'ap-1' }]])
  await fill(user)
  await user.click(screen.getByRole('button', { name: text.form.tryOut }))
  expect(await screen.findByText(text.form.count('120'))).toBeTruthy()
  expect(screen.getByText('+852 6••• ••47')).toBeTruthy()
  expect(callsOf(tryOut)[0]!.input).toMatchObject({
    incident: '11月28日中斷',
    from: '2026-11-20T16:00:00+08:00',
    until: '2026-11-20T18:00:00+08:00',
    who: ['paid', 'rented', 'streamed'],
    gives: { kind: 'credits', credits: 20 },
  })
  await user.type(screen.getByLabelText(text.form.credits), '0')
  await waitFor(() => expect(screen.queryByText(text.form.count('120'))).toBeNull())
  await user.click(screen.getByRole('button', { name: text.form.tryOut }))
  await user.click(await screen.findByRole('button', { name: text.form.submit }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(consoleShell.reason), '服務中斷')
  await user.type(dialog.getByLabelText(consoleShell.typeWord(text.form.word)), text.form.word)
  await user.click(dialog.getByRole('button', { name: text.form.submit }))
  await waitFor(() => expect(callsOf(compensate)).toHaveLength(1))
  expect(callsOf(compensate)[0]!.input).toMatchObject({ gives: { kind: 'credits', credits: 200 }, reason: '服務中斷' })
  expect(await screen.findByText(text.form.waits)).toBeTruthy()
})

test('longer rentals are for who had one', async () => {
  const { user, callsOf } = await render('/compensations/new', [[tryOut, { ...TRIED, credits: null, rentals: 7 }]])
  await fill(user)
  await user.click(screen.getByRole('radio', { name: text.kinds.rental }))
  await user.click(screen.getByRole('button', { name: text.form.tryOut }))
  expect(await screen.findByText(new RegExp(text.form.rentals('7')))).toBeTruthy()
  expect(callsOf(tryOut)[0]!.input).toMatchObject({ who: ['rented'], gives: { kind: 'rental', hours: 24 } })
})

test('one says how far it is, and can be stopped', async () => {
  const { user, callsOf } = await render('/compensations/c-1', [[stop, {}]])
  expect(await screen.findByText(text.one.progress('410', '2,000'))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.one.stop }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(consoleShell.reason), '時間有誤')
  await user.click(dialog.getByRole('button', { name: text.one.stop }))
  await waitFor(() => expect(callsOf(stop)[0]!.input).toMatchObject({ compensationId: 'c-1', reason: '時間有誤' }))
})
