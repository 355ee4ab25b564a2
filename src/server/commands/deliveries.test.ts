import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Domains } from '#server/app.ts'
import { A_LOCKER, A_SALE, createSalesWorld, type SalesWorld, someGoods } from '../../../test/support/sales.ts'
import { readArguments, UsageError } from './command.ts'
import { DELIVERIES, runDeliveries } from './deliveries.ts'

let world: SalesWorld
beforeAll(async () => {
  world = await createSalesWorld()
  await world.put(A_SALE, A_LOCKER, someGoods('a', 5))
})
afterAll(() => world.close())

test.each([
  ['nothing', []],
  ['another action', ['cancel', 'A1']],
  ['no order', ['sent']],
  ['two orders', ['sent', 'A1', 'A2']],
  ['a state that there is none of', ['list', '--state', 'held']],
  ['an order to list', ['list', 'A1']],
  ['a reference of what is not sent', ['delivered', 'A1', '--reference', 'HX1']],
  ['an empty reference', ['sent', 'A1', '--reference', ' ']],
  ['no reason to restock', ['restock', 'A1']],
  ['an unknown option', ['sent', 'A1', '--force', 'yes']],
])('the command deliveries refuses %s', (_, args) => {
  expect(() => readArguments(DELIVERIES, args)).toThrow(UsageError)
})

/** What the command prints. */
async function run(...args: string[]): Promise<string> {
  const command = readArguments(DELIVERIES, [...args, ...(args[0] === 'list' ? [] : ['--operator', 'ann'])])
  return (
    await runDeliveries(
      { sales: world.sales, payments: world.payments } as Pick<Domains, 'sales' | 'payments'>,
      command,
    )
  ).join('\n')
}

test('an order is listed without its address, shown, sent and delivered', async () => {
  expect(await run('list')).toBe('No order is paid.')
  const orderId = await world.buy([{ goodsId: 'a', quantity: 2 }])
  const { order_number: orderNumber } = await world.db
    .selectFrom('payment_order')
    .select('order_number')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  const listed = await run('list')
  expect(listed).toMatch(new RegExp(`^${orderNumber}  ${orderId}  paid  2 × a; H852-07; HK\\$456\\.00, paid 20\\d\\d-`))
  expect(listed).not.toContain('陳子晴')
  const shown = await run('show', orderNumber.toLowerCase())
  for (const line of ['    陳子晴', '    +85291234567', '    沙田城門河畔路 8 號', '    locker H852-07'])
    expect(shown.split('\n')).toContain(line)
  expect(await run('sent', orderId, '--reference', 'HX1')).toBe('Sent.')
  expect(await run('list', '--state', 'sent')).toContain(', HX1')
  expect(await run('delivered', orderNumber.replaceAll('-', ''))).toBe('Delivered.')
  expect(await run('restock', orderId, '--reason', 'came back')).toBe('Its units can be sold again.')
  expect(await run('list', '--state', 'delivered')).toContain('restocked')
})
