import type { NotFoundPageText } from '#text/zh_HK/not-found-page.ts'

export const notFoundPage: NotFoundPageText = {
  heading: 'Page not found',
  reason: 'The link may have expired, or the address is not quite right.',
  home: (brand: string) => `Go to ${brand}`,
}
