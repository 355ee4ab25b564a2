import { lazyText } from '#web/kit/text.ts'

/** The labels around an article. */
export const useArticlesText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/articles.ts')).articles,
  en_US: async () => (await import('#text/en_US/articles.ts')).articles,
})
