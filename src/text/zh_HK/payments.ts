import type { Language } from '#contract/languages.ts'
import type { PaymentItem } from '#contract/payments.ts'

/** An amount of Hong Kong dollars: `HK$50`, `HK$12.50`. */
export const formatHkd = (cents: number): string => `HK$${(cents / 100).toFixed(cents % 100 === 0 ? 0 : 2)}`

/** What was bought, as receipts and providers' pages name it. */
export function formatItem(item: PaymentItem): string {
  switch (item.template) {
    case 'credits':
      return `${item.params.credits} 點`
    case 'giftcard':
      return `禮品卡：${formatGift(item)}`
    case 'sale':
      return item.params.units === 1 ? item.params.name.zh_HK : `${item.params.name.zh_HK}等 ${item.params.units} 件`
    default:
      return `${item.params.name.zh_HK}一個月`
  }
}

/** What a gift card gives. */
export function formatGift(item: PaymentItem): string {
  if (item.template !== 'giftcard') return formatItem(item)
  return 'credits' in item.params ? `${item.params.credits} 點` : formatMonths(item.params)
}

const formatMonths = ({ name, months }: { name: Readonly<Record<Language, string>>; months: number }): string =>
  `${name.zh_HK} ${months} 個月`
