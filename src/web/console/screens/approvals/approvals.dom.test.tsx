import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { decide, DECISION_OBSTACLES, list } from '#contract/admin/approvals.ts'
import { list as listOperators } from '#contract/admin/operators.ts'
import { consoleActions } from '#text/zh_HK/console-actions.ts'
import { consoleApprovals as text } from '#text/zh_HK/console-approvals.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { paymentKinds } from '#text/zh_HK/payment-kinds.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const APPROVAL = {
  approvalId: 'ap-1',
  endpoint: '/operators/roles',
  input: { requestKey: 'key', id: 'op-cy', roles: ['care', 'finance'], reason: 'covers for Di', version: 3 },
  requester: { operatorId: 'op-ben', name: 'Ben Ho' },
  reason: 'covers for Di',
  askedAt: '2026-11-21T08:00:00Z',
  expiresAt: '2999-11-24T08:00:00Z',
  state: 'waiting',
  decider: null,
  decidedAt: null,
  consequence: { operatorId: 'op-cy', roles: ['care', 'finance'] },
  obstacle: null as string | null,
}
const CY = {
  operatorId: 'op-cy',
  name: 'Cy Ng',
  email: 'cy@console.test',
  roles: ['care'],
  state: 'active',
  createdAt: APPROVAL.askedAt,
  lastUsedAt: null,
  version: 3,
}
const WHAT = consoleActions.requests['/operators/roles']!

const render = (approval: object, answers: Answers = []) =>
  renderConsole({
    me: ADMINISTRATOR,
    path: '/approvals',
    answers: [[list, pageOf([approval])], [listOperators, pageOf([CY])], ...answers],
  })

test('what is asked is in words: whom, what changes, who asks and why; nothing technical', async () => {
  const { callsOf } = await render(APPROVAL)
  expect(await screen.findByRole('heading', { name: WHAT })).toBeTruthy()
  expect(await screen.findByText('Cy Ng')).toBeTruthy()
  expect(screen.getByText('Ben Ho')).toBeTruthy()
  expect(screen.getAllByText('covers for Di')).toHaveLength(1)
  const [care, finance] = [consoleShell.roles.care, consoleShell.roles.finance]
  expect(screen.getByText(`− ${care}`)).toBeTruthy()
  expect(screen.getByText(`+ ${care}、${finance}`)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/requestKey|op-cy/)
  expect(callsOf(list)[0]!.input).toMatchObject({ filter: { state: 'waiting' } })
})

test('a refund to be approved names the payment as operators know it', async () => {
  const consequence = { orderNumber: 'HB-261201-FXKZ', amountCents: 50_000, provider: 'octopus', outTradeNo: 'x' }
  await render({ ...APPROVAL, endpoint: '/orders/refund', input: { outTradeNo: 'x' }, consequence })
  expect(await screen.findByText(paymentKinds.octopus)).toBeTruthy()
  expect(screen.queryByText('octopus')).toBeNull()
})

test.each(DECISION_OBSTACLES)(
  'an operator with the obstacle %s reads it in the place of the buttons',
  async (obstacle) => {
    await render({ ...APPROVAL, obstacle })
    expect(await screen.findByText(text.obstacles[obstacle])).toBeTruthy()
    expect(screen.queryByRole('button', { name: text.approve })).toBeNull()
    expect(screen.queryByRole('button', { name: text.refuse })).toBeNull()
  },
)

test.each(['approved', 'void'] as const)('approving says that it was %s', async (outcome) => {
  const { user, callsOf } = await render(APPROVAL, [[decide, { outcome }]])
  await user.click(await screen.findByRole('button', { name: text.approve }))
  const confirm = within(await screen.findByRole('dialog', { name: text.approveTitle(WHAT) }))
  await user.click(confirm.getByRole('button', { name: text.approve }))
  expect(await screen.findByText(text.outcomes[outcome])).toBeTruthy()
  expect(callsOf(decide)[0]!.input).toMatchObject({ id: 'ap-1', approve: true })
})

test('refusing asks why', async () => {
  const { user, callsOf } = await render(APPROVAL, [[decide, { outcome: 'refused' }]])
  await user.click(await screen.findByRole('button', { name: text.refuse }))
  const confirm = within(await screen.findByRole('dialog', { name: text.refuseTitle(WHAT) }))
  await user.click(confirm.getByRole('button', { name: text.refuse }))
  expect(callsOf(decide)).toHaveLength(0)
  await user.type(confirm.getByLabelText(consoleShell.reason), 'not agreed')
  await user.click(confirm.getByRole('button', { name: text.refuse }))
  expect(await screen.findByText(text.outcomes.refused)).toBeTruthy()
  expect(callsOf(decide)[0]!.input).toMatchObject({ approve: false, reason: 'not agreed' })
})

test('a call that the console does not know shows its path and every field', async () => {
  await render({
    ...APPROVAL,
    endpoint: '/of/a-later-version',
    input: { gadgetId: 'T-1', turns: 5000 },
    consequence: {},
  })
  expect(await screen.findByRole('heading', { name: '/of/a-later-version' })).toBeTruthy()
  for (const shown of ['gadgetId', 'T-1', 'turns', '5000']) expect(screen.getByText(shown)).toBeTruthy()
})

test('a consequence goes before what the input calls the same', async () => {
  await render({
    ...APPROVAL,
    endpoint: '/of/a-later-version',
    input: { turns: 5 },
    consequence: { turns: 5000 },
  })
  expect(await screen.findByText('5000')).toBeTruthy()
  expect(screen.queryByText('5')).toBeNull()
})

test('without any it says so, and other states are a choice in the address', async () => {
  const { user } = await renderConsole({ me: ADMINISTRATOR, path: '/approvals', answers: [[list, pageOf([])]] })
  expect(await screen.findByText(text.empty)).toBeTruthy()
  await user.selectOptions(screen.getByLabelText(text.state), 'refused')
  expect(await screen.findByText(text.none)).toBeTruthy()
  expect(location.hash).toBe('#/approvals?state=refused')
})
