import type { RejectionReason } from '#contract/comments.ts'

/** Why a comment was rejected, to its author and to operators. */
export const rejectionReasons = {
  unmarkedSpoiler: '劇透未標示',
  attack: '人身攻擊',
  advert: '宣傳或廣告',
  personalData: '含個人資料',
  offTopic: '與節目無關',
  abusiveLanguage: '粗言穢語',
  other: '其他',
} satisfies Record<RejectionReason, string>
