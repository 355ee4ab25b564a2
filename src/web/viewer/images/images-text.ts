import { lazyText } from '#web/kit/text.ts'

/** The text of an image field, wherever a form has one. */
export const useImagesText = lazyText({
  zh_HK: async () => (await import('#text/zh_HK/images.ts')).images,
  en_US: async () => (await import('#text/en_US/images.ts')).images,
})
