import { AREA_CODES } from '#contract/fields.ts'
import type { NumbersText } from '#text/zh_HK/numbers.ts'

/** The regions as a number's field names them. */
export const regionsOf = ({ regions }: NumbersText) =>
  AREA_CODES.map((areaCode) => ({ areaCode, name: regions[areaCode] }))

/** What the button of a password says. */
export const passwordWords = (words: NumbersText) => ({
  show: words.show,
  hide: words.hide,
  showLabel: words.showPassword,
  hideLabel: words.hidePassword,
})

/** What stands around the wait for a code. */
export const resendWords = (words: NumbersText) => ({
  wait: words.wait,
  over: words.waitOver,
  resend: words.resend,
  resent: words.resent,
})
