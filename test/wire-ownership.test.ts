import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpointUrl } from '#contract/endpoint.ts'
import { tokenHash } from '#server/kit/secrets.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'
import { accountOf, aToken, send, fieldsOf } from './support/wire-callers.ts'
import { COMMENT_TEXT } from './support/wire-comments.ts'
import { createWireWorld, type WireWorld } from './support/wire-world.ts'

/** Input fields that reference an entity: public, or owned by an account that others must not reach. */
const ENTITY_FIELDS: Readonly<Record<string, 'public' | 'own'>> = {
  programId: 'public',
  programGuid: 'public',
  categoryId: 'public',
  personId: 'public',
  tabId: 'public',
  avatarId: 'public',
  purposeId: 'public',
  planId: 'public',
  saleId: 'public',
  slotId: 'public',
  goodsId: 'public',
  showtimeId: 'public',
  merchantAgreementId: 'own',
  outTradeNo: 'own',
  paypalToken: 'own',
  profileId: 'own',
  deviceId: 'own',
  streamId: 'own',
  commentId: 'own',
  messageIds: 'own',
  endDevice: 'own',
  resourceId: 'own',
  screeningId: 'own',
  seatId: 'own',
  guestToken: 'own',
  passwordToken: 'own',
  verificationToken: 'own',
  staffToken: 'own',
  submissionId: 'own',
}
const IS_ENTITY_FIELD = /(?:Ids?|Guid|Token|Device|TradeNo)$/

let world: WireWorld
beforeAll(async () => {
  world = await createWireWorld()
})
afterAll(() => world.close())

test('every input field that references an entity is classified', () => {
  const fields = new Set(ENDPOINTS.flatMap(fieldsOf).filter((field) => IS_ENTITY_FIELD.test(field)))
  expect([...fields].filter((field) => ENTITY_FIELDS[field] === undefined)).toEqual([])
})

/** Calls that reference an owned entity, sent by another account. */
const FOREIGN_REQUESTS: { url: string; field: string; body: object; outcome: string }[] = [
  { url: '/api_v2/profile/choose', field: 'profileId', body: { profileId: 'locker-first' }, outcome: 'NOT_FOUND' },
  {
    url: '/api_v2/profile/update',
    field: 'profileId',
    body: { profileId: 'locker-child', name: 'x', childrenModel: false },
    outcome: 'NOT_FOUND',
  },
  { url: '/api_v2/profile/delete', field: 'profileId', body: { profileId: 'locker-child' }, outcome: 'NOT_FOUND' },
  { url: '/api/endDevice.action', field: 'deviceId', body: { deviceId: 'locker' }, outcome: 'NOT_FOUND' },
  { url: '/api_v2/stream/end', field: 'streamId', body: { streamId: 'theirs' }, outcome: 'NOT_FOUND' },
  { url: '/api_v2/comment/delete', field: 'commentId', body: { commentId: 'published' }, outcome: 'NOT_FOUND' },
  {
    url: '/api_v2/comment/update',
    field: 'commentId',
    body: { commentId: 'published', text: COMMENT_TEXT },
    outcome: 'EMAIL_NEEDED',
  },
  { url: '/api/readMessages.action', field: 'messageIds', body: { messageIds: ['theirs'] }, outcome: 'SUCCESS' },
  {
    url: '/api/login.action',
    field: 'endDevice',
    body: { mobileno: '92210005', password: '840271', endDevice: 'locker' },
    outcome: 'SUCCESS',
  },
  {
    url: '/api_v2/payPlay',
    field: 'resourceId',
    body: { programId: 'paid', payment: 28, resourceId: 'theirs' },
    outcome: 'QUOTE_EXPIRED',
  },
  {
    url: '/api_v2/privateCinema/create',
    field: 'resourceId',
    body: { programId: 'paid', startsAt: '2026-12-01T12:00:00Z', payment: 20, resourceId: 'theirs' },
    outcome: 'QUOTE_EXPIRED',
  },
  {
    url: '/api_v2/profile/parental/resetPasscode',
    field: 'passwordToken',
    body: { passwordToken: 'theirs', newCode: '7391', confirmCode: '7391' },
    outcome: 'CODE_EXPIRED',
  },
  ...['/api/GetExpressCheckoutDetails.action', '/api/DoExpressCheckoutPayment.action'].map((url) => ({
    url,
    field: 'paypalToken',
    body: { paypalToken: 'theirs' },
    outcome: 'NOT_FOUND',
  })),
  ...['/api/confirmAutoDebitAgreement.action', '/api/TerminateRecurringPayment.action'].map((url) => ({
    url,
    field: 'merchantAgreementId',
    body: { merchantAgreementId: 'fixture-agreement' },
    outcome: 'NOT_FOUND',
  })),
  {
    url: '/api/queryAutoDebitTransaction.action',
    field: 'outTradeNo',
    body: { outTradeNo: 'fixture-agreement' },
    outcome: 'NOT_FOUND',
  },
  ...[
    '/api/savePaymentRecord.action',
    '/api_v2/payment/status',
    '/api_v2/payment/receipt',
    '/api_v2/giftcard/resend',
  ].map((url) => ({
    url,
    field: 'outTradeNo',
    body: { outTradeNo: 'theirs' },
    outcome: 'NOT_FOUND',
  })),
]
/** Names that a client gives to its own requests: another account's are its own again. */
const OWN_NAMES = ['/api_v2/cinema/redeemTicket submissionId']
/** Bearer tokens: valid for the holder, on the same device or until an account has used them. */
const BEARER = [
  '/api_v2/campaign/submit submissionId',
  '/api_v2/privateCinema/join submissionId',
  '/api/contactUs.action submissionId',
  '/api/register3 verificationToken',
  '/api/registerByPromotion.action verificationToken',
  '/api/saveStaffPlanStatus.action staffToken',
]

