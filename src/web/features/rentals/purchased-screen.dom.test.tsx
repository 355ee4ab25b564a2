import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { tvodPurchasedList } from '#contract/rentals.ts'
import { rentals } from '#text/zh_HK/rentals.ts'
import { refusedRead, programOnSale } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { PurchasedRow } from './purchased-row.tsx'
import { PurchasedScreen } from './purchased-screen.tsx'

const { purchased: text } = rentals
const rental = (programId: string, title: string, remainingMinute: number) => ({
  program: programOnSale({ programId, title, access: 'play' }),
  purchasedAt: '2026-11-22T13:20:00Z',
  expiresAt: new Date(Date.now() + remainingMinute * 60_000).toISOString(),
  remainingMinute,
})
const page = (list: object[]) => ({ list, page: 1, pageSize: 20, total: list.length })

test('each rental says how long it lasts, and plays', async () => {
  await renderWeb(<PurchasedScreen />, {
    reads: [[tvodPurchasedList, page([rental('pier', '十三號碼頭', 160), rental('stake', '最後一注', 2460)])]],
  })
  const [first, second] = await screen.findAllByRole('listitem')
  expect(first!.textContent).toContain('尚餘 2 小時 40 分')
  expect(first!.querySelector('[data-ending]')).not.toBeNull()
  expect(second!.textContent).toContain('尚餘 41 小時')
  expect(second!.querySelector('[data-ending]')).toBeNull()
  expect(
    within(first!)
      .getByRole('link', { name: text.playOf('十三號碼頭') })
      .getAttribute('href'),
  ).toBe('#/play?programId=pier&programGuid=pier')
})

test('without a rental the list says so, and home has no row', async () => {
  await renderWeb(<PurchasedScreen />, { reads: [[tvodPurchasedList, page([])]] })
  expect(await screen.findByText(text.empty)).toBeTruthy()
  const { container } = await renderWeb(<PurchasedRow />, { reads: [[tvodPurchasedList, page([])]] })
  expect(container.textContent).toBe('')
})

test('a list that cannot be loaded offers another try; home leaves its row out', async () => {
  await renderWeb(<PurchasedScreen />, { reads: [[tvodPurchasedList, refusedRead('INTERNAL')]] })
  expect(await screen.findByText(text.failed)).toBeTruthy()
  const { container } = await renderWeb(<PurchasedRow />, { reads: [[tvodPurchasedList, refusedRead('INTERNAL')]] })
  expect(container.textContent).toBe('')
})

test('home’s row has the time left of each rental', async () => {
  await renderWeb(<PurchasedRow />, { reads: [[tvodPurchasedList, page([rental('pier', '十三號碼頭', 160)])]] })
  const row = await screen.findByRole('region', { name: text.row })
  expect(row.textContent).toContain(text.rowLeft('2 小時 40 分'))
})
