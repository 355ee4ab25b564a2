import type { HomeText } from '../zh_HK/home.ts'

/** Home's billboard, rows and full-screen ad. */
export const home = {
  billboard: 'Featured',
  billboardControls: 'Slide controls',
  slide: (n: number, count: number) => `Slide ${n} of ${count}`,
  goToSlide: (n: number, title: string) => `Slide ${n}: ${title}`,
  pause: 'Pause the slides',
  resume: 'Resume the slides',
  details: 'Details',
  rowFailed: 'This row could not be loaded',
  pageFailed: 'This page could not be loaded',
  pageEmpty: 'Nothing here yet',
  pageEmptyText: 'Please come back later, or have a look at the home page.',
  toHome: 'Back to home',
  adLabel: 'Promotion',
  adOpen: 'Have a look',
  kidsCategories: 'Kids categories',
  kidsWatch: 'Watch',
} satisfies HomeText
