import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { deviceList } from '#contract/sessions.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { account } from '#text/zh_HK/accounts.ts'
import { accountOf } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { SetupScreen } from './setup-screen.tsx'

test('the cards of the overview come together: none moves when another one knows what it holds', async () => {
  const plan = Promise.withResolvers<object>()
  const devices = Promise.withResolvers<object>()
  await renderWeb(<SetupScreen plan={<p>plan</p>} urgent={null} />, {
    reads: [
      [userProfile, { profile: { ...accountOf().profile, genres: [], emailValid: true } }],
      [subscriptionDetail, plan.promise],
      [deviceList, devices.promise],
    ],
  })
  const card = () => screen.queryByRole('region', { name: account.data.title })
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  await act(async () => plan.resolve({ subscription: null }))
  expect(card()).toBeNull()
  await act(async () => devices.resolve({ list: [] }))
  expect(await screen.findByRole('region', { name: account.data.title })).toBeTruthy()
})
