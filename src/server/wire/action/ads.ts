import { homePopupAd } from '#contract/banners.ts'
import type { Domains } from '../domains.ts'
import type { Handle } from '../handle.ts'
import { toBannerResponse } from '../v2/banners.presenter.ts'

/** The home pop-up ads. */
export const ads = (on: Handle, { pages }: Pick<Domains, 'pages'>) => {
  on(homePopupAd, async (viewer) => ({
    adList: (await pages.popups(viewer)).map((banner) => toBannerResponse(banner, viewer.language)),
  }))
}
