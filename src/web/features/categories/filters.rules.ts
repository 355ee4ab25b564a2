import { type Facets, SORTS, type Sort, VOD_TYPE_ALIASES } from '#contract/categories.ts'
import { languageName } from '#contract/language-names.ts'
import type { Genre } from '#contract/genres.ts'
import { HTML_LANG, type Language } from '#contract/languages.ts'
import type { CardsText, CategoriesText } from '#text/zh_HK/viewer.ts'

export const FILTER_NAMES = ['genre', 'year', 'country', 'language', 'vodType'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** The film's language is `spoken`: `language` is the reader's (SPEC 2). */
const IN_ADDRESS: Record<FilterName, string> = {
  genre: 'genre',
  year: 'year',
  country: 'country',
  language: 'spoken',
  vodType: 'vodType',
}

export interface Selection {
  sort: Sort | undefined
  filters: Partial<Record<FilterName, string>>
}

/** Unknown values are left out. */
export function readSelection(search: string): Selection {
  const query = new URLSearchParams(search)
  const filters: Selection['filters'] = {}
  for (const name of FILTER_NAMES) {
    const value = query.get(IN_ADDRESS[name])
    if (value) filters[name] = value
  }
  return { sort: SORTS.find((sort) => sort === query.get('sort')), filters }
}

/** An empty value removes the parameter. */
export function withChoice(search: string, name: FilterName | 'sort', value: string): string {
  const query = new URLSearchParams(search)
  const key = name === 'sort' ? 'sort' : IN_ADDRESS[name]
  if (value === '') query.delete(key)
  else query.set(key, value)
  return `?${query}`
}

export function withoutFilters(search: string): string {
  const query = new URLSearchParams(search)
  for (const name of FILTER_NAMES) query.delete(IN_ADDRESS[name])
  return `?${query}`
}

export const hasFilters = ({ filters }: Selection): boolean => Object.keys(filters).length > 0

/** Choices with results, and the chosen one, so that it can be undone. */
export function choicesOf(facets: Facets | undefined, name: FilterName, chosen: string | undefined) {
  const choices = facets?.[name] ?? []
  if (!chosen || choices.some((choice) => choice.value === chosen)) return choices
  return [...choices, { value: chosen, label: '', count: 0 }]
}

/** The site's own name of a value that the answer lacks. */
export function nameOfValue(
  name: FilterName,
  value: string,
  { cards, categories, language }: { cards: CardsText; categories: CategoriesText; language: Language },
): string {
  if (name === 'genre') return cards.genres[value as Genre] ?? value
  if (name === 'vodType') return cards.price[VOD_TYPE_ALIASES[value as keyof typeof VOD_TYPE_ALIASES]] ?? value
  if (name === 'year') return value
  if (name === 'language') return languageName(value, { locale: HTML_LANG[language], own: categories.languages })
  try {
    return new Intl.DisplayNames([HTML_LANG[language]], { type: 'region', style: 'short' }).of(value) ?? value
  } catch {
    // No such code, or a browser without these names.
    return value
  }
}
