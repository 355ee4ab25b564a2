import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  correct,
  cancelPlan,
  changeNumber,
  close,
  endDevice,
  keepNumber,
  note,
} from '#contract/admin/customer-changes.ts'
import { sendSecret, unlock, exportData } from '#contract/admin/customer-changes.ts'
import { devices, history, ledger, messages, orders } from '#contract/admin/customer-records.ts'
import { find, related, reveal, show, why } from '#contract/admin/customers.ts'
import { list as listTitles } from '#contract/admin/titles.ts'
import { consoleCustomerActions } from '#text/zh_HK/console-customer-actions.ts'
import { consoleCustomers } from '#text/zh_HK/console-customers.ts'
import { consoleShell as shell } from '#text/zh_HK/console-shell.ts'
import { session } from '#web/console/client/session.ts'
import {
  ADMINISTRATOR,
  type Answers,
  pageOf,
  renderConsole,
  STEP_UP_REQUIRED,
} from '../../../../../test/support/render-console.tsx'

const text = { ...consoleCustomers, ...consoleCustomerActions }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const CARE = { ...ADMINISTRATOR, roles: ['care' as const] }
const FINANCE = { ...ADMINISTRATOR, roles: ['finance' as const] }
const NAME = { zh_HK: '娛樂通行證', en_US: 'Entertainment Pass' }

const CUSTOMER = {
  accountId: 'a-208417',
  name: '陳大文',
  maskedNumber: '+852 6••• ••47',
  maskedEmail: 't•••@example.com',
  isEmailProven: true,
  isEmailRefused: false,
  language: 'zh_HK',
  partner: 'anyplex',
  since: '2026-03-09T04:00:00Z',
  closesAt: null,
  heldUntil: null,
  newNumber: null,
  isBlocked: false,
  signInLockedUntil: null,
  isParentalOn: true,
  devices: 2,
  plan: {
    name: NAME,
    state: 'active',
    amountCents: 8800,
    kind: 'alipay',
    startedAt: '2026-03-09T04:00:00Z',
    cycleStartsAt: '2026-11-20T16:00:00Z',
    cycleEndsAt: '2026-12-20T16:00:00Z',
    paidUntil: '2026-12-20T16:00:00Z',
    nextChargeAt: '2026-12-20T10:00:00Z',
    chargeAttempts: 0,
    canCancel: true,
    isBeingCancelled: false,
  },
  credits: 160,
  lapses: [
    { bucket: 'monthly', amount: 60, expiresAt: '2026-12-20T16:00:00Z' },
    { bucket: 'recharged', amount: 100, expiresAt: '2027-11-19T15:59:00Z' },
  ],
  notes: [{ noteId: 'n-1', at: '2026-11-02T07:42:00Z', by: 'Yung', text: '來電查詢帳單' }],
  isOwn: false,
}
const FOUND = {
  accountId: CUSTOMER.accountId,
  maskedNumber: CUSTOMER.maskedNumber,
  name: CUSTOMER.name,
  plan: NAME,
  since: CUSTOMER.since,
  isClosing: false,
  isBlocked: false,
  foundBy: 'number',
}
const LINE = {
  entryId: '7',
  at: '2026-11-19T12:14:00Z',
  text: '增值',
  reason: '',
  bucket: 'recharged',
  change: 100,
  balance: 100,
}
const NONE = { sameDevice: 0, samePayer: 0, sameEmail: 0 }

const answersOf = (change: object, more: Answers): Answers => [
  [show, { ...CUSTOMER, ...change }],
  [ledger, pageOf([LINE])],
  [related, NONE],
  ...more,
]

interface Options {
  change?: object
  answers?: Answers
  me?: typeof CARE | typeof FINANCE
  tab?: string
}

const open = ({ change = {}, answers = [], me = CARE, tab = '' }: Options = {}) =>
  renderConsole({ me, path: `/customers/${CUSTOMER.accountId}${tab}`, answers: answersOf(change, answers) })

type View = Awaited<ReturnType<typeof open>>

const endsWith = (label: string) => (name: string) => name.endsWith(label)

