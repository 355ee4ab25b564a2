import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { ContactTheme } from './contact.ts'
import type { GiftCardDesign } from './gift-card-designs.ts'
import type { Language } from './languages.ts'
import { emptyOutput, id, instant, listOf } from './wire-values.ts'
import { page, paged, pageSize } from './paging.ts'
import type { CreditBucket } from './wallet-buckets.ts'
import type { PaymentItem } from './payments.ts'

type Translated = Readonly<Record<Language, string>>

/** A gift card for its recipient, or for its buyer. `until`: the last day on which it can be redeemed, in Hong Kong. */
interface GiftCardMessage {
  item: PaymentItem
  code: string
  until: string
  message?: string | undefined
  /** Its picture, which an e-mail shows. */
  design?: GiftCardDesign | undefined
}

/** What leaves by SMS, with what its sentence is made of. */
export interface SmsTemplates {
  registerCode: { code: string }
  /** A registration was started for a number that has an account. */
  alreadyRegistered: Record<string, never>
  resetCode: { code: string }
  /** A password reset was requested for a number without an account. */
  notRegistered: Record<string, never>
  welcome: { password: string; parentalCode: string }
  parentalCode: { code: string }
  /** `day` is a date of the calendar in Hong Kong. */
  accountClosing: { day: string }
  giftCard: GiftCardMessage
}

/**
 * The e-mails. None holds a name or other text of its sender before the address is verified: it may belong to somebody else. The message of
 * a gift card, which somebody paid for, does; it has no links.
 */
export interface MailTemplates {
  emailCode: { code: string }
  /** The code that proves the address of a contact message. */
  contactCode: { code: string }
  /** What its writer, whose address is proven, has sent. */
  contactCopy: { caseNumber: string; theme: ContactTheme; content: string }
  /** An operator's answer, with what it answers. */
  contactAnswer: { caseNumber: string; answer: string; content: string }
  giftCard: GiftCardMessage
}

/** The messages in the inbox of an account. */
export interface InboxTemplates {
  welcome: { name: string }
  passwordChanged: Record<string, never>
  passwordReset: Record<string, never>
  parentalCodeChanged: Record<string, never>
  emailVerified: { email: string }
  accountReopened: Record<string, never>
  /** A comment that waited was published; `title`: that it is about. */
  commentPublished: { title: Translated }
  /** A comment was kept from being published. */
  commentRejected: { title: Translated }
  /** A comment that others could read was taken off. */
  commentRemoved: { title: Translated }
  /** A payment was credited while nobody waited for it. */
  paymentReceived: { item: PaymentItem; amountCents: number }
  paymentRefunded: { item: PaymentItem; amountCents: number }
  /** Something was paid a second time; that payment is returned. */
  paidTwice: { item: PaymentItem; amountCents: number }
  /** The payer has to claim the money, by the link on the receipt. */
  refundToClaim: { item: PaymentItem; amountCents: number }
  /** The messages of a plan. Days are dates of the calendar in Hong Kong; `until` is the last day that is paid. */
  trialStarted: { plan: Translated; credits: number; amountCents: number; until: string }
  planStarted: { plan: Translated; credits: number; until: string; renews: boolean }
  /** `day`: when the charge is made. */
  renewalNotice: { plan: Translated; amountCents: number; day: string }
  renewalPaid: { plan: Translated; amountCents: number; until: string }
  /** `until`: the last day of the plan if no try succeeds. */
  renewalFailed: { plan: Translated; amountCents: number; nextTry?: string; until: string }
  planCancelled: { plan: Translated; until: string }
  planResumed: { plan: Translated; until: string }
  planEnded: { plan: Translated; day: string }
  /** Goods have left. `name` is the first of several things. `lockerCode`: where it is collected; none: it is shipped. `reference`: the carrier's number. */
  orderSent: { name: Translated; units: number; things: number; lockerCode?: string; reference?: string }
  /** What a member waited for. */
  goodsInStock: { name: Translated }
  /** A film that a member waited for can be seen in the cinemas. `day`: its first. */
  filmInCinemas: { title: Translated; day: string }
  /** A showtime was taken back; the cinema ticket that was used for it is in the account again. `day` and `time` in Hong Kong. */
  showtimeCancelled: { title: Translated; day: string; time: string }
  /** `day` and `time`: the last minute in Hong Kong in which they can be spent. */
  creditsLapse: { credits: number; bucket: CreditBucket; day: string; time: string }
}

/** The service's messages to the member, the newest first. */
export const messageList = endpoint({
  wire: 'action',
  path: '/messageList.action',
  viewer: 'member',
  summary: 'Messages from the service.',
  input: z.object({ page, pageSize }),
  output: z.object({
    list: z.array(z.object({ messageId: id, title: z.string(), body: z.string(), sentAt: instant, read: z.boolean() })),
    ...paged,
    unread: z.number(),
  }),
})

/** Marks messages as read; ones that are not the member's are passed over. */
export const readMessages = endpoint({
  wire: 'action',
  path: '/readMessages.action',
  viewer: 'member',
  changes: true,
  summary: 'Marks messages as read.',
  input: z.object({ messageIds: listOf(id) }),
  output: emptyOutput,
  refuses: ['INVALID_INPUT'],
})