const SCREENING = { screeningId: 'fixture-screening' }
/** A screening is its host's and its guests': another account neither reads nor changes it, with any ids. */
for (const path of [
  'privateCinema/invite',
  'privateCinema/screening',
  'privateCinema/remove',
  'privateCinema/sync',
  'privateCinema/control',
  'checkPlayCinema',
]) {
  const url = path === 'checkPlayCinema' ? '/api/checkPlayCinema.action' : `/api_v2/${path}`
  const body = { ...SCREENING, seatId: 'fixture-seat', playing: true, position: 0, guestToken: 'x'.repeat(43) }
  const fields = [
    'screeningId',
    ...(path.endsWith('remove') ? ['seatId'] : []),
    ...(isGuests(path) ? ['guestToken'] : []),
  ]
  for (const field of fields) {
    const { guestToken: _, ...own } = body
    FOREIGN_REQUESTS.push({ url, field, body: field === 'guestToken' ? body : own, outcome: 'NOT_FOUND' })
  }
}
function isGuests(path: string): boolean {
  return path.endsWith('screening') || path.endsWith('sync') || path === 'checkPlayCinema'
}

/** Calls for what another account has written. */
const OF_OTHERS = ['/api_v2/comment/like commentId', '/api_v2/comment/report commentId']

describe('entities of another account are inaccessible', () => {
  test('covers every call that references an owned entity', () => {
    const fields = ENDPOINTS.flatMap((endpoint) =>
      fieldsOf(endpoint).flatMap((field) =>
        ENTITY_FIELDS[field] === 'own' ? [`${endpointUrl(endpoint)} ${field}`] : [],
      ),
    )
    expect(
      [
        ...FOREIGN_REQUESTS.map(({ url, field }) => `${url} ${field}`),
        ...BEARER,
        ...OF_OTHERS,
        ...OWN_NAMES,
      ].toSorted(),
    ).toEqual(fields.toSorted())
  })

  test.each(FOREIGN_REQUESTS)('$url $field', async ({ url, body, outcome }) => {
    const before = await otherAccountState()
    for (const rows of before) expect(rows).not.toEqual([])
    expect((await send(world, url, { token: await aToken(world, 'plain'), body })).outcome).toBe(outcome)
    expect(await otherAccountState()).toEqual(before)
  })

  /** The state of the other account that the calls could change. */
  async function otherAccountState() {
    const { db } = world
    const account_id = await accountOf(world, 'locker')
    const rowsOf = (table: 'profile' | 'inbox_message' | 'parental_reset' | 'payment_order') =>
      db.selectFrom(table).selectAll().where('account_id', '=', account_id).execute()
    const activeSessions = await db
      .selectFrom('session')
      .select(['session_id', 'profile_id'])
      .where('account_id', '=', account_id)
      .where('ended_at', 'is', null)
      .orderBy('session_id')
      .execute()
    const account = await db
      .selectFrom('account')
      .select('parental_hash')
      .where('account_id', '=', account_id)
      .execute()
    return [
      await rowsOf('profile'),
      await rowsOf('inbox_message'),
      await rowsOf('parental_reset'),
      await rowsOf('payment_order'),
      activeSessions,
      account,
    ]
  }

  beforeAll(async () => {
    const { db, clock } = world
    const account_id = await accountOf(world, 'locker')
    await db.updateTable('inbox_message').set({ message_id: 'theirs' }).where('account_id', '=', account_id).execute()
    const { orderId } = await world.sales.startPayment(account_id)
    await db
      .updateTable('payment_order')
      .set({ order_id: 'theirs', provider_reference: 'theirs' })
      .where('order_id', '=', orderId)
      .execute()
    await db
      .insertInto('parental_reset')
      .values({
        account_id,
        token_hash: tokenHash('theirs'),
        session_id: 'locker',
        expires_at: clock.now().add({ hours: 24 }),
        used_at: null,
      })
      .execute()
  })
})
