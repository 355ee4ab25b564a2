import type { Suggestion } from '#contract/search.ts'

export type Option = { kind: 'suggestion'; suggestion: Suggestion } | { kind: 'all'; keyword: string }

export const SECTIONS = ['title', 'person', 'genre'] as const

/** In the order of the arrow keys. "Search for all" is last, also alone. */
export function optionsOf(suggestions: readonly Suggestion[], keyword: string): Option[] {
  const inOrder = SECTIONS.flatMap((section) => suggestions.filter(({ kind }) => kind === section))
  const options: Option[] = inOrder.map((suggestion) => ({ kind: 'suggestion', suggestion }))
  return keyword === '' ? [] : [...options, { kind: 'all', keyword }]
}

/** -1 is the field, between the last and the first option. */
export function moveActive(active: number, count: number, key: 'ArrowDown' | 'ArrowUp'): number {
  const step = key === 'ArrowDown' ? 1 : -1
  return ((active + 1 + step + count + 1) % (count + 1)) - 1
}

/** Without a match all is before. */
export function splitMatch(text: string, matched: string): [before: string, match: string, after: string] {
  const at = matched === '' ? -1 : text.indexOf(matched)
  if (at === -1) return [text, '', '']
  return [text.slice(0, at), matched, text.slice(at + matched.length)]
}

/** Where the match is, else the name in the other language. */
export const secondLine = ({ line, otherText }: Pick<Suggestion, 'line' | 'otherText'>): string => line || otherText
