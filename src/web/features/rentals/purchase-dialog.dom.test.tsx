import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { order } from '#contract/playback.ts'
import { paymentPacks } from '#contract/payments.ts'
import { getSubscribableMonthlyPlanWeb } from '#contract/plans.ts'
import { revampDetail } from '#contract/programs.ts'
import { payPlay } from '#contract/rentals.ts'
import { rentals as text } from '#text/zh_HK/rentals.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { accountOf, logInMember } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import {
  planFor,
  programOfBoth,
  programOfPlan,
  programOnSale,
  quoteFor,
  refusedRead,
} from '../../../../test/support/rentals-web.ts'
import { PurchaseDialog } from './purchase-dialog.tsx'

const PACKS = [50, 100, 200].map((credits) => ({
  packId: `credits-${credits}`,
  credits,
  amount: credits * 100,
  currency: 'HKD',
  expiresInMonths: 12,
  providers: ['paypal'],
}))

interface Given {
  orderAnswer?: object | Promise<object>
  program?: ReturnType<typeof programOnSale>
  packs?: object
  plans?: object[] | Promise<object>
  answer?: (endpoint: object, input: unknown) => object
  account?: object
}

async function renderDialog({
  orderAnswer = quoteFor(),
  program = programOnSale(),
  packs,
  plans = [],
  answer,
  account,
}: Given = {}) {
  const onBought = vi.fn<() => void>()
  const onClose = vi.fn<() => void>()
  const view = await renderWeb(<PurchaseDialog programId="pier" onBought={onBought} onClose={onClose} />, {
    reads: [
      [revampDetail, { program }],
      [order, orderAnswer],
      [paymentPacks, packs ?? { list: PACKS }],
      [getSubscribableMonthlyPlanWeb, Array.isArray(plans) ? { planList: plans } : plans],
      ...(account ? [[userProfile, account] as const] : []),
    ],
    ...(answer ? { answer } : {}),
  })
  return { ...view, onBought, onClose }
}

const ASKED = text.confirmTitle('十三號碼頭')
const confirm = () => screen.getByRole('button', { name: new RegExp(text.confirm, 'u') })

test('the dialog says what the device cannot play before credits are spent', async () => {
  const program = { ...programOnSale(), maxResolution: '4K' as const, dolbyDigitalPlus: true }
  await renderDialog({ program })
  expect(await screen.findByText(text.deviceLimits.uhd)).toBeTruthy()
  expect(screen.getByText(text.deviceLimits.dolby)).toBeTruthy()
})

test.each([
  ['parental', 1],
  // The code was entered, or is switched off.
  ['buy', 0],
] as const)('a class III title whose access is %s says that the code is required %i times', async (access, times) => {
  await renderDialog({ program: { ...programOnSale(), restriction: 'III', access } })
  await screen.findByRole('dialog', { name: ASKED })
  // With its spaces that do not break.
  expect(screen.queryAllByText(text.adult, { normalizer: String })).toHaveLength(times)
})

test('the dialog says price, bucket, what is left and until when, and charges that', async () => {
  const { user, call, onBought } = await renderDialog()
  const dialog = await screen.findByRole('dialog', { name: ASKED })
  const shown = within(dialog)
  expect(shown.getByText(text.buckets.monthly)).toBeTruthy()
  expect(shown.getByText(text.takenLabel('29'))).toBeTruthy()
  expect(shown.getByText(text.owned('60'))).toBeTruthy()
  expect(shown.getByText(text.left('31'))).toBeTruthy()
  expect(dialog.textContent).toContain(text.refund)
  expect(call).not.toHaveBeenCalled()
  await user.click(confirm())
  expect(call.mock.calls).toEqual([
    [payPlay, { programId: 'pier', programGuid: 'pier', payment: 29, resourceId: 'signed-quote' }],
  ])
  expect(onBought).toHaveBeenCalledOnce()
})

test('a double click charges once', async () => {
  const paying = Promise.withResolvers<object>()
  const { user, call, onBought } = await renderDialog({ answer: () => paying.promise })
  await screen.findByRole('dialog', { name: ASKED })
  await user.dblClick(confirm())
  await act(async () => paying.resolve({ result: 'SUCCESS' }))
  expect(call).toHaveBeenCalledOnce()
  expect(onBought).toHaveBeenCalledOnce()
})

