import { AREA_CODES } from '#contract/fields.ts'
import type { NumbersText } from '#text/zh_HK/numbers.ts'
import { formatClock } from '#web/kit/format.ts'

/** What the field of a mobile number says: its regions by name. */
export const phoneFieldLabels = ({ region, regions, mobile }: NumbersText) => ({
  label: mobile,
  regionLabel: region,
  regions: AREA_CODES.map((areaCode) => ({ areaCode, name: regions[areaCode] })),
})

/** What a button says while one has to wait so many seconds; undefined when one need not. */
export const waitLabel = (words: NumbersText, left: number): string | undefined =>
  left > 0 ? words.again(formatClock(left)) : undefined

/** What the button of a password says. */
export const passwordFieldLabels = (words: NumbersText) => ({
  show: words.show,
  hide: words.hide,
  showLabel: words.showPassword,
  hideLabel: words.hidePassword,
})

/** What stands around the wait for a code. */
export const resendLabels = (words: NumbersText) => ({
  wait: words.wait,
  over: words.waitOver,
  resend: words.resend,
  resent: words.resent,
})
