import { render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { giftCardReceived, redeemPromotionCode } from '#contract/codes.ts'
import { codes, redeem as text } from '#text/zh_HK/codes.ts'
import { GiftCardThumbnail } from '#web/ui/gift-card-art.tsx'
import { loginPrompt, takePendingAction } from '#web/viewer/session/pending-action.ts'
import { readDraft } from '#web/viewer/session/form-draft.ts'
import { accountOf, CODE, grantOf, logInMember, refusal } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { ExchangeCodeScreen, MonthlyRedeemCodeScreen, MonthlyRedeemScreen, RedeemScreen } from './redeem-screens.tsx'

const GIFT = { result: 'SUCCESS', kind: 'giftcard', grants: [grantOf()], design: 'neon' } as const

const renderScreen = ({
  answers = [GIFT],
  path = '/recode',
  Screen = RedeemScreen,
  received = [],
}: { answers?: object[]; path?: string; Screen?: () => React.ReactNode; received?: object[] } = {}) => {
  const left = [...answers]
  return renderWeb(<Screen />, {
    path,
    reads: [
      [userProfile, accountOf()],
      [giftCardReceived, { list: received }],
    ],
    answer: () => (left.length > 1 ? left.shift() : left[0]) ?? GIFT,
  })
}

const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: codes.label })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const confirmation = new RegExp(`^${text.confirm}`, 'u')

beforeEach(() => loginPrompt.close())

