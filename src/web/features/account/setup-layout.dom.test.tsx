import { act, screen, waitFor, within } from '@testing-library/react'
import { lazy } from 'react'
import { expect, test } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { tvodPurchasedList } from '#contract/rentals.ts'
import { walletStatement } from '#contract/wallet.ts'
import { account } from '#text/zh_HK/accounts.ts'
import { viewer } from '#text/zh_HK/viewer.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { accountOf, logInMember } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { SetupLayout } from './setup-layout.tsx'

test('while a screen of the account is fetched it is announced, then the screen takes its place', async () => {
  const arrived = Promise.withResolvers<{ default: () => string }>()
  const Child = lazy(() => arrived.promise)
  await renderWeb(
    <SetupLayout>
      <Child />
    </SetupLayout>,
    { path: '/setup/payments', reads: [[userProfile, { profile: {} }]] },
  )
  expect(await screen.findByRole('status', { name: viewer.site.loading })).toBeTruthy()
  await act(async () => arrived.resolve({ default: () => 'receipts' }))
  expect(await screen.findByText('receipts')).toBeTruthy()
  expect(screen.queryByRole('status', { name: viewer.site.loading })).toBeNull()
})

test('the navigation has a way to the plan, which lies far down on a phone', async () => {
  await renderWeb(<SetupLayout>overview</SetupLayout>, {
    path: '/setup',
    reads: [[userProfile, { profile: { partner: 'anyplex' } }]],
  })
  const nav = within(await screen.findByRole('navigation', { name: account.nav.label }))
  expect(nav.getByRole('link', { name: account.nav.plan }).getAttribute('href')).toBe(paths.setupPlan())
})

test.each([
  ['every member but a telecom partner’s', 'anyplex', 0, 0, [account.nav.wallet, account.nav.purchased]],
  ['no telecom partner’s member without any', 'hgc', 0, 0, [account.nav.tickets]],
  ['one with bookings of an earlier time', 'hgc', 1, 0, [account.nav.wallet, account.nav.tickets]],
  ['one with a title that can be played', 'hgc', 0, 1, [account.nav.purchased, account.nav.tickets]],
])('the navigation leads to credits and rentals for %s', async (_, partner, bookings, rentals, listed) => {
  logInMember(partner)
  await renderWeb(<SetupLayout>overview</SetupLayout>, {
    path: '/setup',
    reads: [
      [userProfile, accountOf(partner)],
      [walletStatement, { list: Array.from({ length: bookings }), pageSize: 1 }],
      [tvodPurchasedList, { list: Array.from({ length: rentals }), page: 1, pageSize: 1, total: rentals }],
    ],
  })
  const nav = within(await screen.findByRole('navigation', { name: account.nav.label }))
  const names = [account.nav.wallet, account.nav.purchased, account.nav.tickets]
  await waitFor(() => expect(names.filter((name) => nav.queryByRole('link', { name }))).toEqual(listed))
})
