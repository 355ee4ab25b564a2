import type { Language } from '#contract/languages.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { lazyValue, type LazyValue } from '#web/kit/lazy-value.ts'
import type { Article } from '#web/kit/article-model.ts'

type Editions = Record<Language, LazyValue<Article>>

const ARTICLES = {
  knowUs: {
    zh_HK: lazyValue(async () => (await import('#content/zh_HK/knowus.md')).article),
    en_US: lazyValue(async () => (await import('#content/en_US/knowus.md')).article),
  },
  terms: {
    zh_HK: lazyValue(async () => (await import('#content/zh_HK/terms.md')).article),
    en_US: lazyValue(async () => (await import('#content/en_US/terms.md')).article),
  },
  privacy: {
    zh_HK: lazyValue(async () => (await import('#content/zh_HK/privacy.md')).article),
    en_US: lazyValue(async () => (await import('#content/en_US/privacy.md')).article),
  },
  collection: {
    zh_HK: lazyValue(async () => (await import('#content/zh_HK/collection.md')).article),
    en_US: lazyValue(async () => (await import('#content/en_US/collection.md')).article),
  },
  partners: {
    zh_HK: lazyValue(async () => (await import('#content/zh_HK/partners.md')).article),
    en_US: lazyValue(async () => (await import('#content/en_US/partners.md')).article),
  },
  help: {
    zh_HK: lazyValue(async () => (await import('#content/zh_HK/help.md')).article),
    en_US: lazyValue(async () => (await import('#content/en_US/help.md')).article),
  },
  errors: {
    zh_HK: lazyValue(async () => (await import('#content/zh_HK/errors.md')).article),
    en_US: lazyValue(async () => (await import('#content/en_US/errors.md')).article),
  },
} satisfies Record<string, Editions>

export type ArticleName = keyof typeof ARTICLES

export const useArticle = (name: ArticleName): Article => ARTICLES[name][useCallContext().language].use()
