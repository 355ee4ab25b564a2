import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/endpoint.ts'
import type { saleList, saleOrder, saleOrderList } from '#contract/sales.ts'
import { payments as paymentsEn } from '#text/en_US/payments.ts'
import { sales as salesEn } from '#text/en_US/sales.ts'
import { payments } from '#text/zh_HK/payments.ts'
import { sales } from '#text/zh_HK/sales.ts'
import { PATHS } from '#web/viewer/navigation/paths.ts'
import { isFull } from '../support/full.ts'
import { chooseProfile, type Member, profilesOf, register, send, succeed } from './support/members.ts'
import { finishPayment } from './support/paying.ts'
import { visitAs } from './support/profile-pages.ts'
import { eventually, hashOf, type Page, visit, world } from './support/world.ts'

type Sale = OutputOf<typeof saleList>['list'][number]

const theSale = async (): Promise<Sale> => (await succeed<OutputOf<typeof saleList>>('/api_v2/sales/list')).list[0]!
const unitsOf = async (goodsId: string) => (await theSale()).goods.find((goods) => goods.goodsId === goodsId)!.available
const ordersOf = async ({ token }: Member) =>
  (await succeed<OutputOf<typeof saleOrderList>>('/api_v2/sales/orderList', {}, token)).list

/** A new member at the special sales. */
async function openSales(language: 'zh_HK' | 'en_US' = 'zh_HK') {
  const member = await register('陳子晴')
  const profile = await chooseProfile(member, (await profilesOf(member))[0]!)
  const visited = await visitAs(member, { path: `/#${PATHS.specialSales}`, profile, language })
  return { member, ...visited }
}

const order = (page: Page, name = sales.order.title) => page.getByRole('region', { name })

/** Fills in where a collected order goes, and leads on to its summary. */
async function collect(page: Page): Promise<void> {
  const panel = order(page)
  await panel.getByLabel(sales.order.lockerCode, { exact: true }).fill('h852-07')
  await panel.getByRole('button', { name: new RegExp(`^${sales.order.submit}`) }).click()
  await page.getByRole('heading', { level: 1, name: sales.bill.title }).waitFor()
}

const choose = (page: Page, kind: string) => page.getByRole('radio', { name: kind, exact: true }).press('Space')
const pay = (page: Page) => page.getByRole('button', { name: new RegExp(`^${sales.bill.pay}`) }).click()

test('goods are ordered for a locker, paid by PayPal, and listed as an order to be sent', async () => {
  const before = await unitsOf('letters-dvd')
  const { member, page, errors } = await openSales()
  await page.getByRole('button', { name: sales.add('寄往澳門的信') }).click()
  const panel = order(page)
  await panel.getByRole('button', { name: sales.order.more('寄往澳門的信') }).click()
  await panel.getByLabel(sales.order.lockerCode, { exact: true }).fill('H852-99')
  await panel.getByRole('button', { name: new RegExp(`^${sales.order.submit}`) }).click()
  await panel.getByText(sales.order.lockerUnknown).waitFor()
  await collect(page)
  await choose(page, payments.providers.paypal)
  await pay(page)
  await finishPayment({ member, page, kind: 'paypal', choice: 'approve', text: payments })
  await page.getByRole('link', { name: payments.result.toBought.sale }).click()
  await page.getByText(sales.deliveries.states.paid).waitFor()
  expect(hashOf(page)).toBe(`#${PATHS.setupDeliveries}`)
  const [bought] = await ordersOf(member)
  expect(bought).toMatchObject({ state: 'paid', amount: 33_600, freight: 0, lockerCode: 'H852-07' })
  expect(await unitsOf('letters-dvd')).toBe(before - 2)
  expect(errors).toEqual([])
})

