import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentsWorld, type PaymentsWorld } from '../../../../test/support/payments.ts'
import { sql } from '#server/kit/db.ts'
import { readMigrations } from '#server/kit/migrate.ts'
import { readOrderNumber } from './payment-ids.rules.ts'

let world: PaymentsWorld
beforeAll(async () => {
  world = await createPaymentsWorld()
})
afterAll(() => world.close())

const numberFor = async (orderId: string, at: string) => {
  const { rows } = await sql<{ number: string }>`select new_order_number(${orderId}, ${at}) as number`.execute(world.db)
  return rows[0]!.number
}

test('an order has a short number of its day in Hong Kong, without look-alikes, which stays the same', async () => {
  const { orderId, orderNumber, createdAt } = await world.start()
  const day = createdAt.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate().toString().slice(2).replaceAll('-', '')
  expect(orderNumber).toMatch(new RegExp(`^HB-${day}-[0-9A-HJKMNP-TV-Z]{4}$`))
  expect(await numberFor(randomUUID(), '2026-11-27T16:00:00Z')).toMatch(/^HB-261128-/)
  expect(await numberFor(randomUUID(), '2026-11-27T15:59:59Z')).toMatch(/^HB-261127-/)
  await sql`update payment_order set expires_at = expires_at where order_id = ${orderId}`.execute(world.db)
  expect((await world.orderRow(orderId)).order_number).toBe(orderNumber)
})

test('a number that another order has is not given again', async () => {
  const { orderId } = await world.start()
  const other = randomUUID()
  const at = '2026-11-20T04:00:00Z'
  const first = await numberFor(other, at)
  await sql`update payment_order set order_number = ${first} where order_id = ${orderId}`.execute(world.db)
  const second = await numberFor(other, at)
  expect(second).toMatch(/^HB-261120-/)
  expect(second).not.toBe(first)
})

test('orders of earlier releases are numbered by the migration, each otherwise', async () => {
  const ids: string[] = []
  for (const phone of ['92100001', '92100002', '92100003'])
    ids.push((await world.start({ accountId: (await world.aMember(phone)).accountId })).orderId)
  await sql`alter table payment_order alter column order_number drop not null`.execute(world.db)
  await sql`update payment_order set order_number = null`.execute(world.db)
  const migrations = await readMigrations(join(import.meta.dirname, '../../../../migrations'))
  const fills = migrations.find(({ name }) => name === '0135_payments_order_numbers.sql')!
  for (const statement of fills.sql.trim().split(/;\n/u)) await sql.raw(statement).execute(world.db)
  const numbers = await Promise.all(ids.map(async (id) => (await world.orderRow(id)).order_number))
  expect(new Set(numbers).size).toBe(ids.length)
})

test.each([
  ['HB-261128-4K7Q', 'HB-261128-4K7Q'],
  ['hb-261128-4k7q', 'HB-261128-4K7Q'],
  [' hb 261128 4k7q ', 'HB-261128-4K7Q'],
  ['HB2611284K7Q', 'HB-261128-4K7Q'],
  ['HB–261128–4K7Q', 'HB-261128-4K7Q'],
  ['HB-261128-oIl7', 'HB-261128-0117'],
  ['HB-26112-4K7Q', undefined],
  ['20261128-ABCDEF123456', undefined],
  ['0123456789abcdef0123456789abcdef', undefined],
])('%j is read as the order number %s', (typed, expected) => {
  expect(readOrderNumber(typed)).toBe(expected)
})

test('an operator names an order by its number or by its id', async () => {
  const { orderId, orderNumber } = await world.start()
  for (const typed of [orderId, ` ${orderId}`, orderNumber, orderNumber.toLowerCase().replaceAll('-', ' ')])
    expect(await world.payments.orderIdFor(typed)).toBe(orderId)
  expect(await world.payments.orderIdFor('HB-200101-0000')).toBe('HB-200101-0000')
})
