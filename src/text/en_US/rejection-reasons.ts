import type { RejectionReason } from '#contract/comments.ts'

export const rejectionReasons = {
  unmarkedSpoiler: 'Unmarked spoiler',
  attack: 'Personal attack',
  advert: 'Promotion or advert',
  personalData: 'Personal data',
  offTopic: 'Off topic',
  abusiveLanguage: 'Abusive language',
  other: 'Other',
} satisfies Record<RejectionReason, string>
