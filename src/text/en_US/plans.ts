import type { PlansText } from '../zh_HK/plans.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const twoDigits = (value: number): string => String(value).padStart(2, '0')

export const plans = {
  subscribe: 'Get the pass',
  manage: 'Manage pass',
  price: {
    trial: (price) => `First month free, then ${price} a month`,
    monthly: (price) => `${price} a month`,
    free: () => 'One month free',
    once: (price) => `${price} for one month`,
  },
  firstCharge: ({ month, day, hour, minute }) =>
    `You won’t be charged before ${day} ${MONTHS[month - 1]}, ${twoDigits(hour)}:${twoDigits(minute)}. `,
  credits: (count) => `Includes ${count} credits a month to rent other films. `,
  noCredits: 'It doesn’t include credits. ',
  cancel: 'Cancel any time.',
  once: 'It doesn’t renew.',
} satisfies PlansText
