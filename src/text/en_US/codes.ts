import type { CodesText, GrantTitleText, PartnerCodeText, RedeemText } from '../zh_HK/codes.ts'

const count = (amount: number, one: string): string => `${amount} ${one}${amount === 1 ? '' : 's'}`

export const rewardTitle = {
  plan: (months, plan) => `${plan}, ${count(months, 'month')}`,
  credits: (amount) => count(amount, 'credit'),
  voucher: (amount) => count(amount, 'voucher'),
  ticket: (amount) => count(amount, 'cinema ticket'),
} satisfies GrantTitleText

const of = (n: string, one: string, many: string) => `${n} ${n === '1' ? one : many}`

/** Codes: the field, why one is refused, and what one gives. */
export const codes = {
  label: 'Code',
  hint: 'You can paste it. Capitals, spaces and hyphens don’t matter.',
  missing: 'Enter your code.',
  refused: {
    WRONG_CODE: { title: 'That code isn’t right.', text: 'Check every character and try again.' },
    CODE_EXPIRED: { text: 'If it was a gift, ask the person who gave it to you.' },
    CODE_USED: {
      title: 'This code has already been used.',
      text: 'If you redeemed it, you’ll find it in your statement.',
    },
    NEW_USERS_ONLY: {
      title: 'This code is for new members only.',
      text: 'It works for new accounts that have never redeemed a code, paid or had the pass. You can give it to a friend who hasn’t joined yet.',
    },
  },
  triesLeft: (n: string) => `${of(n, 'try', 'tries')} left before you have to wait.`,
  tooMany: 'Too many wrong codes. Wait a moment, then try again.',
  again: (clock: string) => `Try again in ${clock}`,
  offline: 'You’re offline. We’ve kept your code. Try again once you’re connected.',
  toStatement: 'See your statement',
  kinds: { plan: 'Pass', credits: 'Credits', voucher: 'Vouchers', ticket: 'Cinema tickets' },
  planOf: (months: string) => `${months} of the pass`,
  monthlyCredits: (n) => `With ${n === '1' ? '1 credit' : `${n} credits`} each month`,
  amount: {
    plan: (n: string) => of(n, 'month', 'months'),
    credits: (n: string) => of(n, 'credit', 'credits'),
    voucher: (n: string) => of(n, 'voucher', 'vouchers'),
    ticket: (n: string) => of(n, 'cinema ticket', 'cinema tickets'),
  },
  until: {
    plan: (when: string) => `Pass until ${when}`,
    other: (when: string) => `Valid until ${when}`,
  },
  listJoin: ', ',
  sentenceJoin: ' ',
} satisfies CodesText

/** Redeeming a code: the screens, what a code gives, and what became of it. */
export const redeem = {
  title: 'Redeem a code',
  text: 'Enter gift card, promotion, plan and sharing codes here. You’ll see what you get before you confirm.',
  textTelecom: 'Enter voucher and cinema ticket codes here. You’ll see what you get before you confirm.',
  preview: 'See what you get',
  visitor: 'Log in to see what you get. We’ll keep the code you entered.',
  from: (name) => `From ${name}`,
  quote: (message) => `“${message}”`,
  waiting: {
    title: 'Gift cards for you',
    from: (gift, name) => `${gift} from ${name}`,
    until: (when) => `Redeem by ${when}`,
    choose: 'Redeem',
  },
  gives: 'This code gives you',
  before: 'Added when you confirm',
  kind: (name) => `Type: ${name}`,
  kinds: {
    redeem: 'Redemption code',
    promotion: 'Promotion code',
    giftcard: 'Gift card',
    plan: 'Plan code',
    partner: 'Partner code',
    sharing: 'Sharing code',
  },
  repeated: {
    title: (when: string) => `You redeemed this code on ${when}`,
    text: 'This is what you got then. Nothing new will be added.',
  },
  now: 'Now',
  after: 'After',
  credits: (n: string) => (n === '1' ? '1 credit' : `${n} credits`),
  confirm: 'Redeem',
  another: 'Use another code',
  once: 'Each account can redeem a code once. Rewards can’t be transferred or returned.',
  account: (number: string) => `We’ll add it to account ${number}.`,
  done: {
    kicker: 'Redeemed',
    title: (what: string) => `${what} added`,
    toWallet: 'See your credits',
    toSetup: 'See your account',
    watch: 'Start watching',
    another: 'Redeem another code',
  },
  monthly: {
    kicker: 'Plan codes',
    headline: ['Got a plan code?', 'Start watching.'],
    lead: 'A plan code gives you months of the pass. There’s nothing to pay, and nothing renews.',
    steps: 'Three steps',
    stepList: [
      { title: 'Log in', text: 'Use your mobile number. If you’re new, it takes a few minutes to join.' },
      { title: 'Enter your plan code', text: 'You’ll see how many months you get and when they end.' },
      { title: 'Confirm', text: 'The pass starts right away, or after your current plan ends.' },
    ],
    login: 'Log in and enter your code',
    enter: 'Enter your plan code',
    title: 'Enter your plan code',
    text: 'Before you confirm, you’ll see how many months you get and when they end.',
    explain: 'What’s a plan code?',
  },
} satisfies RedeemText

/** Binding an account to a telecom partner by its code. */
export const partnerCode = {
  title: 'Telecom partner code',
  text: 'Enter the code from your telecom partner to link your account to it.',
  partner: 'Telecom partner',
  partners: { hgc: 'HGC', clp: 'CLP', suntel: 'SunTel' },
  label: 'Partner code',
  means: 'Once it’s linked',
  meansList: [
    'You use vouchers for voucher titles and cinema tickets for cinema seats. Those from your code are added right away.',
    'You can no longer use credits or a plan, and there’s no free first month.',
    'Linking can’t be undone, and you can’t move to another partner.',
  ],
  needs:
    'If your account still has credits, an active plan or an unfinished payment, use up the credits or wait for the plan or payment to end first.',
  submit: 'Next',
  visitor: 'Log in to link your account. We’ll keep the code you entered.',
  confirm: {
    title: (partner: string) => `Link your account to ${partner}?`,
    text: 'This can’t be undone. Vouchers and tickets replace credits and plans.',
    account: (number: string) => `Account ${number}`,
    yes: 'Link my account',
    no: 'Back',
  },
  conflict: 'This account can’t be linked right now.',
  done: {
    kicker: 'Linked',
    title: (partner: string) => `Your account is linked to ${partner}`,
    tickets: 'Vouchers and tickets you have',
    count: (n: string) => n,
    watch: 'Start watching',
    toSetup: 'See your account',
  },
  already: {
    title: (partner: string) => `Your account is linked to ${partner}`,
    text: (partner: string) =>
      `Got another code from ${partner}? Enter it here to add its vouchers and tickets right away.`,
    submit: 'Redeem',
  },
} satisfies PartnerCodeText
