import { useCallback, useMemo } from 'react'
import { languageName } from '#contract/language-names.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { htmlLang } from '#web/kit/language.ts'
import { useText } from '#web/kit/text.ts'

/** Of spoken languages, the likeliest first. */
export const SPOKEN =
  'yue cmn en ja ko th vi id ms fil hi ta my km mn bo nan hak fr de es it pt ru pl nl sv da nb fi is cs hu ro el tr uk ar he fa ka und'.split(
    ' ',
  )

const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))
/** Codes that the standard names, but no country has. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** ISO 3166: the pairs of letters that the browser knows a name of. */
export function countryCodes(): readonly string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).filter(
    (code) => names.of(code) !== undefined && !NO_COUNTRIES.has(code),
  )
}

export function useCountryName(): (code: string) => string {
  const { countries } = useText('consoleTitles')
  const { language } = useCallContext()
  const names = useMemo(
    () => new Intl.DisplayNames([htmlLang(language)], { type: 'region', style: 'short' }),
    [language],
  )
  return useCallback((code) => countries[code] ?? names.of(code) ?? code, [countries, names])
}

export function useLanguageName(): (tag: string) => string {
  const { languages: own } = useText('consoleTitles')
  const { language } = useCallContext()
  return useCallback((tag) => languageName(tag, { locale: htmlLang(language), own }), [language, own])
}
