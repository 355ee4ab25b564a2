import * as z from 'zod/mini'
import type { HealthName } from './admin/health.ts'
import type { PlanFailure } from './admin/plans.ts'
import type { RejectionReason } from './comments.ts'
import { endpoint } from './endpoint.ts'
import type { ContactTheme } from './contact.ts'
import type { GiftCardDesign } from './gift-card-designs.ts'
import type { Medium } from './goods.ts'
import type { Language } from './languages.ts'
import { emptyOutput, id, instant, listOf } from './wire-values.ts'
import { page, paged, pageSize } from './paging.ts'
import type { CreditBucket } from './wallet.ts'
import type { PaymentItem } from './payments.ts'

type Translated = Readonly<Record<Language, string>>

/** `until`: the last day in Hong Kong to redeem it. */
interface GiftCardMessage {
  item: PaymentItem
  code: string
  until: string
  message?: string | undefined
  /** Its buyer, as the recipient knows them. */
  from?: string | undefined
  /** Where it is redeemed, with its code. */
  link?: string | undefined
  design?: GiftCardDesign | undefined
}

/** `state`: of a recovery the worst that was told. `nodeId`: of what belongs to one machine. */
export interface AlarmMessage {
  event: 'alarm' | 'recovery'
  name: HealthName
  nodeId: string | null
  state: 'watch' | 'act'
  value: number | null
  since: string
}

/** By command without reasons. */
interface CommentRejection {
  reasons?: readonly RejectionReason[] | undefined
  note?: string | undefined
}

export interface SmsTemplates {
  registerCode: { code: string }
  /** A registration was started for a number that has an account. */
  alreadyRegistered: Record<string, never>
  resetCode: { code: string }
  /** A password reset was requested for a number without an account. */
  notRegistered: Record<string, never>
  welcome: { password: string; parentalCode: string }
  parentalCode: { code: string }
  /** Customer care replaced them, as the member asked. */
  newPassword: { password: string }
  newParentalCode: { code: string }
  accountClosing: { day: string }
  /** Customer care was asked for another number; to the former one, and to the other. `day` in Hong Kong. */
  numberChanging: { day: string }
  numberAwaited: { day: string }
  /** To both. */
  numberChanged: Record<string, never>
  giftCard: GiftCardMessage
}

/**
 * None holds text of its sender before the address is verified: it may belong to another person. A gift card's message, which is paid for
 * and has no links, does.
 */
export interface MailTemplates {
  emailCode: { code: string }
  contactCode: { code: string }
  contactCopy: { caseNumber: string; theme: ContactTheme; content: string }
  contactAnswer: { caseNumber: string; answer: string; content: string }
  giftCard: GiftCardMessage
  /** Customer care sends it to a member who asked for their data: `link` is their account page. */
  accountData: { link: string }
  numberChanging: { day: string }
  numberChanged: Record<string, never>
  /** Another account has it by now. */
  numberStays: Record<string, never>
  /** To operators of the service. */
  operatorInvitation: { name: string; link: string }
  /** `day` in Hong Kong; `digest` in hexadecimal digits. */
  auditDigest: { day: string; entries: number; digest: string }
  /** To the operator who planned the publication. */
  planFailed: { title: Record<Language, string>; cause: PlanFailure }
  /** `page`: the name of its tab; null for what belongs to no tab. */
  pagePlanFailed: { page: Record<Language, string> | null; cause: PlanFailure }
  /** Of operators to members, in one language. `optOut`: the address where its reader ends marketing; not of service messages. */
  announcement: {
    announcementId?: string
    title: string
    body: string
    link?: string
    optOut?: string
    isTest?: boolean
  }
  /** Of a line of the console's health, to the addresses of ALERT_EMAIL. `since` in UTC. */
  alarm: AlarmMessage & { link: string }
  operatorsChanged: { what: 'invited' | 'roles' | 'disabled' | 'reset'; name: string; by: string }
}

export interface InboxTemplates {
  welcome: { name: string }
  passwordChanged: Record<string, never>
  passwordReset: Record<string, never>
  parentalCodeChanged: Record<string, never>
  emailVerified: { email: string }
  /** Its server said that there is no such mailbox. */
  emailRefused: { email: string }
  accountReopened: Record<string, never>
  commentPublished: { title: Translated }
  commentRejected: { title: Translated } & CommentRejection
  commentRemoved: { title: Translated } & CommentRejection
  /** `until`: the last day, in Hong Kong. */
  commentingPaused: { until: string }
  /** Messages of earlier releases name no order. */
  paymentReceived: { item: PaymentItem; amountCents: number; orderNumber?: string | undefined }
  paymentRefunded: { item: PaymentItem; amountCents: number; orderNumber?: string | undefined }
  paidTwice: { item: PaymentItem; amountCents: number }
  refundToClaim: { item: PaymentItem; amountCents: number }
  /** Days are Hong Kong dates; `until` is the last day that is paid. */
  trialStarted: { plan: Translated; credits: number; amountCents: number; until: string }
  planStarted: { plan: Translated; credits: number; until: string; renews: boolean }
  renewalNotice: { plan: Translated; amountCents: number; day: string }
  renewalPaid: { plan: Translated; amountCents: number; until: string }
  /** `until`: the last day of the plan if no try succeeds. */
  renewalFailed: { plan: Translated; amountCents: number; nextTry?: string; until: string }
  planCancelled: { plan: Translated; until: string }
  planResumed: { plan: Translated; until: string }
  planEnded: { plan: Translated; day: string }
  /** `name` of the first thing. Shipped without `lockerCode`. `reference`: the carrier's number. */
  orderSent: {
    orderNumber?: string | undefined
    name: Translated
    medium?: Medium | undefined
    units: number
    things: number
    lockerCode?: string
    reference?: string
  }
  giftReceived: { item: PaymentItem; from?: string | undefined; message?: string | undefined; until: string }
  goodsInStock: { name: Translated }
  filmInCinemas: { title: Translated; day: string }
  showtimeCancelled: { title: Translated; day: string; time: string }
  /** `path` of the site, without its `#`. */
  announcement: { title: Translated; body: Translated; path: string | null }
  /** `until`: the last day in Hong Kong on which they can be spent. */
  compensatedCredits: { credits: number; until: string }
  /** The minute in Hong Kong in which each ends now. */
  compensatedRentals: { rentals: readonly { title: Translated; day: string; time: string }[] }
  /** The last minute in Hong Kong in which they can be spent. */
  creditsLapse: { credits: number; bucket: CreditBucket; day: string; time: string }
}

export const messageList = endpoint({
  wire: 'action',
  path: '/messageList.action',
  viewer: 'member',
  summary: 'Messages from the service.',
  input: z.object({ page, pageSize }),
  output: z.object({
    list: z.array(
      z.object({
        messageId: id,
        title: z.string(),
        body: z.string(),
        sentAt: instant,
        read: z.boolean(),
        /** What the member can do about it. */
        action: z.optional(z.enum(['redeem'])),
        /** The page of the site that an announcement leads to, as it stands after `#`. */
        path: z.optional(z.string()),
      }),
    ),
    ...paged,
    unread: z.number(),
  }),
})

export const readMessages = endpoint({
  wire: 'action',
  path: '/readMessages.action',
  viewer: 'member',
  changes: true,
  summary: 'Marks messages as read; others’ messages are passed over.',
  input: z.object({ messageIds: listOf(id) }),
  output: emptyOutput,
  refuses: ['INVALID_INPUT'],
})
