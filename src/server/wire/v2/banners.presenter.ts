import type { Banner } from '#contract/banners.ts'
import type { Language } from '#contract/languages.ts'
import type { PersonalizedBanner } from '#server/domains/pages/index.ts'
import { toOfferedResponse } from './titles.presenter.ts'

/** A banner whose title says what may be done with it. */
export const toBannerResponse = ({ offered, ...banner }: PersonalizedBanner, language: Language): Banner => ({
  ...banner,
  program: offered && toOfferedResponse(offered, language),
})
