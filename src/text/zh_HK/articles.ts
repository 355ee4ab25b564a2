/** Around the texts about the service. */
export const articles = {
  contents: '目錄',
  updated: (day: string) => `最後更新：${day}`,
  print: '列印',
}

export type ArticlesText = typeof articles

declare module '../texts.ts' {
  interface Texts {
    articles: ArticlesText
  }
}
