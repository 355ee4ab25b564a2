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
    warriorKicker: 'Newcomer offer',
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
