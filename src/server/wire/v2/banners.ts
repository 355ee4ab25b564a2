import * as endpoints from '#contract/banners.ts'
import type { Banner } from '#contract/banners.ts'
import { bind } from '../bind.ts'
import { createViewerStateOverlays } from './viewer-state.ts'
import type { Language } from '#contract/languages.ts'
import type { PersonalizedBanner } from '#server/domains/pages/index.ts'
import { toOfferedResponse } from './titles.presenter.ts'

export const banners = bind(endpoints, ({ pages, cards }) => ({
  listHomeBanner: {
    handler: async (viewer, { place, tabId }, call) => {
      const found = place === 'ad' ? await pages.ads(viewer) : await pages.billboard(viewer, tabId)
      call.titleFacts(found.flatMap(({ offered }) => offered?.facts ?? []))
      return { data: { bannerList: found.map((banner) => toBannerResponse(banner, viewer.language)) } }
    },
    overlay: createViewerStateOverlays(cards).banners,
  },

  homePopupAd: async (viewer) => ({
    adList: (await pages.popups(viewer)).map((banner) => toBannerResponse(banner, viewer.language)),
  }),
}))

const toBannerResponse = ({ offered, ...banner }: PersonalizedBanner, language: Language): Banner => ({
  ...banner,
  program: offered && toOfferedResponse(offered, language),
})