/** Opens the dialog of an action and says why. */
async function confirmed(view: View, label: string, title: string, button: string, word?: string) {
  await view.user.click(await screen.findByRole('button', { name: endsWith(label) }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  await view.user.type(dialog.getByRole('textbox', { name: new RegExp(shell.reason) }), '客戶來電')
  if (word) await view.user.type(dialog.getByRole('textbox', { name: shell.typeWord(word) }), word)
  await view.user.click(dialog.getByRole('button', { name: button }))
}

test('a search sends what was typed as a whole, opens the only account, and leaves nothing in the address', async () => {
  const { user, callsOf } = await renderConsole({
    me: CARE,
    path: '/customers',
    answers: answersOf({}, [[find, { list: [FOUND] }]]),
  })
  await user.type(await screen.findByRole('searchbox', { name: text.search }), '6123 4547')
  expect(callsOf(find)).toHaveLength(0)
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('heading', { name: CUSTOMER.name })).toBeTruthy()
  expect(callsOf(find).map(({ input }) => input.text)).toEqual(['6123 4547'])
  expect(location.hash).toBe(`#/customers/${CUSTOMER.accountId}`)
  // Back shows what was found, without another search.
  globalThis.history.back()
  expect(await screen.findByRole('table', { name: text.found })).toBeTruthy()
  expect(callsOf(find)).toHaveLength(1)
  // After a sign-out another operator finds nothing of it.
  await act(async () => session.reset())
  await act(async () => session.set({ me: CARE }))
  expect(await screen.findByText(text.start)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('searchbox', { name: text.search }).value).toBe('')
})

test('several accounts are a list of links; none says so; a refusal says why', async () => {
  let answer: object = { list: [FOUND, { ...FOUND, accountId: 'a-2', isBlocked: true }] }
  const { user } = await renderConsole({ me: FINANCE, path: '/customers', answers: [[find, () => answer]] })
  const box = await screen.findByRole('searchbox', { name: text.search })
  await user.clear(box)
  await user.type(box, 'taiman@example.com{Enter}')
  await waitFor(() => expect(screen.getAllByRole('link', { name: text.open(CUSTOMER.name) })).toHaveLength(2))
  expect(screen.getByText(text.states.blocked)).toBeTruthy()
  answer = { list: [] }
  await user.click(await screen.findByRole('button', { name: text.searchButton }))
  expect(await screen.findByText(text.none)).toBeTruthy()
  answer = { result: 'FAILED', errorCode: 'TOO_MANY_TRIES', message: 'wait', retryAfter: 60 }
  await user.click(await screen.findByRole('button', { name: text.searchButton }))
  expect(await screen.findByText('wait')).toBeTruthy()
})

test('an account is masked, with its plan and its credits by what lapses first', async () => {
  await open()
  expect(await screen.findByText(CUSTOMER.maskedNumber)).toBeTruthy()
  expect(screen.getByText(CUSTOMER.maskedEmail)).toBeTruthy()
  expect(screen.getByRole('region', { name: NAME.zh_HK })).toBeTruthy()
  const lots = within(screen.getByRole('region', { name: text.credits.title })).getAllByRole('listitem')
  expect(lots.map((lot) => lot.textContent)).toEqual([
    expect.stringMatching(/每月點數60 點.*12月20日 23:59/),
    expect.stringMatching(/額外點數100 點.*2027年11月19日 23:59/),
  ])
  expect(screen.getByText('來電查詢帳單')).toBeTruthy()
  expect(await screen.findByRole('table', { name: text.tabs.ledger })).toBeTruthy()
})

test('prepaid months are active, not cancelled, though nothing renews them', async () => {
  await open({ change: { plan: { ...CUSTOMER.plan, state: 'cancelling', kind: null, nextChargeAt: null } } })
  const plan = within(await screen.findByRole('region', { name: NAME.zh_HK }))
  expect(plan.getByText(text.plan.states.active)).toBeTruthy()
  expect(plan.queryByText(text.plan.states.cancelling)).toBeNull()
})

test('a number is revealed with a reason, for a minute', async () => {
  const view = await open({ answers: [[reveal, { value: '+85261234547' }]] })
  const { user, callsOf } = view
  const field = text.identity.fields.number
  await user.click(await screen.findByRole('button', { name: text.identity.revealOf(field) }))
  const dialog = within(await screen.findByRole('dialog', { name: text.identity.revealTitle(field) }))
  await user.click(dialog.getByRole('button', { name: text.identity.reveal }))
  expect(callsOf(reveal)).toHaveLength(0)
  await user.type(dialog.getByLabelText(shell.reason), '核對來電者')
  vi.useFakeTimers({ shouldAdvanceTime: true })
  fireEvent.click(dialog.getByRole('button', { name: text.identity.reveal }))
  expect(await screen.findByText('+85261234547')).toBeTruthy()
  expect(callsOf(reveal)[0]!.input).toMatchObject({
    accountId: CUSTOMER.accountId,
    field: 'number',
    reason: '核對來電者',
  })
  await act(() => vi.advanceTimersByTimeAsync(58_000))
  expect(screen.getByText('+85261234547')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.queryByText('+85261234547')).toBeNull()
  expect(screen.getByText(CUSTOMER.maskedNumber)).toBeTruthy()
})

test('beyond the hourly number revealing asks for a code of the authenticator', async () => {
  const { user } = await open({ answers: [[reveal, STEP_UP_REQUIRED]] })
  const field = text.identity.fields.number
  await user.click(await screen.findByRole('button', { name: text.identity.revealOf(field) }))
  const dialog = within(await screen.findByRole('dialog', { name: text.identity.revealTitle(field) }))
  await user.type(dialog.getByLabelText(shell.reason), '核對來電者')
  await user.click(dialog.getByRole('button', { name: text.identity.reveal }))
  await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(2))
})

