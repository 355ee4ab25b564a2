import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { order } from '#contract/playback.ts'
import { revampDetail } from '#contract/programs.ts'
import { home, site } from '#text/zh_HK/viewer.ts'
import { rentals as text } from '#text/zh_HK/rentals.ts'
import { purchaseGate } from '#web/viewer/playback-gates/playback-gates.ts'
import { startSession } from '#web/viewer/session/session.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { programOnSale, quoteFor, refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { PayPlayButtonScreen } from './pay-play-button-screen.tsx'

const ADDRESS = '/payplayButton?for=pier'
const quote = quoteFor()
const login = () =>
  startSession({ token: 'token', userId: 'u1', partner: 'anyplex' }, { mobileno: '91234567', areaCode: '852' })

afterEach(() => purchaseGate.close())

describe('of a member', () => {
  beforeEach(login)

  test('the button opens the purchase of that title, and charges nothing', async () => {
    const { call, user } = await renderWeb(<PayPlayButtonScreen />, {
      path: ADDRESS,
      reads: [
        [revampDetail, { program: programOnSale() }],
        [order, quote],
      ],
    })
    expect(await screen.findByRole('heading', { name: '十三號碼頭' })).toBeTruthy()
    await expect.poll(() => document.title).toContain('十三號碼頭')
    await user.click(await screen.findByRole('button', { name: /60\u00A0點中扣 29\u00A0點/u }))
    expect(purchaseGate.get()?.request).toEqual({ programId: 'pier' })
    expect(call).not.toHaveBeenCalled()
  })

  test('a title that this account owns is played', async () => {
    const owned = programOnSale({ access: 'play', buttonText: '播放', buttonNote: '', offers: [] })
    await renderWeb(<PayPlayButtonScreen />, { path: ADDRESS, reads: [[revampDetail, { program: owned }]] })
    const play = await screen.findByRole('link', { name: '播放' })
    expect(play.getAttribute('href')).toMatch(/^#\/play\?programId=pier&/u)
  })

  test('a title that is denied has its reason in place of the button, and the way to its page', async () => {
    const denied = programOnSale({ access: 'deny', buttonText: '', offers: [], reasonText: '此節目尚未開售。' })
    await renderWeb(<PayPlayButtonScreen />, { path: ADDRESS, reads: [[revampDetail, { program: denied }]] })
    expect(await screen.findByText('此節目尚未開售。')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
    const way = screen.getByRole('link', { name: text.about })
    expect(way.getAttribute('href')).toBe(`#/category/list?programId=${denied.programId}`)
  })
})

test('with too few credits the button says what is missing, and opens the ways to more', async () => {
  login()
  const { user } = await renderWeb(<PayPlayButtonScreen />, {
    path: ADDRESS,
    reads: [
      [revampDetail, { program: programOnSale({ warning: '暴力場面' }) }],
      [order, refusedRead('INSUFFICIENT_CREDITS', { needed: 29, owned: 7 })],
    ],
  })
  await user.click(
    await screen.findByRole('button', { name: `${text.topUpButton} ${keepUnits(text.missingTitle('22'))}` }),
  )
  expect(purchaseGate.get()?.request).toEqual({ programId: 'pier' })
})

test('a visitor is led to the login, and reads no quote', async () => {
  const shown = programOnSale({ access: 'login', buttonText: '登入後觀看', buttonNote: '', offers: [] })
  await renderWeb(<PayPlayButtonScreen />, {
    path: ADDRESS,
    reads: [
      [revampDetail, { program: shown }],
      [order, quote],
    ],
  })
  expect(await screen.findByText('登入後觀看')).toBeTruthy()
  expect(screen.queryByText(quote.buttonText)).toBeNull()
})

test.each([
  ['no title in the address', '/payplayButton', []],
  ['an unknown title', ADDRESS, [[revampDetail, refusedRead('NOT_FOUND')]]],
  ['a malformed id', '/payplayButton?for=!!', [[revampDetail, refusedRead('INVALID_INPUT')]]],
] as const)('%s: says so, with a way home and no second attempt', async (_, path, reads) => {
  await renderWeb(<PayPlayButtonScreen />, { path, reads })
  expect(await screen.findByText(text.unknownTitle)).toBeTruthy()
  expect(screen.getByRole('link', { name: home.toHome })).toBeTruthy()
  expect(screen.queryByRole('button', { name: site.retry })).toBeNull()
})

test('a title that could not be loaded can be loaded again', async () => {
  login()
  let attempts = 0
  const { user } = await renderWeb(<PayPlayButtonScreen />, {
    path: ADDRESS,
    reads: [
      [
        revampDetail,
        () => {
          attempts += 1
          return attempts === 1 ? refusedRead('UNAVAILABLE') : { program: programOnSale() }
        },
      ],
    ],
  })
  expect(await screen.findByText('server: UNAVAILABLE')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: site.retry }))
  await waitFor(() => expect(screen.getByRole('heading', { name: '十三號碼頭' })).toBeTruthy())
})
