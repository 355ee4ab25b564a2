import type { Language } from '#contract/languages.ts'
import type { PaymentItem } from '#contract/payments.ts'
import { formatItem as enUS } from '#text/en_US/payments.ts'
import { formatItem as zhHK } from '#text/zh_HK/payments.ts'

const TEXT = { zh_HK: zhHK, en_US: enUS } as const

/** The name of a bought item, in a language. */
export const formatPaymentItem = (item: PaymentItem, language: Language): string => TEXT[language](item)
