import { screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Banner } from '#contract/banners.ts'
import { userInfo, type UserProfile, userProfile } from '#contract/accounts.ts'
import type { Language } from '#contract/languages.ts'
import { order } from '#contract/playback.ts'
import { type Program, revampDetail } from '#contract/programs.ts'
import { payPlay } from '#contract/rentals.ts'
import { account as accountEn } from '#text/en_US/accounts.ts'
import { rentals as rentalsEn } from '#text/en_US/rentals.ts'
import { account as accountZh } from '#text/zh_HK/accounts.ts'
import { rentals as rentalsZh } from '#text/zh_HK/rentals.ts'
import { BalanceCard } from '#web/features/account/setup-screen.tsx'
import { SlideActions } from '#web/features/billboard/slide-text.tsx'
import { DetailActions, OfferNote } from '#web/features/detail/detail-overlay.tsx'
import { HoverCard } from '#web/features/hover-card/hover-card.tsx'
import { PayPlayButtonScreen } from '#web/features/rentals/pay-play-button-screen.tsx'
import { PurchaseDialog } from '#web/features/rentals/purchase-dialog.tsx'
import { startSession } from '#web/viewer/session/session.ts'
import { purchaseGate } from '#web/viewer/playback-gates/playback-gates.ts'
import { programForVoucher, refusedRead, voucherQuoteFor } from '../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../test/support/render-web.tsx'
import '../../../test/support/in-november.ts'

const WORDS = {
  zh_HK: {
    text: rentalsZh,
    wallet: accountZh.wallet,
    until: '12月31日 23:59',
    short: '換領券不足，未能觀看此節目。',
  },
  en_US: {
    text: rentalsEn,
    wallet: accountEn.wallet,
    until: '31 Dec, 23:59',
    short: 'You don’t have enough vouchers to watch this title.',
  },
} as const
const LANGUAGES = Object.keys(WORDS) as Language[]

const program = programForVoucher()
const quote = voucherQuoteFor()
const TELECOM = { partner: 'hgc', tickets: 4, pointsMonthly: 0, pointsRecharge: 0, contractStatus: 'disabled' }

beforeEach(() =>
  startSession({ token: 'token', userId: 'u1', partner: 'hgc' }, { mobileno: '91234567', areaCode: '852' }),
)
afterEach(() => purchaseGate.close())

const renderOffer = (
  element: ReactNode,
  {
    title = program,
    answer = quote,
    language,
  }: { title?: Program; answer?: object | Promise<object>; language: Language },
) =>
  renderWeb(element, {
    path: '/category/list?for=pier',
    language,
    reads: [
      [revampDetail, { program: title }],
      [order, answer],
      [userProfile, { profile: TELECOM }],
    ],
  })

const DETAIL = (title: Program) => (
  <>
    <DetailActions program={title} size="l" onIntent={() => {}} />
    <OfferNote program={title} />
  </>
)
const HOVER = (title: Program) => (
  <HoverCard
    program={{ ...title, trailer: { orderURL: '' } }}
    anchor={document.body}
    onClose={() => {}}
    prefetchPlay={() => {}}
  />
)

test.each([
  ['the details', DETAIL],
  [
    'a slide of the billboard',
    (title: Program) => <SlideActions banner={{ bannerId: 'b', program: title } as unknown as Banner} />,
  ],
  ['the hover card', HOVER],
  ['the button to be embedded', () => <PayPlayButtonScreen />],
])('%s names the voucher, what is left, and the end of the quote', async (_, offer) => {
  await renderOffer(offer(program), { language: 'zh_HK' })
  expect(await screen.findByText(quote.buttonText)).toBeTruthy()
})

test('the hover card says why a title cannot be watched without vouchers', async () => {
  await renderOffer(HOVER(program), { language: 'zh_HK', answer: refusedRead('INSUFFICIENT_TICKETS') })
  expect(await screen.findByText('server: INSUFFICIENT_TICKETS')).toBeTruthy()
})

test('the hover card requests no price of what telecom partners’ members cannot buy', async () => {
  const rental = programForVoucher({ vodType: 'PAY PER RENT', vodTypes: ['PAY PER RENT'] })
  await renderOffer(HOVER(rental), { language: 'zh_HK' })
  expect(screen.queryByText(quote.buttonText)).toBeNull()
})

describe.each(LANGUAGES)('in %s', (language) => {
  const { text, wallet, until, short } = WORDS[language]

  test('the line below the button says which voucher is used', async () => {
    await renderOffer(DETAIL(program), { language })
    expect(await screen.findByText(text.voucherNote(until, '2'))).toBeTruthy()
  })

  test('the dialog says what is used and what is left, and uses one voucher', async () => {
    const dialog = await renderOffer(<PurchaseDialog programId="pier" onBought={() => {}} onClose={() => {}} />, {
      language,
    })
    const shown = within(await screen.findByRole('dialog', { name: text.voucherTitle(program.title) }))
    expect(shown.getByText(text.voucher(until))).toBeTruthy()
    expect(shown.getByText(text.takenVouchersLabel('1'))).toBeTruthy()
    expect(shown.getByText(text.ownedVouchers('3'))).toBeTruthy()
    expect(shown.getByText(text.leftVouchers('2'))).toBeTruthy()
    expect(shown.getByText(text.voucherRefund)).toBeTruthy()
    expect(shown.queryByText(text.refund)).toBeNull()
    expect(dialog.call).not.toHaveBeenCalled()
    await dialog.user.click(shown.getByRole('button', { name: new RegExp(text.voucherConfirm, 'u') }))
    expect(dialog.call.mock.calls).toEqual([
      [payPlay, { programId: 'pier', programGuid: 'pier', payment: 1, resourceId: quote.resourceId }],
    ])
  })

  test('without a voucher the details say so and offer nothing to click', async () => {
    const denied = programForVoucher({
      access: 'deny',
      buttonText: '',
      buttonNote: '',
      offers: [],
      reason: 'INSUFFICIENT_TICKETS',
      reasonText: short,
    })
    await renderOffer(DETAIL(denied), { language })
    expect(await screen.findByText(short)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /換領券|voucher/iu })).toBeNull()
  })

  test('the account screen has vouchers and cinema tickets, each with its last day', async () => {
    const ticketList = [
      { kind: 'voucher', count: 3, expiresAt: '2026-12-31T16:00:00Z' },
      { kind: 'cinema', count: 1, expiresAt: '2027-01-15T16:00:00Z' },
    ]
    await renderWeb(<BalanceCard profile={TELECOM as unknown as UserProfile} />, {
      language,
      reads: [[userInfo, { tickets: 4, ticketList }]],
    })
    expect(await screen.findByText(wallet.ticketKinds.voucher)).toBeTruthy()
    expect(screen.getByText(wallet.ticketKinds.cinema)).toBeTruthy()
    expect(screen.getByText(wallet.tickets('3'))).toBeTruthy()
    expect(screen.getByText(wallet.expires(until))).toBeTruthy()
    expect(screen.queryByText(wallet.statement)).toBeNull()
  })
})
