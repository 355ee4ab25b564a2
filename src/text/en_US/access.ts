import type { AccessText } from '../zh_HK/access.ts'

export const access = {
  play: { free: 'Watch free' },
  login: 'Log in to watch',
  parental: 'Enter the code to watch',
  deny: {
    REGION_REFUSED: 'This title is not available in your region.',
    WINDOW_CLOSED: 'This title is not available at the moment.',
    KIDS_REFUSED: 'This title is not available in kids mode.',
    CLASS_REFUSED: 'This title is Category III and is not available in kids mode.',
    PREPARING: 'This film is being prepared and can be watched once it is ready.',
    NOT_ON_SALE: 'This title is not on sale yet.',
  },
} satisfies AccessText
