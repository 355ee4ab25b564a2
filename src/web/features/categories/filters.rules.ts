import { type Facets, SORTS, type Sort, VOD_TYPE_ALIASES } from '#contract/categories.ts'
import { type Restriction, RESTRICTIONS } from '#contract/restrictions.ts'
import type { RunningTime } from '#contract/running-times.ts'
import { languageName } from '#contract/language-names.ts'
import type { Genre } from '#contract/genres.ts'
import { HTML_LANG, type Language } from '#contract/languages.ts'
import type { CardsText, CategoriesText } from '#text/zh_HK/viewer.ts'

const FILTER_NAMES = ['genre', 'year', 'country', 'language', 'vodType', 'runningTime', 'restriction'] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** The film's language is `spoken`: `language` is the reader's (SPEC 2). */
const IN_ADDRESS: Record<FilterName, string> = {
  genre: 'genre',
  year: 'year',
  country: 'country',
  language: 'spoken',
  vodType: 'vodType',
  runningTime: 'runningTime',
  restriction: 'restriction',
}

export interface Selection {
  sort: Sort | undefined
  filters: Partial<Record<FilterName, string>>
}

/** Children see no prices. */
export const filterNames = (kids: boolean): readonly FilterName[] =>
  kids ? FILTER_NAMES.filter((name) => name !== 'vodType') : FILTER_NAMES

/** Children cannot reset a filter that they are not shown. */
const isForAll = (name: FilterName, value: string): boolean =>
  name !== 'restriction' || !value.split(',').includes('III')

/** Unknown orders are left out; in kids mode also the filters that it does not show. */
export function readSelection(search: string, { kids }: { kids: boolean }): Selection {
  const query = new URLSearchParams(search)
  const filters: Selection['filters'] = {}
  for (const name of filterNames(kids)) {
    const value = query.get(IN_ADDRESS[name])
    if (value && (!kids || isForAll(name, value))) filters[name] = value
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

/** All classes up to this one: what people of different ages can watch together. */
const upTo = (restriction: string): string =>
  RESTRICTIONS.slice(0, RESTRICTIONS.indexOf(restriction as Restriction) + 1).join(',')

/** Each class is followed by all up to it, unless it is the first or the last. A title has one class: counts add up. */
const withClassesBelow = (counted: Facets['restriction']): Facets['restriction'] =>
  counted.flatMap((choice, at) => {
    if (at === 0 || at === counted.length - 1) return [choice]
    const count = counted.slice(0, at + 1).reduce((sum, one) => sum + one.count, 0)
    return [choice, { value: upTo(choice.value), label: '', count }]
  })

/** Choices with results, and the chosen one, so that it can be undone. */
export function choicesOf(facets: Facets | undefined, name: FilterName, chosen: string | undefined) {
  const counted = facets?.[name] ?? []
  const choices =
    name === 'restriction'
      ? withClassesBelow(counted)
      : name === 'year'
        ? counted.toSorted((a, b) => Number(b.value) - Number(a.value))
        : // The others come by their number of titles.
          counted
  if (!chosen || choices.some((choice) => choice.value === chosen)) return choices
  // Another filter may have left the chosen classes without a higher one.
  const held = name === 'restriction' ? chosen.split(',') : []
  const count = counted.filter(({ value }) => held.includes(value)).reduce((sum, one) => sum + one.count, 0)
  return [...choices, { value: chosen, label: '', count }]
}

/** Titles that are all of one class or running time are worth telling. */
const TOLD: ReadonlySet<FilterName> = new Set(['restriction', 'runningTime'])

export function isOffered(facets: Facets | undefined, name: FilterName, chosen: string | undefined): boolean {
  return chosen !== undefined || choicesOf(facets, name, chosen).length >= (TOLD.has(name) ? 1 : 2)
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
  if (name === 'restriction') return nameOfRestriction(value, categories)
  if (name === 'runningTime') return categories.runningTimes[value as RunningTime] ?? value
  if (name === 'language') return languageName(value, { locale: HTML_LANG[language], own: categories.languages })
  try {
    return new Intl.DisplayNames([HTML_LANG[language]], { type: 'region', style: 'short' }).of(value) ?? value
  } catch {
    // No such code, or a browser without these names.
    return value
  }
}

function nameOfRestriction(value: string, { restrictions, upToRestriction }: CategoriesText): string {
  const last = value.slice(value.lastIndexOf(',') + 1)
  const name = restrictions[last as Restriction]
  if (value === last) return name ?? value
  return value === upTo(last) ? upToRestriction(name) : value
}
