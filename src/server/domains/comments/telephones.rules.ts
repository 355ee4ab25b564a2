/** Digits as Chinese writes them. */
const NUMERALS: ReadonlyMap<string, string> = new Map(
  ['〇零○', '一壹', '二貳贰', '三參叁', '四肆', '五伍', '六陸陆', '七柒', '八捌', '九玖'].flatMap((forms, digit) =>
    [...forms].map((form) => [form, String(digit)] as const),
  ),
)
const CHINESE = `[${[...NUMERALS.keys()].join('')}]`

/** Digits with at most three separators between two of them, and what shows a price. */
const RUN = new RegExp(
  String.raw`([$€£¥]\s?)?((?:\d+|${CHINESE}+)(?:[\s.\p{Pd}\u2212~·•‧∙・()]{0,3}(?:\d+|${CHINESE}+))*)(\s?[元圓円蚊萬万億亿])?`,
  'gu',
)
const GROUP = new RegExp(String.raw`\d+|${CHINESE}+`, 'gu')

/** In Hong Kong and Macau eight digits from 2 to 9; in mainland China and North America eleven from 1. */
const NUMBER = /^(?:00)?(?:85[23])?[2-9]\d{7}$|^(?:(?:00)?86)?1\d{10}$/
const DIGITS_MAX = 15
/** Round, as amounts are. */
const ROUND = /0{5}$/

const YEAR = '(?:19|20)\\d\\d'
const MONTH = '(?:0[1-9]|1[0-2])'
const DAY = '(?:0[1-9]|[12]\\d|3[01])'
/** Groups of digits that are none: two years, a date, millions, and several marks or results of matches (`8.5 9.0 7.5 8.0`). */
const OTHERS = new RegExp(
  [
    `${YEAR} ${YEAR}`,
    `${YEAR} ?${MONTH} ?${DAY}`,
    `(?:${DAY} ?${MONTH}|${MONTH} ?${DAY}) ?${YEAR}`,
    '\\d{2} \\d{3} 000',
  ]
    .map((shape) => `^${shape}$`)
    .join('|'),
)
const MARKS = /^\d{1,2}(?:[.\p{Pd}]\d)(?:\s+\d{1,2}[.\p{Pd}]\d)+$/u

/** Whether a text has a telephone number in it, however its digits are separated. The text is as `asRead` gives it. */
export function hasTelephone(text: string): boolean {
  return [...text.matchAll(RUN)].some(([, currency, run = '', unit]) => {
    const groups = run.match(GROUP) ?? []
    if (groups.length === 1 && (currency ?? unit) !== undefined) return false
    return !MARKS.test(run) && isAnyNumber(groups.map(toDigits))
  })
}

const toDigits = (group: string): string => [...group].map((digit) => NUMERALS.get(digit) ?? digit).join('')

/** Whether neighbouring groups make a number together. */
function isAnyNumber(groups: readonly string[]): boolean {
  return groups.some((_, from) => {
    let digits = ''
    for (let to = from; to < groups.length && digits.length <= DIGITS_MAX; to++) {
      digits += groups[to]
      if (isNumber(digits, groups.slice(from, to + 1))) return true
    }
    return false
  })
}

const isNumber = (digits: string, groups: readonly string[]): boolean =>
  NUMBER.test(digits) && !OTHERS.test(groups.join(' ')) && !(groups.length === 1 && ROUND.test(digits))
