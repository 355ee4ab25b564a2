import { act, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { userProfile } from '#contract/accounts.ts'
import { subscriptionDetail } from '#contract/subscriptions.ts'
import { wallet, walletStatement, walletStatementFile } from '#contract/wallet.ts'
import { wallet as text } from '#text/zh_HK/wallet.ts'
import * as files from '#web/kit/save-file.ts'
import { accountOf } from '../../../../test/support/codes-web.ts'
import { refusedRead } from '../../../../test/support/rentals-web.ts'
import { renderWeb } from '../../../../test/support/render-web.tsx'
import { periodStart } from './statement.rules.ts'
import { WalletScreen } from './wallet-screen.tsx'

const soon = new Date(Date.now() + 6.5 * 86_400_000).toISOString()
const lapses = [
  { bucket: 'monthly', credits: 42, expiresAt: soon },
  { bucket: 'recharged', credits: 100, expiresAt: '2027-11-15T15:59:59Z' },
]
const lines = [
  {
    at: '2026-11-22T01:41:00Z',
    kind: 'rent',
    text: '租看《十三號碼頭》',
    bucket: 'recharged',
    change: -28,
    balance: 100,
  },
  {
    at: '2026-11-15T13:07:00Z',
    kind: 'topup',
    text: '增值 100 點',
    bucket: 'recharged',
    change: 100,
    balance: 128,
    outTradeNo: 'HB1',
  },
]

interface Given {
  plan?: Promise<object>
  balance?: object | Promise<object>
  statement?: object | Promise<object>
  path?: string
  partner?: string
}

const renderWallet = ({
  plan,
  balance = { credits: 142, buckets: [], lapses, blocked: false },
  statement = { list: lines, pageSize: 25 },
  path = '/setup/wallet',
  partner = 'anyplex',
}: Given = {}) =>
  renderWeb(<WalletScreen plan={plan ? <p>plan</p> : undefined} />, {
    path,
    reads: [
      [wallet, balance],
      [walletStatement, statement],
      [userProfile, accountOf(partner)],
      ...(plan ? [[subscriptionDetail, plan] as const] : []),
    ],
    answer: () => ({ result: 'SUCCESS', fileName: 'statement.csv', bytes: new Uint8Array([1]) }),
  })

test('the statement comes together with the balance and the plan above it, whose height is not known before', async () => {
  const balance = Promise.withResolvers<object>()
  const plan = Promise.withResolvers<object>()
  await renderWallet({ balance: balance.promise, plan: plan.promise })
  const statement = () => screen.queryByRole('region', { name: text.statement })
  expect(statement()).toBeNull()
  await act(async () => balance.resolve({ credits: 142, buckets: [], lapses, blocked: false }))
  expect(await screen.findByRole('region', { name: text.balance })).toBeTruthy()
  expect(statement()).toBeNull()
  await act(async () => plan.resolve({ subscription: null }))
  expect(await screen.findByRole('region', { name: text.statement })).toBeTruthy()
  expect(screen.getByText('租看《十三號碼頭》')).toBeTruthy()
})

test.each([
  ['anyplex', 1],
  ['hgc', 0],
])('the top-up is offered to whom credits are sold: a member of %s sees %i links to it', async (partner, links) => {
  await renderWallet({ partner })
  await screen.findByRole('region', { name: text.statement })
  expect(screen.queryAllByRole('link', { name: text.topUp })).toHaveLength(links)
})

test('credits are listed in the order of spending, each with its lapse; those of a week are marked', async () => {
  await renderWallet()
  const balance = await screen.findByRole('region', { name: text.balance })
  expect(balance.textContent).toContain(`142 ${text.unit}`)
  const items = within(balance).getAllByRole('listitem')
  expect(items.map((item) => within(item).getByText(/點數$/u).textContent)).toEqual([
    text.buckets.monthly,
    text.buckets.recharged,
  ])
  expect(items[0]!.textContent).toMatch(/失效，尚餘 6 日/u)
  expect(items[1]!.textContent).toContain(text.lapse('2027年11月15日 23:59'))
})

test('a wallet without credits is a sentence, not a figure', async () => {
  await renderWallet({ balance: { credits: 0, buckets: [], lapses: [], blocked: false } })
  const balance = await screen.findByRole('region', { name: text.balance })
  expect(within(balance).getByText(text.none)).toBeTruthy()
  expect(balance.textContent).not.toContain('0')
})

test('an account whose purchases are on hold is told', async () => {
  await renderWallet({ balance: { credits: 5, buckets: [], lapses: [], blocked: true } })
  expect((await screen.findByText(text.blocked)).closest('[role="alert"]')).toBeTruthy()
})

test('the statement has change and running balance of each booking', async () => {
  await renderWallet()
  const table = await screen.findByRole('table', { name: text.statement })
  const [, rent, topUp] = within(table).getAllByRole('row')
  expect(rent!.textContent).toContain('租看《十三號碼頭》')
  expect(within(rent!).getByText('−28')).toBeTruthy()
  expect(within(rent!).getByText('100')).toBeTruthy()
  expect(within(topUp!).getByText('+100')).toBeTruthy()
  expect(within(topUp!).getByText('128')).toBeTruthy()
  expect(within(topUp!).getByRole('link').getAttribute('href')).toBe('#/setup/receipt?outTradeNo=HB1')
  expect(within(rent!).queryByRole('link')).toBeNull()
})

test('the filters are in the address, and the file holds what they leave', async () => {
  const save = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
  const { user, at, call } = await renderWallet()
  await user.click(await screen.findByRole('button', { name: text.buckets.recharged }))
  expect(at.current).toBe('/setup/wallet?bucket=recharged')
  await user.selectOptions(screen.getByRole('combobox', { name: text.period }), '12m')
  expect(at.current).toBe('/setup/wallet?bucket=recharged&period=12m')
  await user.selectOptions(screen.getByRole('combobox', { name: text.kind }), text.kinds.topups)
  expect(at.current).toBe('/setup/wallet?bucket=recharged&kind=topups&period=12m')
  expect(screen.getByRole('button', { name: text.buckets.recharged, pressed: true })).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: text.csv }))
  expect(call.mock.calls).toEqual([
    [walletStatementFile, { bucket: 'recharged', kind: 'topups', from: periodStart('12m', Date.now()) }],
  ])
  expect(save.mock.calls[0]?.[0]).toMatchObject({ fileName: 'statement.csv' })
})

test('filters of the address are chosen from the start', async () => {
  await renderWallet({ path: '/setup/wallet?bucket=monthly&period=all' })
  expect(await screen.findByRole('button', { name: text.buckets.monthly, pressed: true })).toBeTruthy()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: text.period }).value).toBe('all')
})

test('all kinds are shown again by the first choice', async () => {
  const { user, at } = await renderWallet({ path: '/setup/wallet?kind=rentals' })
  const kind = await screen.findByRole<HTMLSelectElement>('combobox', { name: text.kind })
  expect(kind.selectedOptions[0]!.textContent).toBe(text.kinds.rentals)
  await user.selectOptions(kind, text.allKinds)
  expect(at.current).toBe('/setup/wallet')
})

test('an empty statement says so and has no file', async () => {
  await renderWallet({ statement: { list: [], pageSize: 25 } })
  expect(await screen.findByText(text.empty)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: text.csv }).disabled).toBe(true)
})

test('balance and statement fail on their own, each with another try', async () => {
  await renderWallet({ balance: refusedRead('INTERNAL') })
  expect(await screen.findByText(text.failed)).toBeTruthy()
  expect(screen.getByRole('table', { name: text.statement })).toBeTruthy()
})
