import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { deviceList } from '#contract/sessions.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { account } from '#text/zh_HK/accounts.ts'
import { accountOf } from '../../../../test/support/codes-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { useNavigate } from '#web/kit/router.tsx'
import { paths, routerPath } from '#web/viewer/navigation/paths.ts'
import { SetupScreen } from './setup-screen.tsx'

afterEach(() => vi.restoreAllMocks())

const details = [userProfile, { profile: { ...accountOf().profile, genres: [], emailValid: true } }] as const

test('the cards of the overview come together: none moves when another one knows what it holds', async () => {
  const plan = Promise.withResolvers<object>()
  const devices = Promise.withResolvers<object>()
  await renderWeb(<SetupScreen plan={<p>plan</p>} urgent={null} />, {
    reads: [details, [subscriptionDetail, plan.promise], [deviceList, devices.promise]],
  })
  const card = () => screen.queryByRole('region', { name: account.data.title })
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  await act(async () => plan.resolve({ subscription: null }))
  expect(card()).toBeNull()
  await act(async () => devices.resolve({ list: [] }))
  expect(await screen.findByRole('region', { name: account.data.title })).toBeTruthy()
})

test('the birthday is said as a day', async () => {
  const profile = { ...accountOf().profile, genres: [], emailValid: true, birthday: '1990-02-28' }
  await renderWeb(<SetupScreen plan={null} urgent={null} />, {
    reads: [
      [userProfile, { profile }],
      [subscriptionDetail, { subscription: null }],
      [deviceList, { list: [] }],
    ],
  })
  expect(await screen.findByText('1990年2月28日')).toBeTruthy()
})

test('a link to the plan leads to its card, Back does not', async () => {
  const scrolledTo: Element[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    scrolledTo.push(this)
  })
  function Steps() {
    const navigate = useNavigate()
    return (
      <>
        <button onClick={() => navigate(routerPath(paths.setupPlan()))}>to the plan</button>
        <button onClick={() => navigate(routerPath(paths.setup()))}>to the account</button>
        <button onClick={() => navigate(-1)}>back</button>
        <SetupScreen plan={<p>plan</p>} urgent={null} />
      </>
    )
  }
  const { user } = await renderWeb(<Steps />, {
    path: '/setup',
    reads: [details, [subscriptionDetail, { subscription: null }], [deviceList, { list: [] }]],
  })
  await screen.findByText('plan')
  expect(scrolledTo).toEqual([])
  const click = (name: string) => user.click(screen.getByRole('button', { name }))
  await click('to the plan')
  expect(scrolledTo.map((element) => element.textContent)).toEqual(['plan'])
  expect(document.activeElement?.textContent).toBe('plan')
  await click('to the account')
  await click('back')
  expect(scrolledTo).toHaveLength(1)
})
