import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mixProgramList } from '#contract/categories.ts'
import { paymentStatus } from '#contract/payments.ts'
import { confirmAutoDebitAgreement, queryAutoDebitTransaction } from '#contract/subscriptions.ts'
import { plans } from '#text/zh_HK/plans-web.ts'
import { cancelledSubscription, subscriptionWith } from '../../../../test/support/plans-web.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { rememberBrowsed } from '#web/viewer/navigation/browsed-list.ts'
import { AgreementResultScreen } from './agreement-result-screen.tsx'
import '../../../../test/support/in-november.ts'

const { result: text } = plans

/** What the server answers now. */
let answer: object = {}
let reads = 0

afterEach(() => {
  sessionStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const agreement = (change: object) => ({
  outTradeNo: 'AG1',
  status: 'pending',
  amount: 0,
  currency: 'HKD',
  provider: 'alipay',
  planId: 'entertainment-pass',
  planName: '娛樂通行證',
  isTrial: true,
  subscription: null,
  ...change,
})
const PENDING = {
  nextAction: { type: 'redirect', url: 'https://pay.example/1', expiresAt: '2026-11-22T13:44:00Z' },
}
const trial = () => subscriptionWith({ state: 'trial', provider: 'alipay', creditsLeft: 60 })

function renderResult(change: object, path = '/subscription-result?type=alipay&outTradeNo=AG1') {
  answer = agreement(change)
  reads = 0
  return renderWeb(<AgreementResultScreen whenUnknown={<p>unknown</p>} />, {
    path,
    reads: [
      [
        queryAutoDebitTransaction,
        () => {
          reads += 1
          return answer
        },
      ],
      [paymentStatus, refusedRead('NOT_FOUND')],
      [mixProgramList, { list: [{ programId: 'pier', title: '十三號碼頭', landscapeImageURL: '/i/pier' }] }],
    ],
    answer: () => ({ result: 'FAILED', errorCode: 'PENDING', message: 'server: PENDING' }),
  })
}

const linkOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

test('a trial says until when it is free, and when what is first charged', async () => {
  await renderResult({ status: 'paid', subscription: trial() })
  await screen.findByText(text.startedTitle)
  const content = document.body.textContent
  // An agreement is no order yet.
  expect(content).not.toContain('AG1')
  for (const said of [
    'HK$0',
    text.trialToday,
    text.firstCharge,
    '12月22日 18:00 HK$88',
    text.auto('AlipayHK'),
    text.creditsOf('60'),
    text.lapse('12月22日 23:59'),
    text.trialNote('12月22日 18:00'),
    plans.chargeTimes('18:00', '23:59'),
  ])
    expect(content).toContain(said)
  expect(linkOf(text.watch)).toBe('#/category/list')
  expect(linkOf(text.toAccount)).toBe('#/setup?part=plan')
  const title = await screen.findByRole('link', { name: /十三號碼頭/u })
  expect(title.getAttribute('href')).toContain('programId=pier')
})

test('a first month that was paid says what was paid and what comes next, and leads to the receipt', async () => {
  await renderResult({
    status: 'paid',
    isTrial: false,
    amount: 8_800,
    orderNumber: 'HB-261122-4K7Q',
    receiptNumber: 'R-17',
    subscription: subscriptionWith(),
  })
  await screen.findByText(text.startedTitle)
  const content = document.body.textContent
  for (const said of ['HB-261122-4K7Q', 'HK$88', text.nextCharge, plans.chargeTimes('18:00', '23:59')])
    expect(content).toContain(said)
  expect(content).not.toContain('首月免費')
  expect(content).not.toContain('R-17')
  expect(linkOf(text.toReceipt)).toBe('#/setup/payments')
})

test('a plan without credits speaks of none', async () => {
  await renderResult({ status: 'paid', subscription: { ...trial(), extraCredits: 0, creditsLeft: 0 } })
  await screen.findByText(text.startedTitle)
  expect(screen.getByText(text.nowList('0')[0]!.title)).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/點數|0\s點|租看/u)
})

test('a plan that was subscribed to for a title leads back to it', async () => {
  await renderResult({ status: 'paid', subscription: trial() }, '/subscription-result?outTradeNo=AG1&for=pier')
  await screen.findByText(text.startedTitle)
  expect(linkOf(text.toTitle)).toBe('#/category/list?programId=pier')
  // It leads to the title's page: an icon that plays would promise more.
  expect(screen.getByRole('link', { name: text.toTitle }).querySelector('svg')).toBeNull()
})

test('it leads back to the title over the list where it was found', async () => {
  rememberBrowsed({ pathname: '/search', search: '?keyword=pier' })
  await renderResult({ status: 'paid', subscription: trial() }, '/subscription-result?outTradeNo=AG1&for=pier')
  await screen.findByText(text.startedTitle)
  expect(linkOf(text.toTitle)).toBe('#/search?keyword=pier&programId=pier')
})

test('a payment method that was replaced is no new plan', async () => {
  await renderResult({ status: 'paid', isTrial: false, subscription: subscriptionWith({ provider: 'alipay' }) })
  await screen.findByText(text.replacedTitle)
  expect(document.body.textContent).not.toContain(text.credits)
  expect(document.body.textContent).toContain('12月22日 18:00 HK$88')
})

test.each([
  ['DECLINED', text.declined, text.retry, '#/monthlyfee?planId=entertainment-pass'],
  ['TRIAL_USED', text.trialUsedText, text.withoutTrial, '#/monthlyfee?planId=entertainment-pass&paid=1'],
  ['HAS_PLAN', text.hasPlanText, text.toAccount, '#/setup?part=plan'],
])('%s charges nothing, says why and leads on', async (failure, sentence, way, to) => {
  const { call } = await renderResult({ status: 'failed', failure })
  await screen.findByText(sentence)
  expect(screen.getByText(text.nothingCharged)).toBeTruthy()
  expect(linkOf(way)).toBe(to)
  // The offer without a trial charges nothing automatically.
  expect(call).not.toHaveBeenCalled()
})

test('the server’s reason is shown for a decline', async () => {
  await renderResult({ status: 'failed', failure: 'DECLINED', message: '餘額不足。' })
  expect(await screen.findByText('餘額不足。')).toBeTruthy()
})

test('an approval that expired can be tried again', async () => {
  await renderResult({ status: 'expired' })
  await screen.findByText(text.expiredText)
  expect(linkOf(text.retry)).toBe('#/monthlyfee?planId=entertainment-pass')
})

test('a charge that its provider may have made is not denied', async () => {
  await renderResult({ status: 'expired', provider: 'paypal', isTrial: false, returnsCharge: true })
  expect(await screen.findByText(text.returnedText)).toBeTruthy()
  expect(screen.queryByText(text.nothingCharged)).toBeNull()
  expect(linkOf(text.toAccount)).toBe('#/setup?part=plan')
})

test('a change of plan says that, not that it is paid otherwise', async () => {
  const nextPlan = { planId: 'promotional-pass', planName: '優惠通行證', amount: 4_800 }
  await renderResult({
    status: 'paid',
    isTrial: false,
    planId: 'promotional-pass',
    subscription: subscriptionWith({ nextPlan }),
  })
  await screen.findByText(text.planChangedTitle)
  expect(screen.queryByText(text.replacedTitle)).toBeNull()
  expect(document.body.textContent).toContain('12月22日 18:00 HK$48')
})

test('a refunded payment says that it was refunded', async () => {
  await renderResult({ status: 'refunded', isTrial: false, amount: 8_800, subscription: cancelledSubscription() })
  expect(await screen.findByText(text.refundedText)).toBeTruthy()
})

test('a pending agreement has the server query the provider once and by the button, says until when, and can be continued', async () => {
  const { user, call } = await renderResult(PENDING)
  await screen.findByText(text.pendingTitle('AlipayHK'))
  expect(screen.getByText(text.until('11月22日 21:44'))).toBeTruthy()
  expect(linkOf(text.continue)).toBe('https://pay.example/1')
  expect(call.mock.calls).toEqual([[confirmAutoDebitAgreement, { merchantAgreementId: 'AG1' }]])
  await user.click(screen.getByRole('button', { name: text.check }))
  expect(call).toHaveBeenCalledTimes(2)
  expect(screen.queryByText('server: PENDING')).toBeNull()
})

test('the address does not decide', async () => {
  await renderResult(PENDING, '/subscription-result?type=alipay&outTradeNo=AG1&status=paid&result=SUCCESS')
  expect(await screen.findByText(text.pending)).toBeTruthy()
  expect(screen.queryByText(text.started)).toBeNull()
})

test('it is requested every five seconds, not while the page is hidden, and never after its end', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await renderResult(PENDING)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const change = () => act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const readsWithin = async (ms: number) => {
    const before = reads
    await pass(ms)
    return reads - before
  }
  await pass(1000)
  expect(await readsWithin(10_500)).toBeGreaterThan(0)
  visibility.mockReturnValue('hidden')
  await change()
  await pass(5000)
  expect(await readsWithin(30_000)).toBe(0)
  visibility.mockReturnValue('visible')
  answer = agreement({ status: 'paid', subscription: trial() })
  await change()
  await pass(100)
  expect(screen.getByText(text.startedTitle)).toBeTruthy()
  await pass(5000)
  expect(await readsWithin(30_000)).toBe(0)
})

test('an order that is no agreement is looked for elsewhere', async () => {
  await renderWeb(<AgreementResultScreen whenUnknown={<p>unknown</p>} />, {
    path: '/subscription-result?type=alipay&outTradeNo=HB1',
    reads: [[queryAutoDebitTransaction, refusedRead('NOT_FOUND')]],
  })
  expect(await screen.findByText('unknown')).toBeTruthy()
})

test('the next steps are links: the titles of the pass, those to rent, the profiles', async () => {
  await renderResult({ status: 'paid', subscription: trial() })
  const links = text.nowList('60').map(({ title }) => screen.findByRole('link', { name: new RegExp(`^${title}`) }))
  const hrefs = (await Promise.all(links)).map((link) => link.getAttribute('href'))
  const listOf = (vodType: string) =>
    `#/category/rolling-category?${new URLSearchParams({ categoryId: 'new', vodType })}`
  expect(hrefs).toEqual([listOf('VIP UNLIMITED WATCH'), listOf('PAY PER RENT'), '#/profiles'])
})
