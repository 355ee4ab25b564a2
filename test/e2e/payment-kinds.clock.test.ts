import { expect, test } from 'vitest'
import { creditsOf, openTopUp, payBy } from './support/paying.ts'
import { advanceClock } from './support/world.ts'

test('a payment that its provider completes later is shown once it is told', async () => {
  const { member, page, text } = await openTopUp()
  await payBy({ member, page, kind: 'payasia', choice: 'delay', text })
  await page.getByText(text.result.pendingTitle(text.providers.payasia)).first().waitFor()
  expect(await creditsOf(member)).toBe(0)
  await advanceClock('PT11M')
  await page.getByText(text.result.paidTitle('50')).waitFor()
  expect(await creditsOf(member)).toBe(50)
})

test('a payment that its payer leaves is given up: the screen says so, and nothing was taken', async () => {
  const { member, page, text } = await openTopUp()
  await payBy({ member, page, kind: 'paypal', choice: 'cancel', text })
  await page.getByText(text.result.pendingTitle(text.providers.paypal)).first().waitFor()
  await advanceClock('PT4H')
  await page.getByText(text.result.expired).waitFor()
  await page.getByRole('link', { name: text.result.retry }).waitFor()
  expect(await creditsOf(member)).toBe(0)
})
