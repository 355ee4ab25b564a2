import type { InboxTemplates } from '#contract/messages.ts'
import type { PaymentItem } from '#contract/payments.ts'
import type { MessagesText } from '../zh_HK/messages.ts'
import { alarmText } from '../alarm-text.ts'
import { consoleHealth } from './console-health.ts'
import { formatGift, formatGoods, formatHkd, formatItem, formatWholeGift } from './payments.ts'
import { rejectionReasons } from './rejection-reasons.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** A date, as `20 Dec 2026`. */
export function formatDay(day: string): string {
  const [year, month = 1, date] = day.split('-').map(Number)
  return `${date} ${MONTHS[month - 1]} ${year}`
}

const BUCKETS = { monthly: 'monthly', recharged: 'extra' } as const

const CONTACT_THEMES = { payment: 'payment enquiry', technical: 'technical support', other: 'other' } as const

const PLAN_FAILURES = {
  changed: 'the title has changed since.',
  role: 'you no longer have the role to publish titles.',
  incomplete: 'something required for publication is missing.',
  takenDown: 'the title was taken down.',
} as const

const PAGE_PLAN_FAILURES = {
  ...PLAN_FAILURES,
  changed: 'the page has changed since.',
  role: 'you no longer have the role to publish pages.',
  incomplete: 'something on the page has to be fixed first.',
} as const

const OPERATOR_CHANGES = {
  invited: (name: string) => `${name} was invited as an operator`,
  roles: (name: string) => `the roles of ${name} were changed`,
  disabled: (name: string) => `${name} was disabled`,
  reset: (name: string) => `the credentials of ${name} were reset`,
} as const

/** Ends with a space. Empty for a comment that was rejected by command. */
function formatRejection({ reasons = [], note }: Pick<InboxTemplates['commentRejected'], 'reasons' | 'note'>): string {
  const named = reasons.filter((reason) => reason !== 'other').map((reason) => rejectionReasons[reason].toLowerCase())
  const why = named.length > 0 ? `Reason: ${named.join(', ')}. ` : ''
  return note === undefined ? why : `${why}Note from our team: “${note}”. `
}

/** What follows from a payment. */
function received(item: PaymentItem): string {
  if (item.template === 'giftcard')
    return `${formatItem(item)}: we’ve sent the code. You can check its status on the Gift cards page.`
  if (item.template === 'sale') return `We’re getting your order ready: ${formatItem(item)}.`
  return `Added to your account: ${formatItem(item)}.`
}

const ofOrder = (orderNumber: string | undefined) => (orderNumber === undefined ? '' : ` Order ${orderNumber}.`)

