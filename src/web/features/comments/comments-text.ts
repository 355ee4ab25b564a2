import { lazyText } from '#web/kit/text.ts'

/** The texts of ratings and comments. */
export const useCommentsText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/comments.ts')).comments,
  en_US: async () => (await import('#text/en_US/comments.ts')).comments,
})
