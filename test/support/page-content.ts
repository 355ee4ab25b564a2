import type { PageBanner, PageCategory } from '#contract/admin/pages.ts'

const NO_IMAGES = { image: '', imagePortrait: '', focus: null, focusPortrait: null }

/** A new list of an editor. */
export const aPageCategory = (categoryId: string, change: Partial<PageCategory> = {}): PageCategory => ({
  categoryId,
  version: 0,
  source: 'list',
  programClassify: 'mixed',
  title: { zh_HK: '列', en_US: 'Row' },
  subtitle: { zh_HK: '', en_US: '' },
  showLandscape: false,
  showTopN: false,
  programIds: [],
  promotion: null,
  ...change,
})

/** A slide of a tab. */
export const aPageBanner = (bannerId: string, change: Partial<PageBanner> = {}): PageBanner => ({
  bannerId,
  place: 'billboard',
  bannerType: 'drama',
  programId: null,
  url: '',
  ...NO_IMAGES,
  title: { zh_HK: '', en_US: '' },
  subtitle: { zh_HK: '', en_US: '' },
  startsAt: null,
  endsAt: null,
  ...change,
})
