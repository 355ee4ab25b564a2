/** Adds the hyphens, accepts other separators, and pads a lone digit of the month. */
export function readDay(typed: string): string {
  const plain = typed
    .normalize('NFKC')
    .replaceAll(/[./年月\s]/g, '-')
    .replaceAll(/[^\d-]/g, '')
  const [, year = '', month = '', gap = '', day = ''] = /^(\d{0,4})-*(\d{0,2})(-*)(\d{0,2})/.exec(plain) ?? []
  const fullMonth = month.length === 1 && gap !== '' ? `0${month}` : month
  const tail = day || (gap && fullMonth) ? `-${day}` : ''
  return `${year}${fullMonth ? `-${fullMonth}` : ''}${tail}`
}

export const FIRST_YEAR = 1900

/** What is wrong with a birthday that is refused, and the first box to be corrected. */
export type WrongDay =
  | { part: 'year'; last: number }
  | { part: 'month' }
  | { part: 'day'; last: number }
  | { part: 'future' }

/** Undefined: the date is right, or nothing is typed. */
export function wrongDay(text: string, today = todayInHongKong(new Date())): WrongDay | undefined {
  if (text === '') return undefined
  const { year, month, day } = partsOfDay(text)
  const thisYear = Number(today.slice(0, 4))
  const isYear = /^\d{4}$/.test(year) && Number(year) >= FIRST_YEAR && Number(year) <= thisYear
  if (!isYear) return { part: 'year', last: thisYear }
  if (Number(month) < 1 || Number(month) > 12) return { part: 'month' }
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number(day) < 1 || Number(day) > last) return { part: 'day', last }
  return finishDay(text) < today ? undefined : { part: 'future' }
}

interface DayParts {
  readonly year: string
  readonly month: string
  readonly day: string
}

/** Of a date that may be half typed: `2000--` has a year only. */
export function partsOfDay(text: string): DayParts {
  const [year = '', month = '', day = ''] = text.split('-')
  return { year, month, day }
}

/** Empty while nothing is typed, so that a required field says that it is missing. */
export function joinDay({ year, month, day }: DayParts): string {
  const text = [year.slice(0, 4), month.slice(0, 2), day.slice(0, 2)].join('-')
  return text === '--' ? '' : text
}

/** Pads lone digits of month and day. */
export function finishDay(text: string): string {
  const [, ...parts] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? []
  return parts.length === 0 ? text : parts.map((part) => part.padStart(2, '0')).join('-')
}

/** Today in Hong Kong, as `2026-11-21`. */
export function todayInHongKong(now: Date): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: 'Asia/Hong_Kong',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}
