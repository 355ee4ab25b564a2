import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { UserProfile } from '#contract/accounts.ts'
import { account } from '#text/zh_HK/account-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { BalanceCard } from './balance-card.tsx'

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
