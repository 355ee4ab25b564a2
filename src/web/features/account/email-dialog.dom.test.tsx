import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { account } from '#text/zh_HK/accounts.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { EmailDialog } from './email-notice.tsx'

const { email: text } = account

test('the wait for another code is a clock', async () => {
  const { user } = await renderWeb(<EmailDialog email="tai@example.com" onClose={() => {}} />, {
    answer: () => ({ result: 'SUCCESS', waitSeconds: 180 }),
  })
  await user.click(await screen.findByRole('button', { name: text.send }))
  const again = await screen.findByRole('button', { name: text.resendIn('3:00') })
  expect(again.hasAttribute('disabled')).toBe(true)
})

test('a wait of hours, which a refusal names, is a clock too', async () => {
  const refusal = { result: 'FAILED', errorCode: 'TOO_MANY_TRIES', retryAfter: 7_200, message: '嘗試次數過多' }
  const { user } = await renderWeb(<EmailDialog email="tai@example.com" onClose={() => {}} />, {
    answer: () => refusal,
  })
  await user.click(await screen.findByRole('button', { name: text.send }))
  expect(await screen.findByRole('button', { name: text.resendIn('2:00:00') })).toBeTruthy()
})