/** SMS, e-mails and inbox messages. */
export const messages: MessagesText = {
  sms: {
    registerCode: ({ brand, code }) =>
      `${brand}: ${code} is your sign-up code, valid for 10 minutes. Don't share it with anyone.`,
    alreadyRegistered: ({ brand }) =>
      `${brand}: this number already has an account. Log in, or reset your password on the login page. Not you? Ignore this message.`,
    resetCode: ({ brand, code }) =>
      `${brand}: ${code} is your password reset code, valid for 10 minutes. Don't share it with anyone.`,
    notRegistered: ({ brand }) =>
      `${brand}: this number doesn't have an account yet. Sign up on our site. Not you? Ignore this message.`,
    welcome: ({ brand, password, parentalCode }) =>
      `Welcome to ${brand}! Your password is ${password} and your parental code is ${parentalCode}. Log in to change them.`,
    parentalCode: ({ brand, code }) =>
      `${brand}: ${code} is your code to reset your parental code, valid for 10 minutes. Don't share it with anyone.`,
    newPassword: ({ brand, password }) =>
      `${brand}: Your new password is ${password}. Change it after you log in. Never share it.`,
    newParentalCode: ({ brand, code }) => `${brand}: Your new parental code is ${code}. Never share it.`,
    accountClosing: ({ brand, day }) =>
      `${brand}: your account closes on ${formatDay(day)}. To keep it, log in and reopen it before then.`,
    numberChanging: ({ brand, day }) =>
      `${brand}: we were asked to move your account to another mobile number on ${formatDay(day)}. Not you? Contact us now.`,
    numberAwaited: ({ brand, day }) =>
      `${brand}: from ${formatDay(day)}, this number will be used to log in to an account. Not you? Contact us now.`,
    numberChanged: ({ brand }) =>
      `${brand}: the mobile number of the account has been changed. All devices were logged out. Not you? Contact us now.`,
    giftCard: ({ brand, item, code, until, message, from, link }) =>
      `${brand}: ${from ? `${from} sent you a gift card` : 'a gift card for you'}, ${formatGift(item)}.${message ? ` "${message}"` : ''} Code ${code}. ${link ? `Redeem it by ${formatDay(until)}: ${link}` : `Log in and redeem it by ${formatDay(until)}.`}`,
  },
  mail: {
    emailCode: ({ brand, code }) => ({
      subject: `${code} is your ${brand} verification code`,
      paragraphs: ['Enter this code where you asked for it to verify your email address. It’s valid for 10 minutes.'],
      code,
      closing: `Not you? You can ignore this email. ${brand}`,
    }),
    contactCode: ({ brand, code }) => ({
      subject: `${code} is your ${brand} verification code`,
      paragraphs: ['Enter this code in the contact form to verify your email address. It’s valid for 10 minutes.'],
      code,
      closing: `Not you? You can ignore this email. ${brand}`,
    }),
    contactCopy: ({ brand, caseNumber, theme, content }) => ({
      subject: `Your message to ${brand}: ${caseNumber}`,
      paragraphs: [
        `We’ve received your message (${CONTACT_THEMES[theme]}). Your case number is ${caseNumber}. You wrote:`,
        ...content.split(/\n+/),
      ],
      closing: `We’ll reply to this address. ${brand}`,
    }),
    contactAnswer: ({ brand, caseNumber, answer, content }) => ({
      subject: `Our reply to your message ${caseNumber}`,
      paragraphs: [...answer.split(/\n+/), `Case number ${caseNumber}. You wrote:`, ...content.split(/\n+/)],
      closing: `Another question? Use the contact form again and quote your case number. ${brand}`,
    }),
    giftCard: ({ brand, item, code, until, message, design, from, link }) => ({
      subject: from ? `${from} sent you a ${brand} gift card` : `Your ${brand} gift card`,
      paragraphs: [
        from
          ? `${from} sent you a gift card: ${formatWholeGift(item)}.`
          : `This gift card is for you: ${formatWholeGift(item)}.`,
        ...(message ? [`“${message}”`] : []),
        link
          ? `Redeem it by ${formatDay(until)}. If the link doesn’t open, log in or sign up, choose Redeem a code, and enter this code.`
          : `Log in or sign up, choose Redeem a code, and enter this code by ${formatDay(until)}.`,
      ],
      code,
      link: link === undefined ? undefined : { label: 'Redeem your gift card', address: link },
      card: design && { design, value: formatGift(item) },
      closing: `Anyone with this code can use it once. Keep it to yourself. ${brand}`,
    }),
    accountData: ({ brand, link }) => ({
      subject: `Your personal data at ${brand}`,
      paragraphs: [
        'You asked us for your personal data.',
        'Open your account page, log in, and download it there with your password. We never send your data by email.',
      ],
      link: { label: 'Open your account page', address: link },
      closing: `Didn’t ask for this? Contact us. ${brand}`,
    }),
    numberChanging: ({ brand, day }) => ({
      subject: `Your ${brand} account is moving to another mobile number`,
      paragraphs: [
        `Our customer care was asked to move your account to another mobile number. It will happen on ${formatDay(day)}.`,
        'All devices will be logged out then. Your password, credits and plan stay.',
      ],
      closing: `Didn’t ask for this? Contact us now, and we’ll keep your number. ${brand}`,
    }),
    numberChanged: ({ brand }) => ({
      subject: `Your ${brand} account has a new mobile number`,
      paragraphs: ['Log in with your new mobile number and your password. All devices were logged out.'],
      closing: `Didn’t ask for this? Contact us now. ${brand}`,
    }),
    numberStays: ({ brand }) => ({
      subject: `Your ${brand} account keeps its mobile number`,
      paragraphs: [
        'We couldn’t move your account to the mobile number that you asked for. That number now has an account of its own.',
      ],
      closing: `Contact us if you need help. ${brand}`,
    }),
    operatorInvitation: ({ brand, name, link }) => ({
      subject: `Your access to the ${brand} console`,
      paragraphs: [
        `Hello ${name}, you’re now an operator of ${brand}.`,
        'Choose a password and set up an authenticator app. The link works once and expires in an hour.',
      ],
      link: { label: 'Set up your access', address: link },
      closing: `Not you? Tell an administrator. ${brand}`,
    }),
    auditDigest: ({ brand, day, entries, digest }) => ({
      subject: `${brand} console: audit log for ${formatDay(day)}`,
      paragraphs: [
        `The audit log for ${formatDay(day)} has ${entries} ${entries === 1 ? 'entry' : 'entries'}. Its digest, which covers all earlier days too:`,
        digest,
        'Keep this message. If an earlier entry is ever changed, npm run operators -- check-audit reports it and these digests prove it.',
      ],
      closing: `Every administrator receives this message daily. ${brand}`,
    }),
    planFailed: ({ brand, title, cause }) => ({
      subject: `${brand} console: ${title.en_US} wasn’t published on schedule`,
      paragraphs: [
        `The publication you scheduled for ${title.en_US} didn’t run: ${PLAN_FAILURES[cause]}`,
        'Open the title in the console, check it and publish it again.',
      ],
      closing: brand,
    }),
    pagePlanFailed: ({ brand, page, cause }) => {
      const name = page?.en_US || page?.zh_HK || 'Tabs, ads and pop-ups'
      return {
        subject: `${brand} console: “${name}” wasn’t published on schedule`,
        paragraphs: [
          `The publication you scheduled for the page “${name}” didn’t run: ${PAGE_PLAN_FAILURES[cause]}`,
          'Open the page in the console, check it and publish it again.',
        ],
        closing: brand,
      }
    },
    announcement: ({ brand, title, body, link, optOut, isTest }) => ({
      subject: isTest ? `[Test] ${title}` : title,
      paragraphs: [title, ...body.split(/\n+/)],
      link: link === undefined ? undefined : { label: `Open ${brand}`, address: link },
      closing:
        optOut === undefined
          ? `This is a service message. ${brand}`
          : `You get this email because you agreed to marketing messages. ${brand}`,
      optOut: optOut === undefined ? undefined : { label: 'Unsubscribe from marketing', address: optOut },
    }),
    alarm: ({ brand, link, ...alarm }) => {
      const { title, paragraphs } = alarmText(alarm, consoleHealth)
      return {
        subject: `${brand} console: ${title}`,
        paragraphs: [title, ...paragraphs],
        link: { label: consoleHealth.alarm.open, address: link },
        closing: consoleHealth.alarm.closing(brand),
      }
    },
    operatorsChanged: ({ brand, what, name, by }) => ({
      subject: `${brand} console: ${OPERATOR_CHANGES[what](name)}`,
      paragraphs: [`${OPERATOR_CHANGES[what](name)}, by ${by}.`, 'Every administrator receives this message.'],
      closing: `Unexpected? Check the audit log in the console. ${brand}`,
    }),
  },
  inbox: {
    welcome: ({ brand, name }) => ({
      title: `Welcome to ${brand}`,
      body: `Hi ${name}! We sent you your password and parental code by SMS. You can change them on your account page.`,
    }),
    passwordChanged: () => ({
      title: 'Password changed',
      body: 'Your password was changed and your other devices were logged out. Not you? Reset your password now.',
    }),
    passwordReset: () => ({
      title: 'Password reset',
      body: 'Your password was reset with an SMS code and all your devices were logged out. Not you? Contact us now.',
    }),
    parentalCodeChanged: () => ({
      title: 'Parental code changed',
      body: 'Your parental code was changed. Your other devices will ask for the new one. Not you? Change your password now.',
    }),
    emailVerified: ({ email }) => ({
      title: 'Email address verified',
      body: `${email} is verified. You can now post comments.`,
    }),
    emailRefused: ({ email }) => ({
      title: 'Your email address can’t be reached',
      body: `${email} doesn’t exist according to its mail server, so we stopped sending email to it. Change it or verify it again in Account.`,
    }),
    accountReopened: () => ({ title: 'Account reopened', body: 'Your account is open again and works as before.' }),
    commentPublished: ({ title }) => ({
      title: 'Your comment is published',
      body: `Your comment on ${title.en_US} was approved, and everyone can now read it. Thanks for sharing.`,
    }),
    commentRejected: ({ title, ...why }) => ({
      title: 'Your comment wasn’t published',
      body: `Your comment on ${title.en_US} doesn’t follow the comment rules, so only you can see it. ${formatRejection(why)}You can edit it on the title’s page and post it again.`,
    }),
    commentingPaused: ({ until }) => ({
      title: 'You can’t post comments for a while',
      body: `Comments of yours didn’t follow the comment rules, so you can’t post or edit comments until ${formatDay(until)}. Your published comments stay.`,
    }),
    commentRemoved: ({ title, ...why }) => ({
      title: 'We removed your comment',
      body: `Your comment on ${title.en_US} doesn’t follow the comment rules, so now only you can see it. ${formatRejection(why)}You can edit it on the title’s page and post it again.`,
    }),
    paymentReceived: ({ item, amountCents, orderNumber }) => ({
      title: 'Payment received',
      body: `We received your payment of ${formatHkd(amountCents)}. ${received(item)}${ofOrder(orderNumber)}`,
    }),
    paymentRefunded: ({ item, amountCents, orderNumber }) => ({
      title: 'Payment refunded',
      body: `We refunded ${formatHkd(amountCents)} to your payment account (${formatItem(item)}).${ofOrder(orderNumber)}`,
    }),
    paidTwice: ({ item, amountCents }) => ({
      title: 'You paid twice',
      body: `We received a second payment of ${formatHkd(amountCents)} (${formatItem(item)}). We’re returning it in full. There’s nothing you need to do.`,
    }),
    refundToClaim: ({ item, amountCents }) => ({
      title: 'Your refund is waiting for you',
      body: `${formatHkd(amountCents)} is ready to be refunded (${formatItem(item)}). Open its receipt under “Payments and receipts” and choose “Claim refund” to choose how to receive it.`,
    }),
    trialStarted: ({ plan, credits, amountCents, until }) => ({
      title: 'Your free month has started',
      body: `${plan.en_US} is free until ${formatDay(until)} and comes with ${credits} credits. After that, it’s ${formatHkd(amountCents)} a month. Cancel any time on your account page.`,
    }),
    planStarted: ({ plan, credits, until, renews }) => ({
      title: 'Your plan has started',
      body: `${plan.en_US} runs until ${formatDay(until)}${credits > 0 ? `, with ${credits} credits each month` : ''}. ${renews ? 'It renews automatically. Cancel any time on your account page.' : 'It doesn’t renew automatically.'}`,
    }),
    renewalNotice: ({ plan, amountCents, day }) => ({
      title: 'Your plan renews soon',
      body: `On ${formatDay(day)}, we’ll charge ${formatHkd(amountCents)} for ${plan.en_US}. To stop it, cancel on your account page before then.`,
    }),
    renewalPaid: ({ plan, amountCents, until }) => ({
      title: 'Your plan was renewed',
      body: `We charged ${formatHkd(amountCents)}. ${plan.en_US} runs until ${formatDay(until)}.`,
    }),
    renewalFailed: ({ plan, amountCents, nextTry, until }) => ({
      title: 'We couldn’t renew your plan',
      body: `The charge of ${formatHkd(amountCents)} for ${plan.en_US} failed.${nextTry ? ` We’ll try again on ${formatDay(nextTry)}.` : ''} Check your payment method. If the payment doesn’t go through, the plan ends on ${formatDay(until)}.`,
    }),
    planCancelled: ({ plan, until }) => ({
      title: 'Your plan won’t renew',
      body: `We won’t charge you again. You can use ${plan.en_US} until ${formatDay(until)}. Any monthly credits left expire then.`,
    }),
    planResumed: ({ plan, until }) => ({
      title: 'Your plan continues',
      body: `${plan.en_US} renews automatically before it ends on ${formatDay(until)}.`,
    }),
    planEnded: ({ plan, day }) => ({
      title: 'Your plan has ended',
      body: `${plan.en_US} ended on ${formatDay(day)}. You can subscribe again any time.`,
    }),
    orderSent: ({ lockerCode, reference, orderNumber, ...goods }) => ({
      title: 'Your order is on its way',
      body: `We’ve sent ${formatGoods(goods)}. ${lockerCode === undefined ? 'It ships to your address.' : `You can collect it once it reaches locker ${lockerCode}.`}${reference === undefined ? '' : ` Tracking number: ${reference}.`}${ofOrder(orderNumber)}`,
    }),
    giftReceived: ({ item, from, message, until }) => ({
      title: from ? `${from} sent you a gift card` : 'You’ve got a gift card',
      body: `${formatWholeGift(item)}.${message ? ` “${message}”` : ''} Redeem it by ${formatDay(until)}.`,
    }),
    goodsInStock: ({ name }) => ({
      title: 'Back in stock',
      body: `${name.en_US} is back in stock. Order it on the Special sales page.`,
    }),
    filmInCinemas: ({ title, day }) => ({
      title: 'Now in cinemas',
      body: `${title.en_US} opens on ${formatDay(day)}. See the showtimes on the Cinema page.`,
    }),
    showtimeCancelled: ({ title, day, time }) => ({
      title: 'Showtime cancelled',
      body: `${title.en_US} on ${formatDay(day)} at ${time} was cancelled. Your cinema ticket is back in your account. Its expiry date hasn’t changed. If that date has passed, you can use it for another 30 days.`,
    }),
    announcement: ({ title, body }) => ({ title: title.en_US, body: body.en_US }),
    compensatedCredits: ({ credits, until }) => ({
      title: 'Credits for the disruption',
      body: `Our service was disrupted recently. We’ve added ${credits} extra ${credits === 1 ? 'credit' : 'credits'} to your account. Use ${credits === 1 ? 'it' : 'them'} by ${formatDay(until)}.`,
    }),
    compensatedRentals: ({ rentals }) => ({
      title: 'Your rental lasts longer',
      body: `Our service was disrupted recently. You have more time to watch: ${rentals.map(({ title, day, time }) => `${title.en_US}, until ${formatDay(day)}, ${time}`).join('; ')}.`,
    }),
    creditsLapse: ({ credits, bucket, day, time }) => ({
      title: 'Credits expiring soon',
      body: `${credits} ${BUCKETS[bucket]} ${credits === 1 ? 'credit expires' : 'credits expire'} after ${formatDay(day)}, ${time}. Use ${credits === 1 ? 'it' : 'them'} to rent a title before then.`,
    }),
  },
}
