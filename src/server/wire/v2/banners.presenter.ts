import type { Banner } from '#contract/banners.ts'
import type { Language } from '#contract/values.ts'
import type { DressedBanner } from '#server/domains/pages/index.ts'
import { offeredWords } from './titles.presenter.ts'

/** A banner whose title says what may be done with it. */
export const bannerWords = ({ offered, ...banner }: DressedBanner, language: Language): Banner => ({
  ...banner,
  program: offered && offeredWords(offered, language),
})
