import { act, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Banner } from '#contract/banners.ts'
import { userProfile } from '#contract/accounts.ts'
import { order } from '#contract/playback.ts'
import { getSubscribableMonthlyPlanWeb } from '#contract/plans.ts'
import { type Program, revampDetail } from '#contract/programs.ts'
import { payPlay } from '#contract/rentals.ts'
import { home } from '#text/zh_HK/viewer.ts'
import { rentals as text } from '#text/zh_HK/rentals.ts'
import { SlideActions } from '#web/features/billboard/slide-text.tsx'
import { DetailActions, OfferNote } from '#web/features/detail/detail-overlay.tsx'
import { HoverCard } from '#web/features/hover-card/hover-card.tsx'
import { PayPlayButtonScreen } from '#web/features/rentals/pay-play-button-screen.tsx'
import { PurchaseDialog } from '#web/features/rentals/purchase-dialog.tsx'
import { purchaseGate } from '#web/viewer/playback-gates/playback-gates.ts'
import { startSession } from '#web/viewer/session/session.ts'
import {
  planFor,
  programOfBoth,
  programOfPlan,
  programOnSale,
  quoteFor,
  refusedRead,
} from '../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../test/support/render-web.tsx'

const program = programOnSale()
const quote = quoteFor()

beforeEach(() =>
  startSession({ token: 'token', userId: 'u1', partner: 'anyplex' }, { mobileno: '91234567', areaCode: '852' }),
)
afterEach(() => purchaseGate.close())

const renderOffer = (
  element: ReactNode,
  { title = program, answer = quote as object | Promise<object>, contractStatus = 'disabled', plan = planFor() } = {},
) =>
  renderWeb(element, {
    path: '/category/list?for=pier',
    reads: [
      [revampDetail, { program: title }],
      [order, answer],
      [getSubscribableMonthlyPlanWeb, { planList: [plan] }],
      [userProfile, { profile: { partner: 'anyplex', contractStatus } }],
    ],
  })

const DETAIL = (title: Program) => (
  <>
    <DetailActions program={title} size="l" onIntent={() => {}} />
    <OfferNote program={title} />
  </>
)
const SLIDE = (title: Program) => <SlideActions banner={{ bannerId: 'b', program: title } as unknown as Banner} />
const HOVER = (title: Program) => (
  <HoverCard
    program={{ ...title, trailer: { orderURL: '' } }}
    anchor={document.body}
    onClose={() => {}}
    prefetchPlay={() => {}}
  />
)
const EMBEDDED = () => <PayPlayButtonScreen />

test.each([
  ['the details', DETAIL],
  ['a slide of the billboard', SLIDE],
  ['the hover card', HOVER],
  ['the button to be embedded', EMBEDDED],
])('%s names the cost and the end of the quote', async (_, offer) => {
  await renderOffer(offer(program))
  expect(await screen.findByText(quote.buttonText)).toBeTruthy()
})

test('the details say the bucket and what is left; the purchase charges that quote, to the credit', async () => {
  const { call, user, unmount } = await renderOffer(DETAIL(program))
  expect(await screen.findByText(text.note(text.buckets.monthly, '31'))).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /租看/u }))
  expect(purchaseGate.get()?.request).toEqual({ programId: 'pier' })
  expect(call).not.toHaveBeenCalled()
  unmount()
  const dialog = await renderOffer(<PurchaseDialog programId="pier" onBought={() => {}} onClose={() => {}} />)
  const shown = within(await screen.findByRole('dialog', { name: text.confirmTitle(program.title) }))
  expect(shown.getByText(text.takenLabel(String(quote.payment)))).toBeTruthy()
  await dialog.user.click(shown.getByRole('button', { name: new RegExp(text.confirm, 'u') }))
  expect(dialog.call.mock.calls).toEqual([
    [payPlay, { programId: 'pier', programGuid: 'pier', payment: quote.payment, resourceId: quote.resourceId }],
  ])
})

test('too few credits are said below the button', async () => {
  await renderOffer(DETAIL(program), { answer: refusedRead('INSUFFICIENT_CREDITS', { needed: 29, owned: 9 }) })
  expect(await screen.findByText(text.short('9'))).toBeTruthy()
})

test.each([
  [41 * 60, 'plain', /租看至 .*（尚餘 40 小時 59 分）/u],
  [30, 'warn', /可觀看時間尚餘 29 分鐘，少於片長 1 小時 40 分/u],
])('with %s minutes left, a rented title says %s', async (minutes, tone, words) => {
  const expiresAt = new Date(Date.now() + minutes * 60_000 - 1000).toISOString()
  const rented = programOnSale({ access: 'play', buttonText: '播放', buttonNote: '', expiresAt })
  await renderOffer(DETAIL(rented))
  const note = await screen.findByText(words)
  expect(note.getAttribute('data-tone')).toBe(tone)
})

