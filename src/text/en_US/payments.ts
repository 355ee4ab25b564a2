import type { Language } from '#contract/languages.ts'
import type { PaymentItem } from '#contract/payments.ts'

export { formatHkd } from '../zh_HK/payments.ts'

/** What was bought, as receipts and providers' pages name it. */
export function formatItem(item: PaymentItem): string {
  switch (item.template) {
    case 'credits':
      return `${item.params.credits} credits`
    case 'giftcard':
      return `Gift card, ${formatGift(item)}`
    case 'sale':
      return item.params.units === 1
        ? item.params.name.en_US
        : `${item.params.name.en_US} and ${item.params.units - 1} more`
    default:
      return `${item.params.name.en_US}, one month`
  }
}

/** What a gift card gives. */
export function formatGift(item: PaymentItem): string {
  if (item.template !== 'giftcard') return formatItem(item)
  return 'credits' in item.params ? `${item.params.credits} credits` : formatMonths(item.params)
}

const formatMonths = ({ name, months }: { name: Readonly<Record<Language, string>>; months: number }): string =>
  `${name.en_US}, ${months} ${months === 1 ? 'month' : 'months'}`
