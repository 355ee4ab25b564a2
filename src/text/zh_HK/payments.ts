import type { Language } from '#contract/languages.ts'
import type { PaymentItem, PaymentItems } from '#contract/payments.ts'

/** An amount of Hong Kong dollars: `HK$50`, `HK$12.50`. */
export const formatHkd = (cents: number): string => `HK$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`

/** What was bought, as receipts and providers' pages name it. */
export function formatItem(item: PaymentItem): string {
  switch (item.template) {
    case 'credits':
      return `${item.params.credits} 點`
    case 'giftcard':
      return `禮品卡：${formatGift(item)}`
    case 'cinema':
      return `私人影院：${item.params.name.zh_HK}，${formatStart(item.params.startsAt)}`
    case 'sale':
      return formatGoods(item.params)
    default:
      return `${item.params.name.zh_HK}一個月`
  }
}

/** The start of a screening in Hong Kong time, on receipts that are kept: `2026年11月28日 20:00`. */
function formatStart(startsAt: string): string {
  const { year, month, day, hour, minute } = Temporal.Instant.from(startsAt).toZonedDateTimeISO('Asia/Hong_Kong')
  return `${year}年${month}月${day}日 ${hour}:${String(minute).padStart(2, '0')}`
}

/** What a gift card gives. */
export function formatGift(item: PaymentItem): string {
  if (item.template !== 'giftcard') return formatItem(item)
  return 'credits' in item.params ? `${item.params.credits} 點` : formatMonths(item.params)
}

const formatMonths = ({ name, months }: { name: Readonly<Record<Language, string>>; months: number }): string =>
  `${name.zh_HK} ${months} 個月`

/** Goods of an order: `夜渡鯉魚門`, `夜渡鯉魚門 3 件`, `夜渡鯉魚門等 3 款`. */
export function formatGoods({ name, units, things }: PaymentItems['sale']): string {
  if (things > 1) return `${name.zh_HK}等 ${things} 款`
  return units === 1 ? name.zh_HK : `${name.zh_HK} ${units} 件`
}
