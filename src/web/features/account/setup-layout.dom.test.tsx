import { act, screen, within } from '@testing-library/react'
import { lazy } from 'react'
import { expect, test } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { account } from '#text/zh_HK/accounts.ts'
import { viewer } from '#text/zh_HK/viewer.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
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
