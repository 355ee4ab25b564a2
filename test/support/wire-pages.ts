import type { PagesDraft } from '#server/domains/pages/index.ts'

/** The pages of the wire's world: editors' lists, promoted collections, banners. */
export const PAGES: PagesDraft = {
  categories: [
    {
      categoryId: 'staff-picks',
      source: 'list',
      programClassify: 'movie',
      title: { zh: '編輯推介', en: 'Staff picks' },
      programIds: ['harbour-light', 'ding-ding', 'ferry', 'paid'],
    },
    {
      categoryId: 'kids',
      source: 'list',
      programClassify: 'kids',
      title: { zh: '兒童', en: 'Kids' },
      programIds: ['ding-ding'],
    },
    {
      categoryId: 'harbour-nights',
      source: 'list',
      programClassify: 'mixed',
      title: { zh: '海傍夜色', en: 'Harbour nights' },
      programIds: ['harbour-light', 'ferry'],
    },
    {
      categoryId: 'after-midnight',
      source: 'list',
      programClassify: 'mixed',
      title: { zh: '午夜之後', en: 'After midnight' },
      programIds: ['ferry'],
    },
  ],
  promotions: [
    {
      categoryId: 'harbour-nights',
      image: '456/nights.webp',
      focus: { x: 62, y: 45 },
      text: { zh: '入夜之後的維港', en: 'The harbour after dark' },
    },
    { categoryId: 'after-midnight', adult: true },
  ],
  tabs: { 1: ['staff-picks', 'top', 'foryou'], 4: ['kids'] },
  banners: [
    {
      bannerId: 'b1',
      place: 'billboard',
      tabId: '1',
      bannerType: 'drama',
      programId: 'harbour-light',
      image: 'abc/hero.webp',
      title: { zh: '今晚開映', en: 'Tonight' },
    },
    { bannerId: 'b2', place: 'ad', bannerType: 'category', url: 'staff-picks', image: 'def/ad.webp' },
    {
      bannerId: 'b3',
      place: 'popup',
      bannerType: 'url',
      url: 'https://example.com/',
      image: '123/popup.webp',
      title: { zh: '優惠 & 活動', en: 'Offers & events' },
    },
  ],
}
