import type { ArticlesText } from '../zh_HK/articles.ts'

/** Around the texts about the service. */
export const articles = {
  contents: 'Contents',
  updated: (day: string) => `Last updated ${day}`,
  print: 'Print',
} satisfies ArticlesText
