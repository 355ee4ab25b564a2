import * as endpoints from '#contract/banners.ts'
import { bind } from '../bind.ts'
import { toBannerResponse } from './banners.presenter.ts'
import { createViewerStateOverlays } from './viewer-state.ts'

/** The banners of the home page and its pop-up ads. */
export const banners = bind(endpoints, ({ pages, library }) => ({
  listHomeBanner: {
    handler: async (viewer, { place, tabId }) => {
      const found = place === 'ad' ? await pages.ads(viewer) : await pages.billboard(viewer, tabId)
      return { data: { bannerList: found.map((banner) => toBannerResponse(banner, viewer.language)) } }
    },
    overlay: createViewerStateOverlays(library).banners,
  },

  homePopupAd: async (viewer) => ({
    adList: (await pages.popups(viewer)).map((banner) => toBannerResponse(banner, viewer.language)),
  }),
}))
