import type { HomeText } from '../zh_HK/home.ts'

/** Home's billboard, rows and full-screen ad. */
export const home = {
  billboard: 'Featured',
  billboardControls: 'Slide controls',
  slide: (n: number, count: number) => `Slide ${n} of ${count}`,
  goToSlide: (n: number, title: string) => `Slide ${n}: ${title}`,
  pause: 'Pause slides',
  resume: 'Resume slides',
  details: 'Details',
  also: (offer: string) => `Or ${offer[0]?.toLowerCase()}${offer.slice(1)}`,
  rowFailed: 'Couldn’t load this row',
  pageFailed: 'Couldn’t load this page',
  pageEmpty: 'Nothing here yet',
  pageEmptyText: 'Check back later, or see what’s on the home page.',
  toHome: 'Back to home',
  kidsCategories: 'Kids categories',
  kidsWatch: 'Watch',
} satisfies HomeText
