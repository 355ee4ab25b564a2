import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cases, orders } from '#contract/admin/customer-records.ts'
import { related, show } from '#contract/admin/customers.ts'
import { consoleCustomers as text } from '#text/zh_HK/console-customers.ts'
import { ADMINISTRATOR, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

const CUSTOMER = {
  accountId: 'a-208417',
  name: '陳大文',
  maskedNumber: '+852 6••• ••47',
  maskedEmail: 't•••@example.com',
  isEmailProven: true,
  isEmailRefused: false,
  language: 'zh_HK',
  partner: null,
  since: '2026-03-09T04:00:00Z',
  closesAt: null,
  heldUntil: null,
  newNumber: null,
  isBlocked: false,
  signInLockedUntil: null,
  isParentalOn: false,
  devices: 0,
  plan: null,
  credits: 0,
  lapses: [],
  notes: [],
  isOwn: false,
}
const ORDER = {
  orderNumber: 'HB-261119-4K7Q',
  at: '2026-11-19T12:14:00Z',
  purpose: 'topup',
  kind: 'alipay',
  state: 'paid',
  amountCents: 10_000,
  refundedCents: 0,
  paidAt: '2026-11-19T12:15:00Z',
  deliveredAt: '2026-11-19T12:15:00Z',
  isUndeliverable: false,
}
const CASE = {
  caseNumber: 'C-261119-8P2M',
  theme: 'technical',
  state: 'open',
  at: '2026-11-19T12:14:00Z',
  answeredAt: null,
  closedAt: null,
}

const open = (tab: 'orders' | 'cases', role: 'care' | 'finance') =>
  renderConsole({
    me: { ...ADMINISTRATOR, roles: [role] },
    path: `/customers/${CUSTOMER.accountId}?tab=${tab}`,
    answers: [
      [show, CUSTOMER],
      [related, { sameDevice: 0, samePayer: 0, sameEmail: 0 }],
      [orders, pageOf([ORDER])],
      [cases, pageOf([CASE])],
    ],
  })

test.each([
  ['orders', 'care', ORDER.orderNumber, `#/orders/${ORDER.orderNumber}`],
  ['orders', 'finance', ORDER.orderNumber, `#/orders/${ORDER.orderNumber}`],
  ['cases', 'care', CASE.caseNumber, `#/contact/${CASE.caseNumber}`],
] as const)('a row of %s leads %s to its page', async (tab, role, name, address) => {
  await open(tab, role)
  expect((await screen.findByRole('link', { name: text.open(name) })).getAttribute('href')).toBe(address)
})

test('a row of cases leads finance, who may not open one, nowhere', async () => {
  await open('cases', 'finance')
  expect(await screen.findByText(CASE.caseNumber)).toBeTruthy()
  expect(screen.queryByRole('link', { name: text.open(CASE.caseNumber) })).toBeNull()
})
