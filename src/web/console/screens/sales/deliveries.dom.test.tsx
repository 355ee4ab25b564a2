import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { list, sent, show } from '#contract/admin/deliveries.ts'
import { consoleDeliveries as text } from '#text/zh_HK/console-deliveries.ts'
import { keepUnits } from '#web/ui/keep-units.ts'
import { ADMINISTRATOR, pageOf, renderConsole } from '../../../../../test/support/render-console.tsx'

afterEach(() => vi.unstubAllGlobals())

const ORDER = {
  orderId: 'o1',
  orderNumber: 'HB-261120-05AB',
  state: 'paid',
  method: 'pickup',
  lockerCode: 'H852-07',
  district: { zh_HK: '沙田', en_US: 'Sha Tin' },
  lines: [{ goodsId: 'g', name: { zh_HK: '夜渡', en_US: '' }, medium: 'dvd', quantity: 2, amountCents: 22_800 }],
  paidCents: 45_600,
  refundedCents: 0,
  isRefundRunning: false,
  isDisputed: false,
  hasAddress: true,
  paidAt: '2026-11-20T04:00:00Z',
  sentAt: null,
  deliveredAt: null,
  restockedAt: null,
  reference: null,
}
const TO = { recipient: '陳子晴', phone: '+85291234567', address: '城門河畔路 8 號', country: null, postcode: null }

const render = (order: object = ORDER) =>
  renderConsole({
    me: { ...ADMINISTRATOR, roles: ['care'] },
    path: '/sales',
    answers: [
      [list, pageOf([order])],
      [show, TO],
      [sent, {}],
    ],
  })
const button = (name: string) => screen.findByRole('button', { name: keepUnits(name) })

test('customer care sees deliveries alone, reads an address when it is asked for, and sends an order', async () => {
  const { user, callsOf } = await render()
  await user.click(await button(text.open(ORDER.orderNumber)))
  expect(callsOf(show)).toEqual([])
  await user.click(await button(text.showAddress))
  expect(await screen.findByText('城門河畔路 8 號')).toBeTruthy()
  await user.click(await button(text.markSent))
  const dialog = within(await screen.findByRole('dialog', { name: text.sending.title(ORDER.orderNumber) }))
  await user.type(dialog.getByRole('textbox', { name: text.sending.reference }), 'SF-1')
  await user.click(dialog.getByRole('button', { name: keepUnits(text.markSent) }))
  await waitFor(() => expect(callsOf(sent)).toMatchObject([{ input: { orderId: 'o1', reference: 'SF-1' } }]))
  expect(await screen.findByText(text.sending.done)).toBeTruthy()
})

test('an order with a refund under way is not sent', async () => {
  const { user } = await render({ ...ORDER, isRefundRunning: true })
  await user.click(await button(text.open(ORDER.orderNumber)))
  expect((await button(text.markSent)).hasAttribute('disabled')).toBe(true)
})