describe('a member', () => {
  beforeEach(() => logInMember())

  test('sees what the code gives and until when, before anything is redeemed', async () => {
    const { user, call } = await renderScreen()
    await user.type(input(), CODE.typed)
    expect(input().value).toBe(CODE.shown)
    await user.click(button(text.preview))
    expect(call.mock.calls).toEqual([[redeemPromotionCode, { code: CODE.sent, preview: true }]])
    const heading = await screen.findByRole('heading', { name: text.gives })
    expect(document.activeElement).toBe(heading)
    expect(screen.getByText(codes.amount.credits('200'), { selector: 'li span' })).toBeTruthy()
    expect(screen.getByText(codes.until.other('2027年11月21日 23:59'))).toBeTruthy()
    expect(await screen.findByText(text.credits('260'))).toBeTruthy()
    const parts = [...document.querySelectorAll<HTMLElement>('[data-bucket]')].map(({ dataset }) => dataset['bucket'])
    expect(parts).toEqual(['monthly', 'recharged'])
  })

  test.each(['harbour', 'neon', 'sunrise'] as const)(
    'sees the image of a gift card that its buyer chose: %s',
    async (design) => {
      const { user } = await renderScreen({ answers: [{ ...GIFT, design }] })
      await user.type(input(), CODE.typed)
      await user.click(button(text.preview))
      await screen.findByRole('heading', { name: text.gives })
      const { container } = render(<GiftCardThumbnail design={design} />)
      // The ids of gradients differ.
      const drawn = (root: ParentNode) =>
        root.querySelector('svg[viewBox="0 0 428 270"]')!.innerHTML.replaceAll(/id="[^"]*"|url\(#[^)]*\)/g, '')
      expect(drawn(document)).toBe(drawn(container))
    },
  )

  test('sees the gift cards that they were given, and what one gives by one click', async () => {
    const given = { title: '50 點', code: CODE.shown, giverName: '大文', message: '生日快樂', design: 'neon' }
    const view = await renderScreen({
      answers: [{ ...GIFT, giverName: '大文', message: '生日快樂' }],
      received: [{ ...given, expiresAt: '2029-11-20T10:00:00Z' }],
    })
    expect(await screen.findByText(text.waiting.from('50 點', '大文'))).toBeTruthy()
    await view.user.click(button(text.waiting.choose))
    expect(view.call.mock.calls).toEqual([[redeemPromotionCode, { code: CODE.sent, preview: true }]])
    await screen.findByRole('heading', { name: text.gives })
    expect(screen.getByText(text.from('大文'))).toBeTruthy()
    expect(screen.getByText(text.quote('生日快樂'))).toBeTruthy()
  })

  test('reads which credits come with a pass, before and after redeeming it', async () => {
    const plan = grantOf({ kind: 'plan', title: '娛樂通行證', amount: 1, extraCredits: 60 })
    const { user } = await renderScreen({ answers: [{ ...GIFT, kind: 'plan', grants: [plan] }] })
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    const said = new RegExp(codes.monthlyCredits('60'), 'u')
    expect(await screen.findByText(said)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: confirmation }))
    await screen.findByText(text.done.kicker)
    expect(screen.getByText(said)).toBeTruthy()
  })

  test('confirms, and is told what was granted and where to go on', async () => {
    const plan = grantOf({ kind: 'plan', title: '娛樂通行證', amount: 1, expiresAt: '2026-12-21T16:00:00Z' })
    const { user, call } = await renderScreen({ answers: [{ ...GIFT, kind: 'plan', grants: [plan] }] })
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    await user.click(await screen.findByRole('button', { name: confirmation }))
    expect(call.mock.calls.at(-1)).toEqual([redeemPromotionCode, { code: CODE.sent, preview: false }])
    expect(await screen.findByText(text.done.kicker)).toBeTruthy()
    // A plan that ends at midnight lasts until 23:59 of the day before.
    expect(screen.getByText(codes.until.plan('2026年12月21日 23:59'))).toBeTruthy()
    expect(screen.getByRole('link', { name: text.done.watch }).getAttribute('href')).toBe('#/category/list')
    expect(screen.getByRole('link', { name: text.done.toSetup }).getAttribute('href')).toBe('#/setup')
    expect(readDraft('redeem').values).toEqual({})
  })

  test('redeems once, however often the button is clicked', async () => {
    const { user, call } = await renderScreen()
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    await user.dblClick(await screen.findByRole('button', { name: confirmation }))
    expect(call.mock.calls.filter(([, sent]) => !(sent as { preview: boolean }).preview)).toHaveLength(1)
  })

  test('who has redeemed it before is told when, and has nothing to confirm', async () => {
    const { user, call } = await renderScreen({ answers: [{ ...GIFT, redeemedAt: '2026-11-14T12:30:00Z' }] })
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    expect(await screen.findByRole('heading', { name: text.repeated.title('2026年11月14日 20:30') })).toBeTruthy()
    expect(screen.queryByRole('button', { name: confirmation })).toBeNull()
    expect(screen.getByRole('link', { name: codes.toStatement }).getAttribute('href')).toBe('#/setup/wallet')
    expect(call).toHaveBeenCalledOnce()
  })

  test('a redemption whose answer was lost is told as done when it is sent again', async () => {
    const again = { ...GIFT, redeemedAt: '2026-11-14T12:30:00Z' }
    const { user } = await renderScreen({ answers: [GIFT, refusal('NETWORK'), again] })
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    await user.click(await screen.findByRole('button', { name: confirmation }))
    await user.click(await screen.findByRole('button', { name: confirmation }))
    expect(await screen.findByText(text.done.kicker)).toBeTruthy()
  })

  test('a changed code takes the preview away', async () => {
    const { user } = await renderScreen()
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    await screen.findByRole('button', { name: confirmation })
    await user.type(input(), '{Backspace}')
    expect(screen.queryByRole('button', { name: confirmation })).toBeNull()
    expect(button(text.preview)).toBeTruthy()
  })

  test.each(['WRONG_CODE', 'CODE_USED', 'NEW_USERS_ONLY'] as const)(
    '%s is said at the field, with what to do',
    async (code) => {
      const { user } = await renderScreen({ answers: [refusal(code)] })
      await user.type(input(), CODE.typed)
      await user.click(button(text.preview))
      expect(await screen.findByText(codes.refused[code].title)).toBeTruthy()
      expect(screen.getByText(new RegExp(`^${codes.refused[code].text}`, 'u'))).toBeTruthy()
      expect(input().getAttribute('aria-invalid')).toBe('true')
      expect(document.activeElement).toBe(input())
      expect(input().value).toBe(CODE.shown)
    },
  )

  test.each(['CODE_EXPIRED', 'NOT_ALLOWED', 'CONFLICT'])('%s is said in the server’s words', async (code) => {
    const { user } = await renderScreen({ answers: [refusal(code)] })
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    expect(await screen.findByText(`server: ${code}`)).toBeTruthy()
    expect(input().getAttribute('aria-invalid')).toBe('true')
  })

  test('tries that are left are told', async () => {
    const { user } = await renderScreen({ answers: [refusal('WRONG_CODE', { triesLeft: 2 })] })
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    expect(await screen.findByText(new RegExp(codes.triesLeft('2'), 'u'))).toBeTruthy()
  })

  test('after too many tries the button says how long to wait', async () => {
    const { user } = await renderScreen({ answers: [refusal('TOO_MANY_TRIES', { retryAfter: 600 })] })
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    expect(await screen.findByText(codes.tooMany)).toBeTruthy()
    expect(button(/後可再試$/u).hasAttribute('disabled')).toBe(true)
  })

  test('a code that was used meanwhile is said at the field', async () => {
    const { user } = await renderScreen({ answers: [GIFT, refusal('CODE_USED')] })
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    await user.click(await screen.findByRole('button', { name: confirmation }))
    expect(await screen.findByText(codes.refused.CODE_USED.title)).toBeTruthy()
    expect(screen.getByRole('link', { name: codes.toStatement }).getAttribute('href')).toBe('#/setup/wallet')
  })

  test('without a network the preview stays, and the redemption can be tried again', async () => {
    const { user } = await renderScreen({ answers: [GIFT, refusal('NETWORK'), GIFT] })
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    await user.click(await screen.findByRole('button', { name: confirmation }))
    expect(await screen.findByText('server: NETWORK')).toBeTruthy()
    await user.click(button(confirmation))
    expect(await screen.findByText(text.done.kicker)).toBeTruthy()
  })

  test('an empty field is said, and nothing is sent', async () => {
    const { user, call } = await renderScreen()
    await user.click(button(text.preview))
    expect(await screen.findByText(codes.missing)).toBeTruthy()
    expect(call).not.toHaveBeenCalled()
  })

  test('a reload keeps what was typed, and never in the address', async () => {
    const { user, unmount, at } = await renderScreen({ Screen: ExchangeCodeScreen, path: '/setup/exchangecode' })
    await user.type(input(), 'hbgc7')
    expect(at.current).toBe('/setup/exchangecode')
    unmount()
    const { call } = await renderScreen({ Screen: ExchangeCodeScreen, path: '/setup/exchangecode' })
    expect(input().value).toBe('HBGC-7')
    expect(call).not.toHaveBeenCalled()
  })
})

