const BEFORE_UNIT =
  /(\d) (?=點|小時|分|秒|日|星期|個|張|座|位|套|項|集|次|年|級|(?:credits?|points?|h|hours?|min|minutes?|s|seconds?|days?|months?|tickets?|vouchers?|seats?)\b)/gu
const AFTER_CURRENCY = /([A-Z]\$) (?=\d)/g

/** Numbers stay on one line with their unit or currency, in words of the server as well; what is no string is left as it is. */
export function keepUnits<T>(text: T): T | string {
  if (typeof text !== 'string') return text
  return text.replace(BEFORE_UNIT, '$1\u00A0').replace(AFTER_CURRENCY, '$1\u00A0')
}
