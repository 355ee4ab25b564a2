import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { bindPartner } from '#contract/partners.ts'
import { codes as codesEn, partnerCode as en } from '#text/en_US/codes.ts'
import { codes, partnerCode as text } from '#text/zh_HK/codes.ts'
import { readDraft } from '#web/viewer/session/form-draft.ts'
import { loginPrompt, takePendingAction } from '#web/viewer/session/pending-action.ts'
import { accountOf, grantOf, logInMember, refusal } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { PartnerCodeScreen } from './partner-code-screen.tsx'

const BOUND = {
  result: 'SUCCESS',
  partner: 'hgc',
  tickets: 3,
  grants: [grantOf({ kind: 'voucher', title: '換領券', amount: 2, expiresAt: '2027-01-31T15:59:00Z' })],
}

const renderScreen = ({ path = '/hgcCode', partner = 'anyplex', answer = BOUND as object } = {}) =>
  renderWeb(<PartnerCodeScreen />, { path, reads: [[userProfile, accountOf(partner)]], answer: () => answer })

const input = (label = text.label) => screen.findByRole<HTMLInputElement>('textbox', { name: label })
const confirm = async (name = text.partners.hgc) =>
  within(await screen.findByRole('dialog', { name: text.confirm.title(name) }))

beforeEach(() => loginPrompt.close())

describe('a member', () => {
  beforeEach(() => logInMember())

  test('is told what it means, and asked, before the account is bound', async () => {
    const { user, call } = await renderScreen()
    await input()
    for (const line of text.meansList) expect(screen.getByText(line)).toBeTruthy()
    expect(screen.getByText(text.needs)).toBeTruthy()
    await user.type(await input(), 'hgc-2026')
    await user.click(screen.getByRole('button', { name: text.submit }))
    const dialog = await confirm()
    expect(dialog.getByText(text.confirm.account('+852 9123 4567'))).toBeTruthy()
    expect(call).not.toHaveBeenCalled()
    await user.click(dialog.getByRole('button', { name: text.confirm.yes }))
    expect(call.mock.calls).toEqual([[bindPartner, { partner: 'hgc', code: 'HGC2026' }]])
    expect(await screen.findByText(text.done.title(text.partners.hgc))).toBeTruthy()
    expect(screen.getByText(text.done.count('3'))).toBeTruthy()
    expect(screen.getByText(codes.amount.voucher('2'))).toBeTruthy()
    expect(readDraft('partner-code').values).toEqual({})
  })

  test('sees what the code gave, also once the account is known to be bound', async () => {
    let partner = 'anyplex'
    const readPartners: string[] = []
    const { user } = await renderWeb(<PartnerCodeScreen />, {
      path: '/hgcCode',
      reads: [
        [
          userProfile,
          () => {
            readPartners.push(partner)
            return accountOf(partner)
          },
        ],
      ],
      answer: () => {
        partner = 'hgc'
        return BOUND
      },
    })
    await user.type(await input(), 'hgc1')
    await user.click(screen.getByRole('button', { name: text.submit }))
    await user.click((await confirm()).getByRole('button', { name: text.confirm.yes }))
    expect(await screen.findByText(codes.amount.voucher('2'))).toBeTruthy()
    await waitFor(() => expect(readPartners).toEqual(['anyplex', 'hgc']))
    await act(async () => {})
    expect(screen.getByText(codes.amount.voucher('2'))).toBeTruthy()
  })

  test('chooses another partner, or thinks again', async () => {
    const { user, call } = await renderScreen()
    await user.click(await screen.findByRole('radio', { name: text.partners.clp }))
    await user.type(await input(), 'clp1')
    await user.click(screen.getByRole('button', { name: text.submit }))
    await user.click((await confirm(text.partners.clp)).getByRole('button', { name: text.confirm.no }))
    expect(call).not.toHaveBeenCalled()
    expect((await input()).value).toBe('CLP1')
  })

  test('is told why an account cannot be bound', async () => {
    const { user } = await renderScreen({ answer: refusal('CONFLICT', { message: '帳戶仍有 60 點。' }) })
    await user.type(await input(), 'hgc1')
    await user.click(screen.getByRole('button', { name: text.submit }))
    await user.click((await confirm()).getByRole('button', { name: text.confirm.yes }))
    expect(await screen.findByText('帳戶仍有 60 點。')).toBeTruthy()
  })

  test.each(['WRONG_CODE', 'CODE_USED', 'NEW_USERS_ONLY'] as const)('%s is said at the field', async (code) => {
    const { user } = await renderScreen({ answer: refusal(code) })
    await user.type(await input(), 'hgc1')
    await user.click(screen.getByRole('button', { name: text.submit }))
    await user.click((await confirm()).getByRole('button', { name: text.confirm.yes }))
    expect(await screen.findByText(codes.refused[code].title)).toBeTruthy()
    expect((await input()).getAttribute('aria-invalid')).toBe('true')
  })

  test('who is bound already enters a further code of the same partner, and nothing is asked', async () => {
    const { user, call } = await renderScreen({ partner: 'clp' })
    expect(await screen.findByText(text.already.title(text.partners.clp))).toBeTruthy()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByText(text.means)).toBeNull()
    await user.type(await input(), 'clp2')
    await user.click(screen.getByRole('button', { name: text.already.submit }))
    expect(call.mock.calls).toEqual([[bindPartner, { partner: 'clp', code: 'CLP2' }]])
    expect(await screen.findByText(codes.amount.voucher('2'))).toBeTruthy()
  })
})

test('a visitor is asked to log in; nothing is bound by coming back', async () => {
  const { user, unmount } = await renderScreen()
  await user.type(await input(), 'hgc1')
  await user.click(screen.getByRole('button', { name: text.submit }))
  expect(takePendingAction()?.action).toEqual({ kind: 'go', to: '/hgcCode' })
  unmount()
  logInMember()
  const { call } = await renderScreen()
  expect((await input()).value).toBe('HGC1')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(call).not.toHaveBeenCalled()
})

test('/hgcCode_en is in English, its answers too, and the stored language stays', async () => {
  logInMember()
  localStorage.setItem('language', 'zh_HK')
  document.documentElement.lang = 'zh-HK'
  const { user, call, unmount } = await renderScreen({ path: '/hgcCode_en', answer: refusal('WRONG_CODE') })
  expect(
    (await screen.findByRole('heading', { level: 1, name: en.title })).closest('[lang]')?.getAttribute('lang'),
  ).toBe('en')
  await waitFor(() => expect(document.documentElement.lang).toBe('en'))
  await user.type(await input(en.label), 'hgc1')
  await user.click(screen.getByRole('button', { name: en.submit }))
  await user.click(await screen.findByRole('button', { name: en.confirm.yes }))
  expect(await screen.findByText(codesEn.refused.WRONG_CODE.title)).toBeTruthy()
  const calls = vi.mocked<(endpoint: Endpoint, input: unknown, options?: object) => unknown>(call).mock.calls
  expect(calls[0]?.[2]).toEqual({ language: 'en_US' })
  expect(localStorage.getItem('language')).toBe('zh_HK')
  unmount()
  expect(document.documentElement.lang).toBe('zh-HK')
})
