import { buyGiftCard } from './wire-codes.ts'
import { endpointUrl } from '#contract/endpoint.ts'
import { details, PASSWORD } from './accounts.ts'
import { giveCredits } from './ledger.ts'
import { addStream } from './playback.ts'
import { aPhoto } from './uploads.ts'
import { RETURN_PAGES } from './wire-payments.ts'
import { aStaffNumber, checkedTokens } from './wire-staff.ts'
import { addComment, COMMENT_TEXT, verifyEmail } from './wire-comments.ts'
import { WIRE_CODES } from './wire-codes.ts'
import type { Example, ExampleMember } from './wire-example.ts'
import { CINEMA_EXAMPLES } from './wire-cinema-examples.ts'
import { SCREENING_EXAMPLES } from './wire-screening-examples.ts'
import { aSubmission } from './wire-campaigns.ts'
import { FIXTURES, isSuccess } from './wire-fixture-files.ts'
import type { WireWorld } from './wire-world.ts'

export type { ExampleMember } from './wire-example.ts'

const CODE = '246810'
const NEW_PASSWORD = { newPassword: '739104', confirmPassword: '739104' }
const TITLE = { programId: 'ding-ding', programGuid: 'ding-ding' }
const CONTACT = {
  name: '陳子晴',
  phone: '28881234',
  theme: 'other',
  content: '你好',
  device: 'Chrome',
  copyToSelf: true,
}
const EMPTY = () => ({})
const TOP_UP = () => ({ amount: 5_000, purpose: 'credits', purposeId: 'credits-50', ...RETURN_PAGES })

const SUBSCRIBE = () => ({ planId: 'entertainment-pass', ...RETURN_PAGES })

const ofPartner =
  (partner: string, example: Example): Example =>
  async (world, member) => {
    const { accountId } = member
    await world.db.updateTable('account').set({ partner }).where('account_id', '=', accountId).execute()
    return example(world, member)
  }
/** Members of telecom partners are sold neither credits nor plans. */
const withCredits = (example: Example) => ofPartner('anyplex', example)

let serial = 0

/** A member of the partner CLP with a kids profile and a second device, whom only the endpoint's own rules refuse. */
export async function anExampleMember({ members }: WireWorld): Promise<ExampleMember> {
  const name = `example-${serial}`
  const mobileno = aNumber()
  const accountId = await members.addMember(name, mobileno, 'clp')
  await members.addChild(name, accountId)
  return { name, accountId, mobileno }
}

/** An unused number. */
const aNumber = () => `9500${String(serial++).padStart(4, '0')}`

async function registerCode({ members }: WireWorld) {
  const mobileno = aNumber()
  await members.addCode('register', `+852${mobileno}`, `+852${mobileno}`)
  return { mobileno, code: CODE }
}

/**
 * The input of a call that succeeds for every caller that the endpoint allows: visitor, member, kids profile, closing account. It is that
 * of the first success in its fixture; where that consumes rows or names another member's, `OWN_EXAMPLES` has one.
 */
export async function exampleInput(url: string, world: WireWorld, member: ExampleMember): Promise<object> {
  return OWN_EXAMPLES[url]?.(world, member) ?? fixtureInput(url)
}

function fixtureInput(url: string): object {
  const { endpoint, cases } = FIXTURES.find((one) => endpointUrl(one.endpoint) === url)!
  const { query, body, form } = cases.find((one) => isSuccess(one, endpoint))!.request
  return { ...query, ...form, ...body }
}