test('a visitor is offered no quote', async () => {
  localStorage.clear()
  await renderOffer(HOVER(programOnSale({ access: 'login' })))
  await act(async () => {})
  expect(screen.queryByText(quote.buttonText)).toBeNull()
})

const PRICE = '首月免費，其後每月 HK$98.50'

test.each([
  ['the details', DETAIL],
  ['a slide of the billboard', SLIDE],
  ['the hover card', HOVER],
  ['the button to be embedded', EMBEDDED],
])('%s names the price of the plan, as the plan says it', async (_, offer) => {
  const title = programOfPlan()
  await renderOffer(offer(title), { title, plan: planFor({ priceText: PRICE }) })
  expect(await screen.findByText(PRICE)).toBeTruthy()
})

test('the details of a members-only title say when the first money is taken, and lead to the dialog', async () => {
  const { user } = await renderOffer(DETAIL(programOfPlan()), { answer: refusedRead('PLAN_REQUIRED') })
  expect(await screen.findByText(planFor().termsText)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /以通行證觀看/u }))
  expect(purchaseGate.get()?.request).toEqual({ programId: 'pier' })
})

test('the details of a title that has both show both, the plan as a link', async () => {
  await renderOffer(DETAIL(programOfBoth()), { plan: planFor({ priceText: PRICE }) })
  const way = await screen.findByRole('link', { name: /以通行證觀看/u })
  expect([way.getAttribute('href'), way.textContent]).toEqual(['#/monthlyfee?for=pier', `以通行證觀看${PRICE}`])
  expect(await screen.findByText(quote.buttonText)).toBeTruthy()
})

test('a slide of the billboard sells the rental of a title that has both, and names the plan', async () => {
  await renderOffer(SLIDE(programOfBoth()))
  expect(await screen.findByText(quote.buttonText)).toBeTruthy()
  const way = screen.getByRole('link', { name: home.also('以通行證觀看') })
  expect(way.getAttribute('href')).toBe('#/monthlyfee?for=pier')
})

test('a slide of the billboard names no second way to a title that has one', async () => {
  await renderOffer(SLIDE(programOfPlan()))
  expect(screen.queryByText(home.also('以通行證觀看'))).toBeNull()
})

test('the hover card plays a members-only title for a member with a plan, and names no price', async () => {
  const title = programOfPlan({ access: 'play', offers: [] })
  await renderOffer(HOVER(title), { contractStatus: 'enabled' })
  const play = await screen.findByRole('link', { name: /通行證免費觀看/u })
  expect(play.getAttribute('href')).toMatch(/^#\/play\?/u)
  expect(screen.queryByText(/HK\$/u)).toBeNull()
})

test.each([
  ['the details', DETAIL],
  ['the button to be embedded', EMBEDDED],
])('%s tell a visitor what the plan costs before the login', async (_, offer) => {
  localStorage.clear()
  const title = programOfPlan({ access: 'login', buttonText: '登入後觀看', offers: [] })
  await renderOffer(offer(title), { title, plan: planFor({ priceText: PRICE }) })
  expect(await screen.findByText(PRICE)).toBeTruthy()
})

test.each([
  ['the details', DETAIL],
  ['a slide of the billboard', SLIDE],
  ['the button to be embedded', EMBEDDED],
])('%s tell a visitor what a rental costs before the login, as the server says it', async (_, offer) => {
  localStorage.clear()
  const title = programOnSale({ access: 'login', buttonText: '登入後觀看', buttonNote: '28 點', offers: [] })
  await renderOffer(offer(title), { title })
  expect((await screen.findByRole('link', { name: /登入後觀看/u })).textContent).toBe('登入後觀看28\u00A0點')
})

test('a visitor reads the rental first of a title that the plan holds too, as after the login', async () => {
  localStorage.clear()
  const title = programOfPlan({ access: 'login', buttonText: '登入後觀看', buttonNote: '38 點', offers: [] })
  await renderOffer(DETAIL(title), { title, plan: planFor({ priceText: PRICE }) })
  const button = await screen.findByRole('link', { name: /登入後觀看.*通行證/u })
  expect(button.textContent.replaceAll('\u00A0', ' ')).toBe('登入後觀看38 點，或通行證')
})

test('a visitor reads no price of the plan on the hover card', async () => {
  localStorage.clear()
  await renderOffer(HOVER(programOfPlan({ access: 'login', offers: [] })))
  await act(async () => {})
  expect(screen.queryByText(/HK\$/u)).toBeNull()
})
