import type { Clock } from '#server/kit/clock.ts'
import { CREDITS, giftCardCode, VOUCHERS } from './codes.ts'
import { RETURN_PAGES, type WirePayments } from './wire-payments.ts'
import { type Db, inTransaction } from '#server/kit/db.ts'

/** Codes for many accounts each, but for `used`. `expired` was used by nobody. */
export const WIRE_CODES = {
  credits: 'F1XT-VREC-RED1-T009',
  vouchers: 'F1XT-VREV-0VCH-ER0Q',
  used: 'F1XT-VREV-SED0-000B',
  expired: 'F1XT-VREE-XP1R-ED06',
  shared: 'F1XT-VRES-HARE-D00T',
  promotion: 'F1XT-VREP-R0M0-T10Z',
  partner: 'F1XT-VREH-GC00-000V',
} as const

const MANY = 1_000

/** Makes the codes of the fixtures, and a gift card that the member `giver` bought. @returns its code and its order */
export async function createWireCodes(
  { codes, payments, approve }: WirePayments,
  { db, clock, accountOf }: { db: Db; clock: Clock; accountOf: (member: string) => Promise<string> },
): Promise<{ code: string; orderId: string }> {
  const insert = (code: string, batch: Partial<Parameters<typeof codes.batches.insert>[1]> = {}) =>
    inTransaction(db, (tx) =>
      codes.batches.insert(tx, {
        batchId: `fixture-${code}`,
        kind: 'redeem',
        name: code,
        grants: [CREDITS],
        usesPerCode: MANY,
        newUsersOnly: false,
        partner: null,
        expiresAt: null,
        codes: [code.replaceAll('-', '')],
        actor: 'operator:ann',
        reason: 'fixtures',
        ...batch,
      }),
    )
  await insert(WIRE_CODES.credits)
  await insert(WIRE_CODES.vouchers, { grants: [VOUCHERS] })
  await insert(WIRE_CODES.used, { usesPerCode: 1 })
  const [startsAt, expiresAt] = [2, 1].map((hours) => clock.now().subtract({ hours }))
  await insert(WIRE_CODES.expired, { startsAt, expiresAt: expiresAt! })
  await insert(WIRE_CODES.shared, { kind: 'sharing' })
  await insert(WIRE_CODES.promotion, { kind: 'promotion' })
  await insert(WIRE_CODES.partner, { kind: 'partner', partner: 'hgc', grants: [VOUCHERS] })
  const accountId = await accountOf('giver')
  await codes.redemptions.redeem({ accountId, code: WIRE_CODES.used, address: '203.0.113.9' })
  const orderId = await buyGiftCard({ payments, approve }, { accountId, db, sentAt: startsAt! })
  return { code: giftCardCode(orderId), orderId }
}

/** A gift card for somebody else, sent long enough ago to be sent again. @returns its order */
export async function buyGiftCard(
  { payments, approve }: Pick<WirePayments, 'payments' | 'approve'>,
  { accountId, db, sentAt }: { accountId: string; db: Db; sentAt: Temporal.Instant },
): Promise<string> {
  const { orderId } = await payments.createOrder({
    accountId,
    language: 'en_US',
    purpose: 'giftcard',
    purposeId: 'credits-100',
    kind: 'paypal',
    amountCents: 10_000,
    continueUrl: RETURN_PAGES.continueURL,
    cancelUrl: RETURN_PAGES.cancelURL,
    terminal: 'web',
    details: { recipient: 'anna@example.com', message: '生日快樂', giverName: '志明', design: 'neon' },
  })
  approve(orderId)
  await payments.returned({ accountId, orderId })
  await inTransaction(db, (tx) =>
    tx.updateTable('gift_card').set({ sent_at: sentAt }).where('order_id', '=', orderId).execute(),
  )
  return orderId
}
