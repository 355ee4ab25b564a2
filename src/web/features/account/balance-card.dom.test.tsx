import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UserProfile } from '#contract/accounts.ts'
import { account } from '#text/zh_HK/accounts.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { BalanceCard } from './setup-screen.tsx'
import '../../../../test/support/in-november.ts'

const { wallet } = account
const withBalance = (change: Partial<UserProfile>) =>
  ({ partner: 'anyplex', pointsMonthly: 0, pointsRecharge: 0, tickets: 0, ...change }) as UserProfile

test('a balance of zero is a sentence, not a figure', async () => {
  await renderWeb(<BalanceCard profile={withBalance({})} />)
  await screen.findByText(wallet.noCredits)
  expect(screen.queryByText('0')).toBeNull()
  expect(screen.queryByText(wallet.creditsUnit)).toBeNull()
})

test('of two kinds of credits, only those that there are have a line', async () => {
  await renderWeb(<BalanceCard profile={withBalance({ pointsMonthly: 60 })} />)
  await screen.findByText('60')
  expect(screen.getByText(wallet.monthly)).toBeTruthy()
  expect(screen.queryByText(wallet.extra)).toBeNull()
})

test('each kind of credits has its own end, whenever the plan ends', async () => {
  const profile = withBalance({
    pointsMonthly: 60,
    pointsRecharge: 100,
    planEnd: '2027-11-23T16:00:00Z',
    creditsExpireAt: '2026-12-23T16:00:00Z',
    monthlyExpireAt: '2026-12-23T16:00:00Z',
    rechargeExpireAt: '2027-11-23T04:00:00Z',
  })
  await renderWeb(<BalanceCard profile={profile} />)
  await screen.findByText(wallet.expires('12月23日 23:59'))
  expect(screen.getByText(wallet.expires('2027年11月23日 12:00'))).toBeTruthy()
})
