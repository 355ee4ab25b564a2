import { AREA_CODES } from '#contract/fields.ts'
import type { NumbersText } from '#text/zh_HK/numbers.ts'
import { formatClock } from '#web/kit/format.ts'

export const phoneFieldLabels = ({ region, regions, mobile }: NumbersText) => ({
  label: mobile,
  regionLabel: region,
  regions: AREA_CODES.map((areaCode) => ({ areaCode, name: regions[areaCode] })),
})

/** `left` in seconds. */
export const waitLabel = (text: NumbersText, left: number): string | undefined =>
  left > 0 ? text.again(formatClock(left)) : undefined

export const passwordFieldLabels = (text: NumbersText) => ({
  show: text.show,
  hide: text.hide,
  showLabel: text.showPassword,
  hideLabel: text.hidePassword,
})

export const resendLabels = (text: NumbersText) => ({
  wait: text.wait,
  over: text.waitOver,
  late: text.waitLate,
  resend: text.resend,
  resent: text.resent,
})
