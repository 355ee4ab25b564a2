import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { publish, tryPublish, versions, withdraw } from '#contract/admin/monthly-plans.ts'
import { consolePlans as text } from '#text/zh_HK/console-plans.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const version = (number: number, more: object = {}) => ({
  planVersionId: `pass.${number}`,
  planId: 'pass',
  offer: 'standard',
  version: number,
  name: { zh_HK: '娛樂通行證', en_US: 'Pass' },
  description: { zh_HK: '每月', en_US: 'Monthly' },
  amountCents: 8_800,
  currency: 'HKD',
  trialMonths: 1,
  creditsPerCycle: 60,
  publishedAt: '2026-11-01T08:00:00Z',
  publishedBy: 'operator:Mok',
  startsAt: '2026-11-01T08:00:00Z',
  endsAt: null,
  state: 'past',
  subscribers: 0,
  trials: 0,
  ending: 0,
  ...more,
})
const VERSIONS = {
  list: [
    version(4, { state: 'planned', startsAt: '2027-01-01T16:00:00Z', amountCents: 9_800 }),
    version(3, { state: 'onSale', endsAt: '2026-12-31T16:00:00Z', amountCents: 4_800 }),
    version(2, { state: 'paused', subscribers: 1_200, trials: 30, ending: 12 }),
    version(1, { subscribers: 400, amountCents: 7_800 }),
  ],
}
const CHANGE = { changes: [{ name: 'amountCents', before: 8_800, after: 9_900 }], subscribers: 1_600 }

const render = (answers: Answers = [], role: 'finance' | 'catalogue' = 'finance') =>
  renderConsole({
    me: { ...ADMINISTRATOR, roles: [role] },
    path: '/plans',
    answers: [[versions, VERSIONS], [tryPublish, CHANGE], ...answers],
  })

test('each version says its price, when it is on sale, and how many keep it', async () => {
  await render()
  const table = within(await screen.findByRole('table', { name: text.versions('娛樂通行證') }))
  for (const said of [text.perMonth('HK$48'), text.states.onSale, text.states.paused, text.states.planned])
    expect(table.getAllByText(said).length).toBeGreaterThan(0)
  expect(table.getByText(text.holders('1,200'))).toBeTruthy()
  expect(table.getByText(text.holding('30', '12'))).toBeTruthy()
  expect(screen.getByText(text.total('1,600'))).toBeTruthy()
})

test('catalogue sees the plans and changes none', async () => {
  await render([], 'catalogue')
  await screen.findByRole('table', { name: text.versions('娛樂通行證') })
  expect(screen.queryByRole('button', { name: text.publishOf('娛樂通行證') })).toBeNull()
  expect(screen.queryByRole('button', { name: text.add })).toBeNull()
})

test('a new version begins with the regular one, says what changes, and waits for a second person', async () => {
  const { user, callsOf } = await render([[publish, { approvalId: 'a' }]])
  await user.click(await screen.findByRole('button', { name: text.publishOf('娛樂通行證') }))
  const dialog = within(await screen.findByRole('dialog', { name: text.form.title('娛樂通行證') }))
  const amount = dialog.getByLabelText(text.form.amount)
  expect(amount).toHaveProperty('value', '88')
  await user.clear(amount)
  await user.type(amount, '99')
  expect(await dialog.findByText(text.form.keeps('1,600'))).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: text.form.submit }))
  const confirm = within(await screen.findByRole('dialog', { name: text.form.title('娛樂通行證') }))
  await user.type(await confirm.findByLabelText(consoleShell.reason), '片租上升')
  await act(() => user.click(confirm.getByRole('button', { name: text.form.submit })))
  expect(await screen.findByText(consoleShell.waits)).toBeTruthy()
  expect(callsOf(publish)[0]!.input).toMatchObject({
    planId: 'pass',
    terms: { amountCents: 9_900, creditsPerCycle: 60, trialMonths: 1 },
    reason: '片租上升',
  })
  expect(callsOf(publish)[0]!.input).not.toHaveProperty('offer')
})

test('a promotion has an end; without one it is not sent', async () => {
  const { user, callsOf } = await render([[publish, { approvalId: 'a' }]])
  await user.click(await screen.findByRole('button', { name: text.publishOf('娛樂通行證') }))
  const dialog = within(await screen.findByRole('dialog', { name: text.form.title('娛樂通行證') }))
  await user.click(dialog.getByRole('radio', { name: text.form.whens.promotion }))
  await waitFor(() => expect(dialog.getByRole('button', { name: text.form.submit })).toHaveProperty('disabled', true))
  await user.type(dialog.getByLabelText(text.form.endsAt), '2026-12-31T23:59')
  await waitFor(() => expect(callsOf(tryPublish).at(-1)!.input).toMatchObject({ endsAt: '2026-12-31T23:59:00+08:00' }))
  await waitFor(() => expect(dialog.getByRole('button', { name: text.form.submit })).toHaveProperty('disabled', false))
})

test('a planned version is withdrawn; the promotion that runs is ended', async () => {
  const { user, callsOf } = await render([[withdraw, {}]])
  const [planned, running] = [text.versionNumber('4'), text.versionNumber('3')]
  expect(await screen.findByRole('button', { name: text.withdraw.endOf(running) })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: text.withdraw.of(planned) }))
  const dialog = within(await screen.findByRole('dialog', { name: text.withdraw.title(planned) }))
  await user.type(dialog.getByLabelText(consoleShell.reason), '改期')
  await act(() => user.click(dialog.getByRole('button', { name: text.withdraw.label })))
  expect(await screen.findByText(text.withdraw.done)).toBeTruthy()
  expect(callsOf(withdraw)[0]!.input).toMatchObject({ planVersionId: 'pass.4', reason: '改期' })
})
