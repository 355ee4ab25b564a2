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
