import { useCallContext } from '#web/kit/call-context.ts'
import { formatMoney, formatNumber } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import type { Effect } from './timeline.rules.ts'

export function useMoney(): (cents: number, currency?: string) => string {
  const { language } = useCallContext()
  return (cents, currency) => formatMoney(cents, language, currency)
}

const MINUS = '−'

/** `provider:alipay` is what a provider owes us. */
export function useAccountName(): (account: string) => string {
  const text = useText('consoleOrder')
  const { providers } = useText('consoleOrders')
  const names: Readonly<Record<string, string>> = providers
  return (account) => {
    const [, provider] = account.split('provider:')
    return provider === undefined ? (text.accounts[account] ?? account) : text.of(names[provider] ?? provider)
  }
}

/** `+100`, `−50.00`. */
export function useFormatEffect(): (effect: Effect) => string {
  const { language } = useCallContext()
  return ({ commodity, amount }) => {
    const size = Math.abs(amount)
    const digits = commodity === 'HKD_CENT' ? (size / 100).toFixed(2) : formatNumber(size, language)
    return `${amount < 0 ? MINUS : '+'}${digits}`
  }
}
