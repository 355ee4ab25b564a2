import type {
  CardsText,
  CategoriesText,
  ErrorsWebText,
  HomeText,
  SiteText,
  TabsText,
  ViewerText,
} from '../zh_HK/viewer.ts'
import { restrictions, runningTimes } from './facets.ts'
import { languages } from './languages.ts'

/** The shell: header, menu, footer, layers and the sentences of every screen. */
export const site = {
  tagline: 'Hong Kong and Macau stories, any time',
  description:
    'Films, drama, kids and variety shows for Hong Kong and Macau, any time. Watch free titles without logging in.',
  skip: 'Skip to main content',
  menu: 'Menu',
  openMenu: 'Open menu',
  /** The drawer, opened as the account’s menu. */
  account: 'Account',
  close: 'Close',
  login: 'Log in',
  register: 'Sign up',
  homeLink: 'home',
  mainNavigation: 'Main categories',
  language: 'Language',
  languageNames: { zh_HK: '繁體中文', en_US: 'English' },
  languageShort: { zh_HK: '繁', en_US: 'EN' },
  loading: 'Loading',
  stillLoading: 'Still loading…',
  busy: 'One moment…',
  retry: 'Try again',
  previous: 'Previous page',
  next: 'Next page',
  seeAll: 'See all',
  seeAllOf: (title: string) => `See all: ${title}`,
  offline: 'You’re offline. Reconnect to continue.',
  footer: {
    label: 'Footer',
    about: 'About us',
    knowUs: 'Learn more',
    giftCard: 'Gift cards',
    help: 'Help',
    privacy: 'Privacy',
    terms: 'Terms',
    contact: 'Contact us',
    partners: 'Partners',
    rights: (year: number, brand: string) => `© ${year} ${brand}. All rights reserved.`,
    region: 'For viewing in Hong Kong and Macau only',
    links: 'About this site',
  },
  app: {
    title: 'Get the app',
    text: 'Download to watch offline, or cast to your TV. For iOS 14 and Android 8.0 or later.',
    reminder: 'Watch in the app',
    reminderText: 'Download to watch offline, with smoother playback',
    open: 'Open',
    appStore: 'App Store',
    appStoreLead: 'Download on the',
    googlePlay: 'Google Play',
    googlePlayLead: 'Get it on',
    smartTv: 'Smart TV',
    smartTvLead: 'Install on',
    get: 'Get the app',
  },
  kids: {
    label: 'Kids mode',
    leave: 'Leave',
    leaveTitle: 'Leave kids mode?',
    leaveText: 'Anyone using this screen will be able to see the whole catalogue.',
    stay: 'Stay in kids mode',
  },
} satisfies SiteText

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

/** The names of the tabs, which are the titles of their pages too. */
export const tabs = {
  Homepage: 'Home',
  Movie: 'Movies',
  Drama: 'Drama',
  Kids: 'Kids',
  VarietyShow: 'Variety',
  Cinema: 'Cinema',
  PrivateCinema: 'Private cinema',
  SpecialSales: 'Special sales',
  CampaignSite: 'Student reviews',
} satisfies TabsText

/** The rolling category: filters, sorting, paging. */
export const categories = {
  count: (n: string) => (n === '1' ? '1 title' : `${n} titles`),
  sortBy: 'Sort by',
  sorts: { newest: 'Newest', popular: 'Most popular', score: 'Highest rated', title: 'Title' },
  filters: 'Filters',
  all: 'All',
  filterNames: {
    genre: 'Genre',
    year: 'Year',
    country: 'Region',
    language: 'Language',
    vodType: 'Price',
    restriction: 'Category',
    runningTime: 'Running time',
  },
  languages,
  restrictions,
  upToRestriction: (restriction: string) => `Up to ${restriction.replace('Category ', '')}`,
  runningTimes,
  clear: 'Clear all filters',
  optionCount: (label: string, n: string) => `${label} (${n})`,
  more: 'Show more',
  shown: (shown: string, total: string) => `${shown} of ${total} shown`,
  empty: 'No titles match',
  emptyText: 'Try fewer filters, or browse these similar titles.',
  nearest: 'Similar titles',
  missing: 'We couldn’t find this category',
  missingText: 'It may have been removed.',
  failed: 'Couldn’t load this category',
  moreFailed: 'Couldn’t load more titles',
  untitled: 'Category',
} satisfies CategoriesText

/** Texts of a card. */
export const cards = {
  price: {
    'FREE TO WATCH': 'Free',
    'VIP UNLIMITED WATCH': 'Pass',
    'MOVIE VOUCHER': 'Voucher',
    'PAY PER RENT': 'Rent',
  },
  freeWithPass: 'Free with your pass',
  credits: (n: string) => (n === '1' ? '1 credit' : `${n} credits`),
  restriction: {
    I: 'Category I, suitable for all ages',
    IIA: 'Category IIA, not suitable for children',
    IIB: 'Category IIB, not suitable for young persons and children',
    III: 'Category III, persons aged 18 and above only',
  },
  episodes: (n: string) => (n === '1' ? '1 episode' : `${n} episodes`),
  preparing: 'Coming soon',
  rated: (score: string, votes: string) => `Rated ${score} from ${votes} ${votes === '1' ? 'rating' : 'ratings'}`,
  unrated: 'No ratings yet',
  genres: {
    action: 'Action',
    drama: 'Drama',
    horror: 'Horror',
    comedy: 'Comedy',
    romance: 'Romance',
    family: 'Family',
  },
  genreJoin: ', ',
} satisfies CardsText

/** Failures in the browser itself; a refusal of the server brings its own sentence. */
export const errors = {
  network: 'Network error please check the network.',
  unanswered: 'We can’t reach the service. Please try again.',
  fault: (code: string) =>
    `Something went wrong on our side. Try again. If it keeps happening, contact us and quote ${code}.`,
  notFound: 'Page not found. You’re back on the home page.',
  title: 'System error',
  text: 'Something went wrong on this page. Reload it to continue.',
  reload: 'Reload',
  chunkTitle: 'Couldn’t load this page',
  chunkText: 'Check your connection, then try again.',
  code: (code: string) => `Error code ${code}`,
} satisfies ErrorsWebText

/** The sentences that the shell and the list screens need before their first render: one chunk. Lazy features bring their own. */
export const viewer = { site, home, tabs, categories, cards, errors } satisfies ViewerText
