import type { CategoriesText } from '../zh_HK/categories.ts'
import { languages } from './languages.ts'

/** The rolling category: filters, sorting, paging. */
export const categories = {
  count: (n: string) => (n === '1' ? '1 title' : `${n} titles`),
  sortBy: 'Sort by',
  sorts: { newest: 'Newest', popular: 'Most popular', score: 'Highest rated', title: 'Title' },
  filters: 'Filters',
  all: 'All',
  filterNames: { genre: 'Genre', year: 'Year', country: 'Region', language: 'Language', vodType: 'Price' },
  languages,
  clear: 'Clear all filters',
  optionCount: (label: string, n: string) => `${label} (${n})`,
  more: 'Show more',
  shown: (shown: string, total: string) => `${shown} of ${total} shown`,
  empty: 'No titles match',
  emptyText: 'Try fewer filters, or browse these similar titles.',
  nearest: 'Similar titles',
  missing: 'We couldn’t find this category',
  missingText: 'It may have been removed.',
  failed: 'Couldn’t load this category',
  moreFailed: 'Couldn’t load more titles',
  untitled: 'Category',
} satisfies CategoriesText
