import type { Clock } from '#server/kit/clock.ts'
import type { DbHandle } from '#server/kit/db.ts'
import { addContent } from './content.ts'
import { RETURN_PAGES, type WirePayments } from './wire-payments.ts'

const ENTRIES = [
  {
    kind: 'sale',
    saleId: 'winter',
    title: { zh_HK: '冬日影碟特賣', en_US: 'Winter disc sale' },
    description: { zh_HK: '智能櫃自取免運費', en_US: 'Free locker pickup' },
    programId: 'ding-ding',
    startsAt: '2026-01-01T00:00:00+08:00',
    endsAt: '2036-01-01T00:00:00+08:00',
  },
  {
    kind: 'goods',
    goodsId: 'ding-ding-dvd',
    saleId: 'winter',
    programId: 'ding-ding',
    medium: 'dvd',
    name: { zh_HK: '叮叮', en_US: 'Ding Ding' },
    detail: { zh_HK: 'DVD，連明信片', en_US: 'DVD with postcards' },
    price: 168,
    supplied: 10_000,
  },
  {
    kind: 'goods',
    goodsId: 'sold-out-dvd',
    saleId: 'winter',
    programId: 'members',
    medium: 'bluray',
    name: { zh_HK: '會員電影', en_US: 'Members' },
    price: 228,
    supplied: 0,
    restockOn: '2026-12-08',
  },
  {
    kind: 'locker',
    lockerCode: 'H852-07',
    region: 'HK',
    district: { zh_HK: '沙田', en_US: 'Sha Tin' },
    address: { zh_HK: '城門河畔路 8 號地下', en_US: 'G/F, 8 Shing Mun Riverside Road' },
  },
  { kind: 'freight', zoneId: 'europe', countries: ['GB', 'FR'], first: 120, further: 30 },
]

/** Two units that are collected. */
export const SALE_ORDER = {
  saleId: 'winter',
  lines: ['ding-ding-dvd:2'],
  recipient: '陳子晴',
  phone: '9123 4567',
  address: '沙田城門河畔路 8 號 12 樓 B 室',
  method: 'pickup',
  lockerCode: 'h852-07',
  amount: 33_600,
  ...RETURN_PAGES,
}

/** A sale, and an order of goods that an account paid. */
export async function addFixtureSales(
  { sales, payments, approve, db, clock }: WirePayments & { db: DbHandle['db']; clock: Clock },
  accountId: string,
): Promise<void> {
  await addContent({ db, clock, parts: [sales.domainModule.content!] }, ENTRIES)
  const { orderId } = await payments.createOrder({
    accountId,
    language: 'en_US',
    purpose: 'sale',
    purposeId: SALE_ORDER.saleId,
    kind: 'paypal',
    amountCents: 16_800,
    continueUrl: RETURN_PAGES.continueURL,
    cancelUrl: RETURN_PAGES.cancelURL,
    terminal: 'web',
    details: {
      sale: {
        lines: [{ goodsId: 'ding-ding-dvd', quantity: 1 }],
        to: {
          method: 'pickup',
          lockerCode: 'H852-07',
          recipient: SALE_ORDER.recipient,
          address: SALE_ORDER.address,
          phone: '+85291234567',
        },
      },
    },
  })
  approve(orderId)
  await payments.returned({ accountId, orderId })
}
