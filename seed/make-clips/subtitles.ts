import type { Line } from './film.ts'

/** Subtitle languages, in the order of a clip's lines. */
export const LANGUAGES = ['zh-Hant', 'en'] as const

/** A clip's lines as SubRip. */
export function toSrt(lines: readonly Line[], language: (typeof LANGUAGES)[number]): string {
  const blocks = lines.map(([start, end, zh, en], index) => {
    return `${index + 1}\n${clock(start)} --> ${clock(end)}\n${language === 'en' ? en : zh}\n`
  })
  return blocks.join('\n')
}

function clock(seconds: number): string {
  const total = Math.round(seconds * 1000)
  const part = (divisor: number, size: number, digits: number) =>
    String(Math.floor(total / divisor) % size).padStart(digits, '0')
  return `${part(3600000, 100, 2)}:${part(60000, 60, 2)}:${part(1000, 60, 2)},${part(1, 1000, 3)}`
}
