import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sendEmailCode, userProfile } from '#contract/accounts.ts'
import { comments } from '#text/zh_HK/comments.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { EmailForm } from './email-form.tsx'

const { email: text } = comments

test('the first code starts the wait for another, which is a clock', async () => {
  // happy-dom lays nothing out.
  Element.prototype.scrollIntoView = () => {}
  const { user } = await renderWeb(<EmailForm purpose="comment" onVerified={() => {}} />, {
    reads: [[userProfile, { profile: { email: 'tai@example.com' } }]],
    answer: (endpoint) => (endpoint === sendEmailCode ? { result: 'SUCCESS', waitSeconds: 180 } : { result: 'FAILED' }),
  })
  await user.click(await screen.findByRole('button', { name: text.send }))
  expect(await screen.findByRole('button', { name: text.resendIn('3:00') })).toHaveProperty('disabled', true)
})
