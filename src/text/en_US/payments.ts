import type { Language } from '#contract/languages.ts'
import type { PaymentItem, PaymentItems } from '#contract/payments.ts'

export { formatHkd } from '../zh_HK/payments.ts'

/** What was bought, as receipts and providers' pages name it. */
export function formatItem(item: PaymentItem): string {
  switch (item.template) {
    case 'credits':
      return `${item.params.credits} credits`
    case 'giftcard':
      return `Gift card, ${formatGift(item)}`
    case 'cinema':
      return `Private cinema: ${item.params.name.en_US}, ${formatStart(item.params.startsAt)}`
    case 'sale':
      return formatGoods(item.params)
    default:
      return `${item.params.name.en_US}, one month`
  }
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The start of a screening in Hong Kong time, on receipts that are kept: `28 Nov 2026, 20:00`. */
function formatStart(startsAt: string): string {
  const { year, month, day, hour, minute } = Temporal.Instant.from(startsAt).toZonedDateTimeISO('Asia/Hong_Kong')
  return `${day} ${MONTHS[month - 1]} ${year}, ${hour}:${String(minute).padStart(2, '0')}`
}

/** What a gift card gives. */
export function formatGift(item: PaymentItem): string {
  if (item.template !== 'giftcard') return formatItem(item)
  return 'credits' in item.params ? `${item.params.credits} credits` : formatMonths(item.params)
}

const formatMonths = ({ name, months }: { name: Readonly<Record<Language, string>>; months: number }): string =>
  `${name.en_US}, ${months} ${months === 1 ? 'month' : 'months'}`

/** Goods of an order: `Night Crossing`, `3 × Night Crossing`, `Night Crossing and 2 other items`. */
export function formatGoods({ name, units, things }: PaymentItems['sale']): string {
  if (things > 1) return `${name.en_US} and ${things - 1} other ${things === 2 ? 'item' : 'items'}`
  return units === 1 ? name.en_US : `${units} × ${name.en_US}`
}
