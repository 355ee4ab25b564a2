import { devices, ledger, messages, orders } from '#contract/admin/customer-records.ts'
import { find, related, reveal, show } from '#contract/admin/customers.ts'
import type { Language } from '#contract/languages.ts'
import { consoleCustomerActions as actionsEn } from '#text/en_US/console-customer-actions.ts'
import { consoleCustomers as en } from '#text/en_US/console-customers.ts'
import { consoleCustomerActions as actionsZh } from '#text/zh_HK/console-customer-actions.ts'
import { consoleCustomers as zh } from '#text/zh_HK/console-customers.ts'
import type { Page } from '../e2e/support/world.ts'
import { answerCalls } from './answers.ts'

const TEXT = { zh_HK: { ...zh, ...actionsZh }, en_US: { ...en, ...actionsEn } }

const PLAN = { zh_HK: '娛樂通行證', en_US: 'Entertainment Pass' }
const ACCOUNT = {
  accountId: 'a-208417',
  name: '杜撰女士',
  maskedNumber: '+852 6••• ••47',
  since: '2024-03-09T04:00:00Z',
}
const FOUND = [
  { ...ACCOUNT, plan: PLAN, isClosing: false, isBlocked: false, foundBy: 'email' },
  {
    ...ACCOUNT,
    accountId: 'a-193025',
    name: '賈名先生',
    maskedNumber: '+853 6••• ••12',
    plan: null,
    isClosing: true,
    isBlocked: true,
    foundBy: 'email',
  },
]
const CUSTOMER = {
  ...ACCOUNT,
  maskedEmail: 'd•••@example.com',
  isEmailProven: true,
  isEmailRefused: false,
  language: 'zh_HK',
  partner: 'anyplex',
  closesAt: null,
  heldUntil: null,
  newNumber: null,
  isBlocked: false,
  signInLockedUntil: '2026-11-21T08:58:00Z',
  isParentalOn: true,
  devices: 3,
  plan: {
    name: PLAN,
    state: 'active',
    amountCents: 8_800,
    kind: 'alipay',
    startedAt: '2024-03-09T04:00:00Z',
    cycleStartsAt: '2026-11-20T16:00:00Z',
    cycleEndsAt: '2026-12-20T16:00:00Z',
    paidUntil: '2026-12-20T16:00:00Z',
    nextChargeAt: '2026-12-20T10:00:00Z',
    chargeAttempts: 0,
    canCancel: true,
    isBeingCancelled: false,
  },
  credits: 220,
  lapses: [
    { bucket: 'monthly', amount: 60, expiresAt: '2026-12-20T15:59:00Z' },
    { bucket: 'recharged', amount: 60, expiresAt: '2027-11-08T15:59:00Z' },
    { bucket: 'recharged', amount: 100, expiresAt: '2027-11-19T15:59:00Z' },
  ],
  notes: [{ noteId: 'n-1', at: '2026-11-02T07:42:00Z', by: '容主任', text: '來電指播放中斷，按準則補回 20 點。' }],
  isOwn: false,
}

const LEDGER = [
  { text: '通行證每月點數', bucket: 'monthly', change: 60, balance: 60, at: '2026-11-20T16:00:00Z' },
  { text: '點數到期', bucket: 'monthly', change: -8, balance: 0, at: '2026-11-20T15:59:00Z' },
  { text: '增值', bucket: 'recharged', change: 100, balance: 160, at: '2026-11-19T12:14:00Z' },
  { text: '租看《十三號碼頭》', bucket: 'monthly', change: -28, balance: 8, at: '2026-11-18T13:33:00Z' },
  {
    text: '客戶服務更正',
    reason: '服務補償，個案 C-19872',
    bucket: 'recharged',
    change: 20,
    balance: 60,
    at: '2026-11-02T07:40:00Z',
  },
].map((line, at) => ({ reason: '', ...line, entryId: String(at) }))

