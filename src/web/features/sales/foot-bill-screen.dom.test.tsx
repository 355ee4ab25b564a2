import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { saleDetail } from '#contract/sales.ts'
import { sales as text } from '#text/zh_HK/sales.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { FootBillScreen } from './foot-bill-screen.tsx'

test.each([
  ['without a sale in its address, that there is no order', '/foot-bill', 'NOT_FOUND', text.bill.none],
  ['of a sale that is gone, that it is not found', '/foot-bill?saleId=gone', 'NOT_FOUND', text.noSale],
  ['of a malformed id, that it is not found', '/foot-bill?saleId=!!', 'INVALID_INPUT', text.noSale],
])('the summary says, %s', async (_, path, errorCode, shown) => {
  await renderWeb(<FootBillScreen PaymentDialog={() => null} />, {
    path,
    reads: [[saleDetail, () => refusedRead(errorCode)]],
  })
  expect(await screen.findByText(shown)).toBeTruthy()
  expect(screen.getByRole('link', { name: text.toSales }).getAttribute('href')).toBe(paths.specialSales())
})