test.each([
  ['unlock', unlock, {}],
  ['password', sendSecret, { secret: 'password' }],
  ['parental', sendSecret, { secret: 'parental' }],
  ['cancelPlan', cancelPlan, {}],
  ['endAll', endDevice, { deviceId: null }],
] as const)('%s is confirmed with a reason', async (name, endpoint, input) => {
  const view = await open({ answers: [[endpoint, { ended: 2 }]] })
  const { label, title, button, done } = text.actions[name]
  await confirmed(view, label, title, button)
  expect(await screen.findByText(done)).toBeTruthy()
  expect(view.callsOf(endpoint)[0]!.input).toMatchObject({
    accountId: CUSTOMER.accountId,
    reason: '客戶來電',
    requestKey: expect.any(String),
    ...input,
  })
  await waitFor(() => expect(view.callsOf(show).length).toBeGreaterThan(1))
})

test('a link to their data is offered where the address is proven, and asks for a typed word', async () => {
  const view = await open({ answers: [[exportData, {}]] })
  const { label, title, button, word, done } = text.actions.export
  await confirmed(view, label, title, button, word)
  expect(await screen.findByText(done)).toBeTruthy()
  expect(view.callsOf(exportData)[0]!.input).toMatchObject({ accountId: CUSTOMER.accountId, reason: '客戶來電' })
  view.unmount()
  await open({ change: { isEmailProven: false } })
  await screen.findByText(text.identity.unproven)
  expect(screen.queryByRole('button', { name: endsWith(label) })).toBeNull()
})

test('closing asks for a typed word, and a closing account offers to reopen', async () => {
  const view = await open({ answers: [[close, {}]] })
  const { label, title, button, word, done } = text.actions.close
  await confirmed(view, label, title, button, word)
  expect(await screen.findByText(done)).toBeTruthy()
  view.unmount()
  await open({ change: { closesAt: '2026-12-05T04:00:00Z' } })
  expect(await screen.findByRole('button', { name: endsWith(text.actions.reopen.label) })).toBeTruthy()
  expect(screen.queryByRole('button', { name: endsWith(label) })).toBeNull()
})

test.each([
  [{ version: 1 }, text.actions.correct.done],
  [{ approvalId: 'ap-1' }, shell.waits],
])('a correction says what is left, and whether a second person has to approve: %o', async (answer, toast) => {
  const { user, callsOf } = await open({ answers: [[correct, answer]] })
  const { label, title, credits, after, submit, tooMany } = text.actions.correct
  await user.click(await screen.findByRole('button', { name: label }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  const field = dialog.getByLabelText(credits)
  await user.type(field, '-101')
  expect(dialog.getByText(new RegExp(tooMany))).toBeTruthy()
  await user.clear(field)
  await user.type(field, '+20')
  expect(dialog.getByText(new RegExp(after(100, 120)))).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: new RegExp(shell.reason) }), '服務補償')
  await user.click(dialog.getByRole('button', { name: new RegExp(submit('\\+20').replaceAll(' ', '\\s')) }))
  expect(await screen.findByText(toast)).toBeTruthy()
  expect(callsOf(correct)[0]!.input).toMatchObject({ bucket: 'recharged', credits: 20, reason: '服務補償' })
})

test('the tab is in the address; messages have no text, devices sign out one by one', async () => {
  const device = { deviceId: 'd-1', name: 'Chrome', at: LINE.at, loggedInAt: LINE.at }
  const sent = {
    messageId: 'm-1',
    channel: 'sms',
    template: 'newPassword',
    state: 'delivered',
    at: LINE.at,
    sentAt: LINE.at,
  }
  const view = await open({
    tab: '?tab=messages',
    answers: [
      [messages, pageOf([sent])],
      [devices, pageOf([device])],
      [endDevice, { ended: 1 }],
      [history, pageOf([])],
    ],
  })
  expect(await screen.findByText(text.templates.newPassword!)).toBeTruthy()
  expect(view.callsOf(messages)[0]!.input).toMatchObject({ filter: { accountId: CUSTOMER.accountId } })
  await view.user.click(screen.getByRole('radio', { name: text.tabs.devices }))
  expect(location.hash).toContain('tab=devices')
  await confirmed(
    view,
    text.lists.devices.endOf('Chrome'),
    text.actions.endDevice.title('Chrome'),
    text.actions.endDevice.label,
  )
  expect(await screen.findByText(text.actions.endDevice.done)).toBeTruthy()
  expect(view.callsOf(endDevice)[0]!.input).toMatchObject({ deviceId: 'd-1' })
  await view.user.click(screen.getByRole('radio', { name: text.tabs.history }))
  expect(await screen.findByText(text.lists.history.empty)).toBeTruthy()
})