describe('a visitor', () => {
  test('is asked to log in, and comes back to the preview', async () => {
    const { user, call, unmount } = await renderScreen({ path: '/Redeemcode' })
    await user.type(input(), CODE.typed)
    await user.click(button(text.preview))
    expect(loginPrompt.isOpen()).toBe(true)
    expect(call).not.toHaveBeenCalled()
    expect(takePendingAction()?.action).toEqual({ kind: 'go', to: '/Redeemcode' })
    unmount()
    logInMember()
    const back = await renderScreen({ path: '/Redeemcode' })
    expect(await screen.findByRole('heading', { name: text.gives })).toBeTruthy()
    expect(back.call.mock.calls).toEqual([[redeemPromotionCode, { code: CODE.sent, preview: true }]])
  })

  test('who typed but did not send is not sent after a login', async () => {
    const { user, unmount } = await renderScreen()
    await user.type(input(), CODE.typed)
    unmount()
    logInMember()
    const { call } = await renderScreen()
    expect(input().value).toBe(CODE.shown)
    expect(call).not.toHaveBeenCalled()
  })

  test('/monthlyredeem explains plan codes and asks to log in for the code', async () => {
    const { user } = await renderScreen({ Screen: MonthlyRedeemScreen, path: '/monthlyredeem' })
    await user.click(button(text.monthly.login))
    expect(loginPrompt.isOpen()).toBe(true)
    expect(takePendingAction()?.action).toEqual({ kind: 'go', to: '/monthlyredeemCode' })
  })
})

test('a member goes from /monthlyredeem to the code at once', async () => {
  logInMember()
  const { user, at } = await renderScreen({ Screen: MonthlyRedeemScreen, path: '/monthlyredeem' })
  await user.click(button(text.monthly.enter))
  expect(at.current).toBe('/monthlyredeemCode')
})

test('/monthlyredeemCode takes a code', async () => {
  logInMember()
  await renderScreen({ Screen: MonthlyRedeemCodeScreen, path: '/monthlyredeemCode' })
  expect(screen.getByRole('heading', { level: 1, name: text.monthly.title })).toBeTruthy()
  expect(input()).toBeTruthy()
})
