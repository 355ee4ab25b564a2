import type { PartnerCodeText } from '../zh_HK/partner-code.ts'

/** Binding an account to a telecom partner by its code. */
export const partnerCode = {
  title: 'Telecom partner code',
  text: 'Enter the code from your telecom partner to link your account to it.',
  partner: 'Telecom partner',
  partners: { hgc: 'HGC', clp: 'CLP', suntel: 'SunTel' },
  label: 'Partner code',
  means: 'Once it’s linked',
  meansList: [
    'You watch voucher titles with vouchers and go to the cinema with tickets. What your code gives is added at once.',
    'You no longer use credits or a plan, and there’s no free first month.',
    'Linking can’t be undone, and you can’t move to another partner.',
  ],
  needs:
    'If your account still has credits, a running plan or an open payment, use up the credits first, and wait for the plan or the payment to end.',
  submit: 'Next',
  visitor: 'Log in to link your account. We’ll keep the code you entered.',
  confirm: {
    title: (partner: string) => `Link your account to ${partner}?`,
    text: 'This can’t be undone: vouchers and tickets take the place of credits and plans.',
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
      `Got another code from ${partner}? Enter it here: its vouchers and tickets are added at once.`,
    submit: 'Redeem',
  },
} satisfies PartnerCodeText
