import type { Suggestion } from '#contract/search.ts'

/** An option of the list: a suggestion, or the search for all that was typed. */
export type Option = { kind: 'suggestion'; suggestion: Suggestion } | { kind: 'all'; keyword: string }

/** The sections of the list, in their order. */
export const SECTIONS = ['title', 'person', 'genre'] as const

/** The options in the order in which the arrow keys pass them. The search for all is the last, also without a suggestion. */
export function optionsOf(suggestions: readonly Suggestion[], keyword: string): Option[] {
  const inOrder = SECTIONS.flatMap((section) => suggestions.filter(({ kind }) => kind === section))
  const options: Option[] = inOrder.map((suggestion) => ({ kind: 'suggestion', suggestion }))
  return keyword === '' ? [] : [...options, { kind: 'all', keyword }]
}

/** What an arrow key makes active; -1 is the field itself, between the last and the first option. */
export function moveActive(active: number, count: number, key: 'ArrowDown' | 'ArrowUp'): number {
  const step = key === 'ArrowDown' ? 1 : -1
  return ((active + 1 + step + count + 1) % (count + 1)) - 1
}

/** A text in pieces: before the match, the match, and after it. Without a match all is before. */
export function splitMatch(text: string, matched: string): [before: string, match: string, after: string] {
  const at = matched === '' ? -1 : text.indexOf(matched)
  if (at === -1) return [text, '', '']
  return [text.slice(0, at), matched, text.slice(at + matched.length)]
}

/** The line below a suggestion: where the match is, else the name in the other language. */
export const secondLine = ({ line, otherText }: Pick<Suggestion, 'line' | 'otherText'>): string => line || otherText