test.runIf(isFull)('in English goods are shipped overseas with their freight, and paid by a QR code', async () => {
  const { member, page } = await openSales('en_US')
  await page.getByRole('button', { name: salesEn.add('Dim Sum Universe') }).click()
  const panel = order(page, salesEn.order.title)
  await panel.getByRole('radio', { name: new RegExp(salesEn.order.methods.overseas) }).press('Space')
  await panel.getByLabel(salesEn.order.phone).fill('+44 20 7946 0000')
  await panel.getByLabel(salesEn.order.address).fill('1 Example Street, London')
  await panel.getByLabel(salesEn.order.country).selectOption('GB')
  await panel.getByLabel(salesEn.order.postcode).fill('N1 9GU')
  await panel.getByRole('button', { name: new RegExp(`^${salesEn.order.submit}`) }).click()
  await page.getByRole('heading', { level: 1, name: salesEn.bill.title }).waitFor()
  await choose(page, paymentsEn.providers.wechat)
  await page.getByRole('button', { name: new RegExp(`^${salesEn.bill.pay}`) }).click()
  await finishPayment({ member, page, kind: 'wechat', choice: 'approve', text: paymentsEn })
  await eventually(async () => (await ordersOf(member)).length).toBe(1)
  const [bought] = await ordersOf(member)
  expect(bought).toMatchObject({ freight: 18_000, method: 'overseas', delivery: { country: 'GB', postcode: 'N1 9GU' } })
})

test.runIf(isFull)('a payment that is declined gives the units back, and the order can be paid again', async () => {
  const before = await unitsOf('goldfish-dvd')
  const { member, page } = await openSales()
  await page.getByRole('button', { name: sales.add('金魚街八號') }).click()
  await collect(page)
  await choose(page, payments.providers.payme)
  await pay(page)
  await finishPayment({ member, page, kind: 'payme', choice: 'decline', text: payments })
  await page.getByRole('link', { name: payments.result.retry }).click()
  expect(await unitsOf('goldfish-dvd')).toBe(before)
  expect(await ordersOf(member)).toEqual([])
  expect(await order(page).getByLabel(sales.order.lockerCode, { exact: true }).inputValue()).toMatch(/852-07/)
})

test('what others hold meanwhile is selling fast: nothing is charged', async () => {
  const sale = await theSale()
  const goods = sale.goods.find(({ goodsId }) => goodsId === 'neon-dvd')!
  const { member, page } = await openSales()
  await page.getByRole('button', { name: sales.add(goods.title) }).click()
  await collect(page)
  const other = await register('李四')
  const held = await send<OutputOf<typeof saleOrder>>(
    '/api_v2/sales/order',
    {
      saleId: sale.saleId,
      lines: [`${goods.goodsId}:${goods.available}`],
      recipient: '李四',
      phone: '91234567',
      address: '旺角',
      method: 'pickup',
      lockerCode: 'H852-05',
      amount: goods.amount * goods.available,
      provider: 'wechat',
      continueURL: `${world.url}/#${PATHS.footBill}`,
      cancelURL: `${world.url}/#${PATHS.footBill}`,
    },
    other.token,
  )
  expect(held.result).toBe('SUCCESS')
  await choose(page, payments.providers.wechat)
  await pay(page)
  await page.getByRole('alert').getByText(sales.bill.sellingFast).waitFor()
  expect(await ordersOf(member)).toEqual([])
})

test('a visitor chooses goods, logs in to pay, and a child sees no sale', async () => {
  const { page } = await visit({ path: `/#${PATHS.specialSales}` })
  await page.getByRole('button', { name: sales.add('最後一注') }).click()
  const panel = order(page)
  await panel.getByLabel(sales.order.recipient).fill('陳子晴')
  await panel.getByLabel('手提電話號碼').fill('91234567')
  await collect(page)
  await pay(page)
  await page.getByRole('dialog').getByRole('button', { name: '登入' }).waitFor()
  const kids = await visit({ path: `/#${PATHS.specialSales}`, kids: true })
  await eventually(() => hashOf(kids.page)).toBe(`#${PATHS.kids}`)
  expect(await kids.page.getByText(sales.title, { exact: true }).count()).toBe(0)
})
