import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { exportOrders, list } from '#contract/admin/orders.ts'
import { consoleOrders as text } from '#text/zh_HK/console-orders.ts'
import { consoleShell } from '#text/zh_HK/console-shell.ts'
import { ADMINISTRATOR, type Answers, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const ORDER = {
  outTradeNo: 'f00d',
  orderNumber: 'HB-261121-4K7Q',
  accountId: 'acc-1',
  state: 'part_refunded',
  kind: 'credits',
  provider: 'payme',
  isSandbox: false,
  item: '200 點',
  amountCents: 20_000,
  currency: 'HKD',
  paidCents: 20_000,
  paidCurrency: 'HKD',
  refundedCents: 5_000,
  createdAt: '2026-11-20T12:14:03Z',
  paidAt: '2026-11-20T12:14:40Z',
  deliveredAt: '2026-11-20T12:14:40Z',
  undeliverable: null,
  answerBy: null,
}
const FINANCE = { ...ADMINISTRATOR, roles: ['finance' as const] }
const CARE = { ...ADMINISTRATOR, roles: ['care' as const] }

const render = (options: { path?: string; me?: typeof FINANCE | typeof CARE; answers?: Answers } = {}) =>
  renderConsole({
    me: FINANCE as never,
    path: '/orders',
    ...(options as object),
    answers: [[list, pageOf([ORDER])], ...(options.answers ?? [])],
  })

test('a row says the order, its account, what was bought, what was paid and refunded, and leads to the order', async () => {
  await render()
  const link = await screen.findByRole('link', { name: text.open(ORDER.orderNumber) })
  expect(link.getAttribute('href')).toBe(`#/orders/${ORDER.orderNumber}`)
  const table = within(screen.getByRole('table', { name: text.list }))
  for (const shown of ['acc-1', '200 點', 'HK$200', text.refunded('HK$50'), 'PayMe', text.states.part_refunded])
    expect(table.getByText(shown)).toBeTruthy()
  expect(table.getAllByText(/11月20日 20:14/).length).toBeGreaterThan(0)
})

test('the filters are in the address, times as Hong Kong’s', async () => {
  const { callsOf } = await render({
    path: '/orders?text=HB-261121-4K7Q&state=paid&kind=plan&provider=paypal&from=2026-11-01T00:00',
  })
  await screen.findByText(ORDER.orderNumber)
  expect(callsOf(list)[0]!.input.filter).toEqual({
    text: 'HB-261121-4K7Q',
    state: 'paid',
    kind: 'plan',
    provider: 'paypal',
    from: '2026-11-01T00:00:00+08:00',
  })
})

test('finance exports the orders of the filter; care has no export', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL() {} }))
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const csv = new Response('a', { headers: { 'Content-Type': 'text/csv; charset=utf-8', 'X-Row-Count': '1200' } })
  const { user } = await render({ answers: [[exportOrders, () => csv]] })
  await user.click(await screen.findByRole('button', { name: text.export }))
  expect(await screen.findByText(text.exported('1,200'))).toBeTruthy()
  saved.mockRestore()
})

test('care sees the orders and no export', async () => {
  await render({ me: CARE })
  await screen.findByText(ORDER.orderNumber)
  expect(screen.queryByRole('button', { name: text.export })).toBeNull()
})

test('without orders it says so, and a filter that finds none is cleared', async () => {
  const { user } = await renderConsole({
    me: FINANCE as never,
    path: '/orders?state=disputed',
    answers: [[list, ({ input }) => pageOf((input.filter as { state?: string }).state ? [] : [ORDER])]],
  })
  const state = (await screen.findByText(text.none)).parentElement!
  await user.click(within(state).getByRole('button', { name: consoleShell.clearFilters }))
  expect(await screen.findByText(ORDER.orderNumber)).toBeTruthy()
  expect(location.hash).toBe('#/orders')
})
