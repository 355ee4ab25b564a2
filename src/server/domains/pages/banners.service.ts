import type { Kysely } from 'kysely'
import { type Banner, bannerAddress } from '#contract/banners.ts'
import type { Clock } from '#server/kit/clock.ts'
import type { Database } from '#server/kit/db.ts'
import { type Cards, inLanguage, type OfferedCard } from '../cards/index.ts'
import type { Viewer } from '../viewer.ts'
import type { BannerPlacement, BannerRow } from './pages-model.ts'
import { bannerScope, findBanners } from './pages.repo.ts'

/** What banners are built from. */
export type BannersDeps = { db: Kysely<Database>; clock: Clock; cards: Cards }

/** A banner for a viewer; its title comes with what may be done with it, which the wire puts into words. */
export type PersonalizedBanner = Omit<Banner, 'program'> & { offered: OfferedCard | undefined }

/**
 * The billboards and ads. A banner about a title that this viewer may not see is left out. So is one about a title whose
 * film is being prepared, or one that leads nowhere for this viewer; a billboard shows those if it has no others, because home would lack its first image.
 */
export function createBanners({ db, clock, cards }: BannersDeps) {
  return {
    /** The slides of a tab's billboard. */
    billboard: (viewer: Viewer, tabId: string): Promise<PersonalizedBanner[]> =>
      list(viewer, { place: 'billboard', tabId }),

    /** The full-screen homepage ads; none for children. */
    ads: async (viewer: Viewer): Promise<PersonalizedBanner[]> => (viewer.kids ? [] : list(viewer, { place: 'ad' })),

    /** The home pop-up ads; none for children. */
    popups: async (viewer: Viewer): Promise<PersonalizedBanner[]> =>
      viewer.kids ? [] : list(viewer, { place: 'popup' }),
  }

  async function list(
    viewer: Viewer,
    where: { place: BannerPlacement; tabId?: string },
  ): Promise<PersonalizedBanner[]> {
    const open = { ...where, now: clock.now() }
    const [rows, titles] = await Promise.all([findBanners(db, open), cards.offered(viewer, bannerScope(open))])
    const offered = new Map(titles.map((one) => [one.card.programId, one]))
    const shown = rows.flatMap((row) => {
      if (!leadsSomewhere(row, viewer)) return []
      const title = row.programId === null ? undefined : offered.get(row.programId)
      return row.programId === null || title ? [{ row, title }] : []
    })
    const ready = shown.filter(({ title }) => !title?.card.preparing)
    const kept = ready.length > 0 || where.place !== 'billboard' ? ready : shown
    return kept.map(({ row, title }) => localize(viewer, row, title))
  }

  function localize({ language }: Viewer, row: BannerRow, title?: OfferedCard & { hero: string }): PersonalizedBanner {
    return {
      bannerId: row.bannerId,
      bannerImage: row.image ? cards.imageUrl(row.image) : (title?.hero ?? ''),
      bannerImagePortrait: row.imagePortrait ? cards.imageUrl(row.imagePortrait) : '',
      focus: row.focus,
      focusPortrait: row.focusPortrait,
      bannerType: row.bannerType,
      movieId: row.programId ?? '',
      url: row.url,
      promotion: row.promotion,
      title: inLanguage(row.title, language),
      subtitle: inLanguage(row.subtitle, language),
      startsAt: row.startsAt?.toString(),
      endsAt: row.endsAt?.toString(),
      offered: row.place === 'billboard' ? title : undefined,
    }
  }
}

/** Members have registered; and an address that the site would not follow is not sent. */
function leadsSomewhere({ bannerType, url }: BannerRow, { kind }: Viewer): boolean {
  if (bannerType === 'register') return kind === 'visitor'
  return bannerType !== 'url' || bannerAddress(url) !== undefined
}
