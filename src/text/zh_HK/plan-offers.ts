import type { Offer } from '#contract/plans.ts'

/** Whom a plan is for, as operators know it. */
export const planOffers: Readonly<Record<Offer, string>> = {
  standard: '公開發售',
  promotional: '推廣頁發售',
  staff: '公司員工',
  gift: '禮品卡',
}
