export const isSubtitle = (name: string): boolean => /\.(?:srt|vtt|ass|ssa|ttml|dfxp)$/i.test(name)

export const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '')

/** `film.zh-Hant.srt`, `film_en.vtt`; empty when the name says none. */
export const languageInName = (name: string): string => /[._ -]([a-z]{2,3}(?:-[a-z]{4})?)\.\w+$/i.exec(name)?.[1] ?? ''

const GIGA = 1e9
const MEGA = 1e6

/** In the units of disks. */
export function sizeText(bytes: number): string {
  if (bytes >= GIGA) return `${(bytes / GIGA).toFixed(1)} GB`
  return bytes >= MEGA ? `${(bytes / MEGA).toFixed(1)} MB` : `${Math.ceil(bytes / 1e3)} kB`
}
