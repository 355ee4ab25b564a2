import * as endpoints from '#contract/banners.ts'
import { bind } from '../bind.ts'
import { toBannerResponse } from './banners.presenter.ts'
import { createViewerStateOverlays } from './viewer-state.ts'

/** The banners of the home page and its pop-up ads. */
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
