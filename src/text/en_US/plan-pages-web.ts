import type { PlanPagesText } from '../zh_HK/plan-pages-web.ts'

const points = (n: string) => (n === '1' ? '1 credit' : `${n} credits`)

/** Landing pages, conditions and comparison of plans. */
export const planPages = {
  landing: {
    enjoyKicker: 'About the pass',
    enjoyHeadline: ['Great stories,', 'all aboard'],
    enjoyLead: (amount) => `${amount} a month for unlimited viewing of every title marked “Pass”.`,
    enjoyTrial: (amount) =>
      `Your first month is free, then ${amount} a month for unlimited viewing of every title marked “Pass”.`,
    noPrice: 'Unlimited viewing of every title marked “Pass”.',
    steps: 'Three steps',
    stepList: [
      { title: 'Sign up', text: 'With your mobile number. It takes a few minutes.' },
      {
        title: 'Choose how to pay',
        text: 'PayPal and AlipayHK renew monthly. The others buy one prepaid month.',
      },
      { title: 'Start watching', text: 'Log in on a computer, phone or smart TV.' },
    ],
    whatTitle: 'What’s in the pass',
    start: 'See the monthly plan',
    compare: 'Compare plans',
    warriorKicker: 'New member offer',
    warriorHeadline: (amount) => ['The pass,', `${amount} a month`],
    warriorLead: 'The price stays the same for as long as you keep the plan.',
    warriorTerms: 'Offer terms',
    join: 'Join now',
    login: 'Have an account? Log in',
  },
  terms: {
    title: 'Offer terms',
    list: ({ amount, credits, trial }) => [
      trial
        ? `Your first month is free, then ${amount} a month until you cancel. One free month for each mobile number and payment account.`
        : `${amount} a month until you cancel.`,
      `Each month brings ${points(credits)}; what’s left when it ends is voided.`,
      'With PayPal or AlipayHK it renews automatically. Cancel any time and keep the pass until the month ends.',
      'The other ways to pay buy one month at a time and don’t renew.',
      'Fees already paid aren’t refunded.',
    ],
  },
  crypto: {
    kicker: 'Pay with cryptocurrency',
    headline: ['One month,', 'paid in crypto'],
    lead: 'Pay on the payment page. Your pass starts once the payment is confirmed.',
    facts: 'Before you pay',
    factList: [
      { title: 'One month only', text: 'You prepay one month. It ends by itself: no renewal and no further charge.' },
      { title: 'No free month', text: 'The free month comes only with a payment method that renews.' },
      {
        title: 'Priced in Hong Kong dollars',
        text: 'The payment page shows the amount at the current rate. The rate holds for a limited time: pay the full amount in one go.',
      },
      {
        title: 'Confirmation takes time',
        text: 'The network may take a while to confirm. You don’t need to keep the page open: we’ll tell you when it’s done.',
      },
      {
        title: 'If you pay too little, too much or too late',
        text: 'If you pay too much, your month still starts. If you pay too little, we check it first and the money isn’t lost. A late payment counts once it’s confirmed.',
      },
      { title: 'Refunds', text: 'A refund comes as a link where you choose how to receive it.' },
    ],
    none: 'You can’t pay with cryptocurrency right now',
    noneText: 'You can choose another way to pay.',
    otherWays: 'Other ways to pay',
  },
  comparison: {
    title: 'Compare plans',
    text: 'Choose what suits you. The price you see before you pay is the price you pay.',
    free: 'Free viewing',
    freeNote: 'Free titles any time, without an account.',
    freeText: 'No monthly fee',
    price: 'Monthly fee',
    trial: 'Free month',
    yes: 'Yes',
    no: 'No',
    passTitles: 'Pass titles',
    unlimited: 'Unlimited',
    notIncluded: 'Not included',
    freeTitles: 'Free titles',
    rent: 'Rentals',
    rentFree: 'With credits',
    credits: 'Credits each month',
    creditsOf: points,
    renewal: 'Renews with',
    listJoin: ', ',
    none: 'N/A',
    choose: 'Choose this plan',
    yours: 'Your plan',
    change: 'Switch next month',
    browse: 'Browse titles',
    manage: 'Manage plan',
    caption: 'What each plan includes',
  },
} satisfies PlanPagesText
