const BEFORE_UNIT =
  /(\d) (?=點|小時|分|秒|日|星期|個|張|座|位|套|項|集|次|年|級|(?:credits?|points?|h|hours?|min|minutes?|s|seconds?|days?|months?|tickets?|vouchers?|seats?)\b)/gu
const BEFORE_NUMBER = /([A-Z]\$|（現有) (?=\d)/g

/** Numbers stay on one line with their unit, currency or bracket, in words of the server as well; what is no string is left as it is. */
export function keepUnits<T>(text: T): T | string {
  if (typeof text !== 'string') return text
  return text.replace(BEFORE_UNIT, '$1\u00A0').replace(BEFORE_NUMBER, '$1\u00A0')
}
