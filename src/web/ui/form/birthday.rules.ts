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

export const finishDay = (text: string): string => text.replace(/^(\d{4}-\d{2})-(\d)$/, '$1-0$2')

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