test('while money moves the dialog cannot be closed', async () => {
  const paying = Promise.withResolvers<object>()
  const { user, onClose } = await renderDialog({ answer: () => paying.promise })
  await screen.findByRole('dialog', { name: ASKED })
  await user.click(confirm())
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.queryByRole('button', { name: text.close })).toBeNull()
  await act(async () => paying.resolve({ result: 'FAILED', errorCode: 'UNAVAILABLE', message: '稍後再試' }))
  expect(screen.getByText('稍後再試')).toBeTruthy()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

test('an outdated quote is not charged again: the new one has to be confirmed', async () => {
  const { user, call, onBought } = await renderDialog({
    answer: () => ({ result: 'FAILED', errorCode: 'QUOTE_EXPIRED', message: 'old' }),
  })
  await screen.findByRole('dialog', { name: ASKED })
  await user.click(confirm())
  await screen.findByText(text.quoteChanged)
  expect(call).toHaveBeenCalledOnce()
  expect(onBought).not.toHaveBeenCalled()
  expect(confirm()).toBeTruthy()
})

test('a title that can be played already is not asked about', async () => {
  const { onBought, call } = await renderDialog({
    orderAnswer: { redirectURL: '/v/g/a/master.m3u8', expiresAt: '2026-11-22T19:20:00Z', subtitles: [] },
  })
  await waitFor(() => expect(onBought).toHaveBeenCalledOnce())
  expect(call).not.toHaveBeenCalled()
})

test('with too few credits it shows the sentences of SPEC 8, and only the packs that suffice', async () => {
  const { user, onClose } = await renderDialog({
    orderAnswer: refusedRead('INSUFFICIENT_CREDITS', { needed: 96, owned: 26 }),
  })
  const dialog = await screen.findByRole('dialog', { name: text.missingTitle('70') })
  expect(await within(dialog).findByText(text.recharge)).toBeTruthy()
  expect(dialog.textContent).toContain(text.notEnough)
  expect(
    within(dialog)
      .getAllByRole('radio')
      .map((radio) => (radio as HTMLInputElement).value),
  ).toEqual(['credits-100', 'credits-200'])
  const way = within(dialog).getByRole('link', { name: new RegExp(keepUnits(text.topUp('100')), 'u') })
  expect(way.getAttribute('href')).toBe('#/paypiont?packId=credits-100&for=pier')
  await user.click(within(dialog).getAllByRole('radio')[1]!)
  expect(
    within(dialog)
      .getByRole('link', { name: new RegExp(keepUnits(text.topUp('200')), 'u') })
      .getAttribute('href'),
  ).toBe('#/paypiont?packId=credits-200&for=pier')
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalled()
})

test('with too few credits, what is owned stands in the colours of the wallet’s buckets', async () => {
  await renderDialog({
    orderAnswer: refusedRead('INSUFFICIENT_CREDITS', { needed: 96, owned: 26 }),
    account: { profile: { ...accountOf().profile, pointsMonthly: 20, pointsRecharge: 6 } },
  })
  const dialog = await screen.findByRole('dialog', { name: text.missingTitle('70') })
  const parts = () => [...dialog.querySelectorAll<HTMLElement>('[data-bucket]')]
  await waitFor(() =>
    expect(parts().map(({ dataset, style }) => [dataset['bucket'], style.width])).toEqual([
      ['monthly', '21%'],
      ['recharged', '6%'],
    ]),
  )
})

test('where nothing is sold, no top-up is offered', async () => {
  await renderDialog({
    orderAnswer: refusedRead('INSUFFICIENT_CREDITS', { needed: 48, owned: 26 }),
    packs: { list: PACKS.map((pack) => ({ ...pack, providers: [] })) },
  })
  await screen.findByText(text.topUpNone)
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a refusal shows the server’s sentence, without another try', async () => {
  await renderDialog({ orderAnswer: refusedRead('403') })
  await screen.findByText('server: 403')
  expect(screen.queryByRole('button', { name: text.retry })).toBeNull()
})

test('an order without an answer can be requested again', async () => {
  await renderDialog({ orderAnswer: refusedRead('UNAVAILABLE') })
  await screen.findByRole('dialog', { name: text.failed })
  expect(screen.getByRole('button', { name: text.retry })).toBeTruthy()
})

test('less time than the film takes is said before it is bought', async () => {
  const rentedUntil = new Date(Date.now() + 3_600_000).toISOString()
  await renderDialog({ orderAnswer: quoteFor({ rentedUntil }) })
  const dialog = await screen.findByRole('dialog', { name: ASKED })
  expect(dialog.textContent).toContain(text.lacksTime('59 分鐘', '1 小時 40 分'))
  expect(dialog.textContent).not.toContain('不限次數')
})

test('two buckets have a line each, in the order of spending', async () => {
  const from = [
    { bucket: 'monthly' as const, credits: 20 },
    { bucket: 'recharged' as const, credits: 9 },
  ]
  await renderDialog({ orderAnswer: quoteFor({ credits: { owned: 60, left: 31, from } }) })
  const dialog = await screen.findByRole('dialog', { name: ASKED })
  expect(
    within(dialog)
      .getAllByText(/點數$/u)
      .map(({ textContent }) => textContent),
  ).toEqual([text.buckets.monthly, text.buckets.recharged])
  // The colours are the wallet's: lines, what is left, and what is taken of each.
  const colours = [...dialog.querySelectorAll<HTMLElement>('[data-bucket]')].map((one) => one.dataset['bucket'])
  expect(colours).toEqual(['monthly', 'recharged', 'recharged', 'monthly', 'recharged'])
})

const TO_PLAN = '#/monthlyfee?for=pier'

test('a members-only title leads to the plan, with its own price', async () => {
  const { user, onClose, onBought } = await renderDialog({
    orderAnswer: refusedRead('PLAN_REQUIRED'),
    program: programOfPlan(),
    plans: [planFor({ priceText: '首月免費，其後每月 HK$98.50' })],
  })
  const dialog = await screen.findByRole('dialog', { name: text.planTitle('十三號碼頭') })
  const way = await within(dialog).findByRole('link', { name: new RegExp(text.subscribe, 'u') })
  expect(way.getAttribute('href')).toBe(TO_PLAN)
  expect(way.textContent).toContain('首月免費，其後每月 HK$98.50')
  expect(dialog.textContent).toContain('首次收費日為 12月22日。')
  expect(dialog.textContent).toContain('server: PLAN_REQUIRED')
  await user.click(way)
  expect([onClose.mock.calls.length, onBought.mock.calls.length]).toEqual([1, 0])
})

test.each([
  ['no plan is on sale', []],
  ['this reader cannot subscribe', [planFor({ eligible: false, reason: 'CLOSING' })]],
  ['no kind of payment is configured', [planFor({ providers: [] })]],
])('where %s, no plan is offered', async (_why, plans) => {
  await renderDialog({ orderAnswer: refusedRead('PLAN_REQUIRED'), program: programOfPlan(), plans })
  await screen.findByText(text.planNone)
  expect(screen.queryByRole('link')).toBeNull()
})

test('plans that cannot be loaded can be requested again', async () => {
  await renderDialog({
    orderAnswer: refusedRead('PLAN_REQUIRED'),
    program: programOfPlan(),
    plans: refusedRead('UNAVAILABLE'),
  })
  await screen.findByText('server: UNAVAILABLE')
  expect(screen.getByRole('button', { name: text.retry })).toBeTruthy()
})

test('too few credits: the plan is offered beside the packs, with what is left after renting', async () => {
  const { user } = await renderDialog({
    orderAnswer: refusedRead('INSUFFICIENT_CREDITS', { needed: 48, owned: 26 }),
    plans: [planFor()],
  })
  const dialog = await screen.findByRole('dialog', { name: text.missingTitle('22') })
  const tile = await within(dialog).findByRole('radio', { name: /首月免費，其後每月 HK\$88/u })
  expect(dialog.textContent).toContain(keepUnits(text.planCredits('60', '38')))
  expect(within(dialog).getByRole('link').getAttribute('href')).toBe('#/paypiont?packId=credits-50&for=pier')
  await user.click(tile)
  expect(within(dialog).getByRole('link').getAttribute('href')).toBe(TO_PLAN)
  expect(within(dialog).getAllByRole('radio', { checked: true })).toHaveLength(1)
  await user.click(within(dialog).getAllByRole('radio')[1]!)
  expect(within(dialog).getByRole('link').getAttribute('href')).toBe('#/paypiont?packId=credits-100&for=pier')
})

test('who has the pass is not offered it for credits that come with its next month', async () => {
  logInMember()
  await renderDialog({
    orderAnswer: refusedRead('INSUFFICIENT_CREDITS', { needed: 48, owned: 26 }),
    plans: [planFor()],
    account: { profile: { ...accountOf().profile, contractStatus: 'enabled' } },
  })
  await screen.findByText(text.recharge)
  await waitFor(() => expect(screen.queryByRole('radio', { name: /首月免費/u })).toBeNull())
})

test('a plan whose credits do not suffice is not offered for a rental, but for a title that it plays', async () => {
  const short = () => refusedRead('INSUFFICIENT_CREDITS', { needed: 96, owned: 26 })
  const { unmount } = await renderDialog({ orderAnswer: short(), plans: [planFor()] })
  await screen.findByRole('dialog', { name: text.missingTitle('70') })
  await screen.findByText(text.recharge)
  expect(screen.queryByRole('radio', { name: /首月免費/u })).toBeNull()
  unmount()
  await renderDialog({ orderAnswer: short(), program: programOfBoth(), plans: [planFor()] })
  expect(await screen.findByText(text.planWatches)).toBeTruthy()
})

test('who has a plan is offered credits alone', async () => {
  await renderDialog({
    orderAnswer: refusedRead('INSUFFICIENT_CREDITS', { needed: 48, owned: 26 }),
    plans: [planFor({ eligible: false, reason: 'HAS_PLAN' })],
  })
  expect(await screen.findAllByRole('radio')).toHaveLength(3)
  expect(screen.queryByText(text.planOther)).toBeNull()
})

test('where credits are not sold, the plan is the way', async () => {
  await renderDialog({
    orderAnswer: refusedRead('INSUFFICIENT_CREDITS', { needed: 48, owned: 26 }),
    packs: { list: [] },
    plans: [planFor()],
  })
  const way = await screen.findByRole('link', { name: new RegExp(text.subscribe, 'u') })
  expect(way.getAttribute('href')).toBe(TO_PLAN)
})

test('a title that has both can be watched with the plan instead of rented', async () => {
  await renderDialog({ program: programOfBoth(), plans: [planFor()] })
  const way = await screen.findByRole('link', { name: /以通行證觀看/u })
  expect([way.getAttribute('href'), way.textContent]).toEqual([TO_PLAN, expect.stringContaining('HK$88')])
  expect(confirm()).toBeTruthy()
})