test('why a title plays or not is in words', async () => {
  const title = { programId: 'mv-1', title: { zh_HK: '雲梯第五隊', en_US: 'Ladder Five' } }
  const decision = { access: 'deny', by: null, until: null, offers: [], reason: 'REGION_REFUSED' }
  const { user, callsOf } = await open({
    tab: '?tab=why',
    answers: [
      [listTitles, pageOf([title])],
      [
        why,
        ({ input }) =>
          input.region === 'MO'
            ? { ...decision, access: 'buy', reason: null, offers: [{ kind: 'rental', credits: 20 }] }
            : decision,
      ],
    ],
  })
  await user.type(await screen.findByRole('combobox', { name: text.why.ask }), '雲梯')
  await user.click(await screen.findByRole('option', { name: /雲梯第五隊/ }))
  expect(await screen.findByText(text.why.reasons.REGION_REFUSED!)).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: text.why.region }), 'MO')
  expect(await screen.findByText(text.why.offers.rental(20))).toBeTruthy()
  expect(callsOf(why)[0]!.input).toMatchObject({ programId: 'mv-1', region: 'HK', kids: false })
})

test('a note is kept, and its field is empty again', async () => {
  const { user, callsOf } = await open({ answers: [[note, {}]] })
  const field = await screen.findByLabelText<HTMLTextAreaElement>(text.notes.label)
  await user.type(field, '已核對身分')
  await user.click(screen.getByRole('button', { name: text.notes.add }))
  expect(await screen.findByText(text.notes.done)).toBeTruthy()
  expect(callsOf(note)[0]!.input).toMatchObject({ text: '已核對身分' })
  expect(field.value).toBe('')
})

test.each([
  ['finance', { me: FINANCE }, text.readOnly],
  ['their own account', { change: { isOwn: true } }, text.own],
])('%s sees and changes nothing', async (_who, options, sentence) => {
  await open(options)
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByRole('button', { name: endsWith(text.actions.correct.label) })).toBeNull()
  expect(screen.queryByLabelText(text.notes.label)).toBeNull()
})

test('an erased account is not there, and a failed read can be tried again', async () => {
  const missing = { result: 'FAILED', errorCode: 'NOT_FOUND', message: 'none' }
  const view = await open({ answers: [[show, missing]] })
  expect(await screen.findByText(text.missing)).toBeTruthy()
  view.unmount()
  const failing = { result: 'FAILED', errorCode: 'UNAVAILABLE', message: 'busy' }
  const { user } = await open({ tab: '?tab=orders', answers: [[orders, failing]] })
  expect(await screen.findByText('busy')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: shell.retry }))
  expect(await screen.findByText('busy')).toBeTruthy()
})

test('another number is asked for with two proofs of who calls, and can be taken back until it is in force', async () => {
  const { user, callsOf } = await open({ answers: [[changeNumber, { approvalId: 'a-1' }]] })
  await user.click(await screen.findByRole('button', { name: endsWith(text.actions.number.label) }))
  const dialog = within(await screen.findByRole('dialog', { name: text.actions.number.title }))
  await user.type(dialog.getByRole('textbox', { name: text.actions.number.newNumber }), '67001234')
  await user.type(dialog.getByRole('textbox', { name: new RegExp(shell.reason) }), '遺失電話卡')
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: text.actions.number.button })
  await user.click(dialog.getByRole('checkbox', { name: text.actions.number.proofs.email }))
  expect(send.disabled).toBe(true)
  await user.click(dialog.getByRole('checkbox', { name: text.actions.number.proofs.order }))
  await user.click(send)
  expect(await screen.findByText(shell.waits)).toBeTruthy()
  const sent = { areaCode: '852', mobileno: '67001234', proofs: ['email', 'order'] }
  expect(callsOf(changeNumber)).toMatchObject([{ input: { accountId: CUSTOMER.accountId, ...sent } }])
})

test('a number that is about to change is said on the page, with its cancellation', async () => {
  const newNumber = { maskedNumber: '+852 6••• ••34', dueAt: '2026-11-22T04:00:00Z' }
  const view = await open({ change: { newNumber }, answers: [[keepNumber, {}]] })
  expect(await screen.findByText(/6••• ••34/)).toBeTruthy()
  const { label, title, button: name, done } = text.actions.keepNumber
  await confirmed(view, label, title, name)
  expect(await screen.findByText(done)).toBeTruthy()
})