export const OWN_EXAMPLES: Readonly<Record<string, Example>> = {
  '/api/CreateRecurringPaymentsProfile.action': ofPartner('anyplex', SUBSCRIBE),
  '/api/CreateRecurringPaymentsProfileCLP.action': SUBSCRIBE,
  '/api/DoExpressCheckoutPayment.action': withCredits(async ({ sales }, { accountId }) => ({
    paypalToken: (await sales.startPayment(accountId)).paypalToken,
  })),
  '/api/GetExpressCheckoutDetails.action': withCredits(async ({ sales }, { accountId }) => ({
    paypalToken: (await sales.startPayment(accountId)).paypalToken,
  })),
  '/api/ObtainCustomerDetailsCLP.action': ofPartner('clp', EMPTY),
  '/api/SetExpressCheckout.action': withCredits(TOP_UP),
  '/api/SetupPaymentAuthorization.action': ofPartner('anyplex', SUBSCRIBE),
  '/api/SetupPaymentAuthorizationCLP.action': SUBSCRIBE,
  '/api/TerminateRecurringPayment.action': async ({ sales }, { accountId }) => {
    await sales.subscribe(accountId)
    return {}
  },
  '/api/autoDebitBinding.action': ofPartner('anyplex', SUBSCRIBE),
  '/api/bindPartner.action': ofPartner('anyplex', async (world, { accountId }) => {
    await world.db.deleteFrom('partner_binding').where('account_id', '=', accountId).execute()
    return { partner: 'hgc', code: WIRE_CODES.partner }
  }),
  '/api/changePassword.action': () => ({ currentPassword: PASSWORD, ...NEW_PASSWORD }),
  '/api/checkStaffPlan.action': aStaffNumber,
  '/api/checkVerificationCode.action': registerCode,
  '/api/checkVerificationCodeCLP.action': registerCode,
  '/api/closeAccount.action': () => ({ password: PASSWORD }),
  '/api/confirmAutoDebitAgreement.action': async ({ sales }, { accountId }) => ({
    merchantAgreementId: await sales.subscribe(accountId),
  }),
  '/api/endDevice.action': (_, { name }) => ({ deviceId: `${name}-child` }),
  '/api/contactUs.action': async ({ members }) => {
    const email = `${aNumber()}@example.com`
    await members.addContactCode(email)
    return { ...CONTACT, email, code: CODE }
  },
  '/api/exportAccount.action': () => ({ password: PASSWORD }),
  '/api/funncoinSubscribe': withCredits(TOP_UP),
  '/api/getResetPasswordCode.action': (_, { mobileno }) => ({ mobileno }),
  '/api/getStaffSubscribableMonthlyPlan.action': aStaffNumber,
  '/api/login.action': (_, { mobileno }) => ({ mobileno, password: PASSWORD }),
  '/api/queryAutoDebitTransaction.action': async ({ sales }, { accountId }) => ({
    outTradeNo: await sales.subscribe(accountId),
  }),
  '/api/readMessages.action': async ({ db }, { accountId }) => ({
    messageIds: await db
      .selectFrom('inbox_message')
      .select('message_id')
      .where('account_id', '=', accountId)
      .execute()
      .then((messages) => messages.map(({ message_id }) => message_id)),
  }),
  '/api/redeemPromotionCode.action': () => ({ code: WIRE_CODES.vouchers }),
  '/api/register2.action': () => ({ mobileno: aNumber(), agreeTerms: true, agreePrivacy: true }),
  '/api/register3': async ({ members }) => {
    const mobileno = aNumber()
    await members.addRegistration(`registration-${mobileno}`, `+852${mobileno}`)
    return details(`registration-${mobileno}`)
  },
  '/api/registerByPromotion.action': async ({ members }) => {
    const mobileno = aNumber()
    await members.addRegistration(`registration-${mobileno}`, `+852${mobileno}`)
    return details(`registration-${mobileno}`, { promotionCode: WIRE_CODES.promotion })
  },
  '/api/resetPassword.action': async ({ members }, { mobileno }) => {
    await members.addCode('reset', `+852${mobileno}`, `+852${mobileno}`)
    return { mobileno, code: CODE, ...NEW_PASSWORD }
  },
  '/api/savePaymentRecord.action': withCredits(async ({ sales }, { accountId }) => ({
    outTradeNo: (await sales.startPayment(accountId)).orderId,
  })),
  '/api/saveStaffPlanStatus.action': ofPartner('anyplex', async ({ sales }) => ({
    staffToken: (await checkedTokens(sales, 1))[0],
    planId: 'staff-pass',
  })),
  '/api/sendContactCode.action': () => ({ email: `${aNumber()}@example.com` }),
  '/api/setupPaypal.action': withCredits(TOP_UP),
  '/api/verifyEmail.action': async ({ members }, { accountId }) => {
    await members.addCode('email', accountId, 'taiman@example.com')
    return { code: CODE }
  },
  '/api_v2/campaign/submit': aSubmission,
  '/api_v2/comment/create': async (world, { accountId }) => {
    await verifyEmail(world, accountId)
    return { programId: TITLE.programId, text: COMMENT_TEXT }
  },
  '/api_v2/comment/delete': async (world, member) => ({ commentId: await addComment(world, member) }),
  '/api_v2/comment/update': async (world, member) => {
    await verifyEmail(world, member.accountId)
    return { commentId: await addComment(world, member), text: COMMENT_TEXT }
  },
  '/api_v2/detail': () => TITLE,
  '/api_v2/giftcard/balance': ({ giftCard }) => ({ code: giftCard }),
  '/api_v2/giftcard/resend': withCredits(async ({ sales, db, clock }, { accountId }) => ({
    outTradeNo: await buyGiftCard(sales, { accountId, db, sentAt: clock.now().subtract({ hours: 2 }) }),
  })),
  '/api_v2/order': () => TITLE,
  '/api_v2/payPlay': withCredits(async (world, { name, accountId }) => {
    await giveCredits(world, accountId, 60)
    const viewer = await world.accounts.sessions.viewer(`fixture-${name}`, { language: 'zh_HK', region: 'HK' })
    const offer = { programId: 'paid', payment: 28, unit: 'credits', windowEndsAt: null } as const
    const { resourceId } = await world.rentals.quote(viewer, offer)
    return { programId: 'paid', programGuid: 'paid', payment: 28, resourceId }
  }),
  '/api_v2/payment/receipt': withCredits(async ({ sales }, { accountId }) => ({
    outTradeNo: await sales.makePayment(accountId),
  })),
  '/api_v2/payment/status': withCredits(async ({ sales }, { accountId }) => ({
    outTradeNo: (await sales.startPayment(accountId)).orderId,
  })),
  ...SCREENING_EXAMPLES,
  ...CINEMA_EXAMPLES,
  '/api_v2/profile/bookmark/create': ({ clock }) => ({
    ...TITLE,
    position: 10,
    duration: 60,
    at: clock.now().toString(),
  }),
  '/api_v2/profile/bookmark/get': () => TITLE,
  '/api_v2/profile/choose': (_, { name }) => ({ profileId: `${name}-child` }),
  '/api_v2/profile/delete': (_, { name }) => ({ profileId: `${name}-child` }),
  '/api_v2/profile/favorite/create': () => TITLE,
  '/api_v2/profile/parental/checkCustomerPassword': () => ({ password: PASSWORD }),
  '/api_v2/profile/parental/resetPasscode': async ({ members }, { accountId, mobileno }) => {
    await members.addCode('parental', accountId, `+852${mobileno}`)
    return { code: CODE, newCode: '7391', confirmCode: '7391' }
  },
  '/api_v2/profile/update': (_, { name }) => ({ profileId: `${name}-child`, name: '大寶' }),
  '/api_v2/rating/create': async (world, { accountId }) => {
    await verifyEmail(world, accountId)
    return { programId: TITLE.programId, score: 4.5 }
  },
  '/api_v2/revamp/detail': () => TITLE,
  '/api_v2/seasonDetail': () => ({ programId: 'kids-series' }),
  '/api_v2/similarRcmd': () => TITLE,
  '/api_v2/stream/end': async ({ db, clock }, { name, accountId }) => {
    const streamId = `stream-${serial++}`
    await addStream(db, { streamId, accountId, sessionId: name, at: clock.now() })
    return { streamId }
  },
  '/api_v2/subscription/retry': async ({ sales }, { accountId }) => {
    await sales.fallBehind(accountId)
    return {}
  },
  '/api_v2/upload/image': async () => {
    const form = new FormData()
    form.append('image', new Blob([Uint8Array.from(await aPhoto())]), 'photo.jpg')
    return form
  },
}