const ORDER = {
  kind: 'alipay',
  refundedCents: 0,
  isUndeliverable: false,
  paidAt: ACCOUNT.since,
  deliveredAt: ACCOUNT.since,
}
const ORDERS = [
  {
    ...ORDER,
    orderNumber: 'HB-261121-00A2',
    purpose: 'renewal',
    state: 'paid',
    amountCents: 8_800,
    at: '2026-11-20T16:00:00Z',
  },
  {
    ...ORDER,
    orderNumber: 'HB-261119-04K7',
    purpose: 'credits',
    kind: 'payme',
    state: 'paid',
    amountCents: 10_000,
    at: '2026-11-19T12:14:00Z',
  },
  {
    ...ORDER,
    orderNumber: 'HB-261119-04J9',
    purpose: 'credits',
    kind: 'payme',
    state: 'expired',
    amountCents: 10_000,
    paidAt: null,
    deliveredAt: null,
    at: '2026-11-19T12:02:00Z',
  },
  {
    ...ORDER,
    orderNumber: 'HB-261108-0216',
    purpose: 'credits',
    kind: 'octopus',
    state: 'part_refunded',
    amountCents: 20_000,
    refundedCents: 5_000,
    at: '2026-11-08T11:47:00Z',
  },
]

const MESSAGES = [
  { channel: 'sms', template: 'newPassword', state: 'delivered', at: '2026-11-21T08:30:00Z' },
  { channel: 'inbox', template: 'passwordReset', state: 'sent', at: '2026-11-21T08:30:00Z' },
  { channel: 'sms', template: 'resetCode', state: 'undelivered', at: '2026-11-21T08:12:00Z' },
].map((message, at) => ({ ...message, sentAt: message.at, messageId: String(at) }))

const DEVICES = [
  { deviceId: 'd-1', name: 'Windows 11 · Edge', at: '2026-11-21T08:20:00Z', loggedInAt: '2026-10-02T02:00:00Z' },
  { deviceId: 'd-2', name: 'Android 16', at: '2026-11-21T00:41:00Z', loggedInAt: '2026-09-12T02:00:00Z' },
  { deviceId: 'd-3', name: null, at: '2026-11-19T14:10:00Z', loggedInAt: '2026-08-30T02:00:00Z' },
]

const pageOf = (list: readonly object[]) => ({ list, next: null, total: list.length, isMore: false })

async function openCustomer(page: Page, tab = ''): Promise<void> {
  await answerCalls(page, [
    [show, CUSTOMER],
    [related, { sameDevice: 1, samePayer: 0, sameEmail: 0 }],
    [reveal, { value: '+85261234547' }],
    [ledger, pageOf(LEDGER)],
    [orders, pageOf(ORDERS)],
    [messages, pageOf(MESSAGES)],
    [devices, pageOf(DEVICES)],
  ])
  await page.evaluate((hash) => (location.hash = hash), `#/customers/${CUSTOMER.accountId}${tab}`)
  await page.getByRole('heading', { name: CUSTOMER.name }).waitFor()
}

/** Customers whose data is given: those of the demo are others in each run. */
export const CUSTOMER_VIEWS = [
  { name: 'console-customers-start', address: '/customers' },
  {
    name: 'console-customers',
    address: '/customers',
    act: async (page: Page, language: Language) => {
      await answerCalls(page, [[find, { list: FOUND }]])
      await page.getByRole('searchbox').fill('dousan@example.com')
      await page.keyboard.press('Enter')
      await page.getByRole('table', { name: TEXT[language].found }).waitFor()
    },
  },
  { name: 'console-customer', address: '/customers', act: (page: Page) => openCustomer(page) },
  ...(['orders', 'messages', 'devices', 'why'] as const).map((tab) => ({
    name: `console-customer-${tab}`,
    address: '/customers',
    act: (page: Page) => openCustomer(page, `?tab=${tab}`),
  })),
  {
    name: 'console-customer-reveal',
    address: '/customers',
    act: async (page: Page, language: Language) => {
      await openCustomer(page)
      const { identity } = TEXT[language]
      await page.getByRole('button', { name: identity.revealOf(identity.fields.number) }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'console-customer-correct',
    address: '/customers',
    act: async (page: Page, language: Language) => {
      await openCustomer(page)
      const { correct } = TEXT[language].actions
      await page.getByRole('button', { name: correct.label }).click()
      await page.getByRole('dialog').getByLabel(correct.credits).fill('20')
    },
  },
]
