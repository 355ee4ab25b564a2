import { act, screen, within } from '@testing-library/react'
import { lazy } from 'react'
import { expect, test } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { account } from '#text/zh_HK/accounts.ts'
import { viewer } from '#text/zh_HK/viewer.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { startSession } from '#web/viewer/session/session.ts'
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

test.each([
  ['enabled', 1],
  ['disabled', 0],
])('with a plan that is %s the navigation has %i way to it', async (contractStatus, ways) => {
  startSession({ token: 'token', userId: 'u1', partner: 'anyplex' }, { mobileno: '91234567', areaCode: '852' })
  await renderWeb(<SetupLayout>overview</SetupLayout>, {
    path: '/setup',
    reads: [[userProfile, { profile: { partner: 'anyplex', contractStatus } }]],
  })
  const nav = within(await screen.findByRole('navigation', { name: account.nav.label }))
  await nav.findByRole('link', { name: account.nav.wallet })
  const links = nav.queryAllByRole('link', { name: account.nav.plan })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array(ways).fill(paths.setupPlan()))
})
