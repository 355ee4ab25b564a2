import type { QueryValue } from '#web/kit/call-url.ts'

/** SPEC 2's paths, as the router matches them. Every link of the site is built from these. */
export const PATHS = {
  home: '/category/list',
  movie: '/category/movie',
  drama: '/category/drama',
  kids: '/category/kids',
  varietyShow: '/category/varietyShow',
  rolling: '/category/rolling-category',
  promote: '/category/promote-category',
  search: '/search',
  play: '/play',
  playDrama: '/PlayDrama',
  login: '/login',
  forget: '/forget',
  registration: '/category/registration',
  profiles: '/profiles',
  profile: '/profile',
  moviePreference: '/movie-preference',
  setup: '/setup',
  setupMessage: '/setup/message',
  setupUserConsultation: '/setup/userconsultation',
  setupQuality: '/setup/quality',
  setupChangePwd: '/setup/changepwd',
  setupParentCode: '/setup/parentcode',
  setupResetParentCode: '/setup/reset-parentcode',
  setupDeliveries: '/setup/deliveries',
  setupTickets: '/setup/tickets',
  setupWallet: '/setup/wallet',
  setupPayments: '/setup/payments',
  setupReceipt: '/setup/receipt',
  setupPurchased: '/setup/purchased',
  setupFavorite: '/setup/favorite',
  setupWatched: '/setup/watched',
  setupRecommend: '/setup/recommend',
  /** SPEC 2's spelling. */
  payPoint: '/paypiont',
  payPlayButton: '/payplayButton',
  subscriptionResult: '/subscription-result',
  monthlyFee: '/monthlyfee',
  cryptoPay: '/cryptopay',
  hmvodPlan: '/hmvodplan',
  enjoyHmvod: '/enjoyhmvod',
  warriors48: '/warriors48',
  warrior: '/warrior',
  setupCancelMonFee: '/setup/cancelmonfee',
  redeem: '/recode',
  redeemCode: '/Redeemcode',
  redeemCode2: '/redeemcode2',
  setupExchangeCode: '/setup/exchangecode',
  monthlyRedeem: '/monthlyredeem',
  monthlyRedeemCode: '/monthlyredeemCode',
  giftCard: '/giftcard',
  cinema: '/cinema',
  specialSales: '/special-sales',
  specialSaleDetail: '/special-sale-detail',
  footBill: '/foot-bill',
  privateCinema: '/private_cinema',
  payCinema: '/paycinema',
  private: '/private',
  /** Not in SPEC: the player of a private screening. */
  privatePlay: '/private/play',
  campaignSite: '/campaign-site',
  hgcCode: '/hgcCode',
  hgcCodeEn: '/hgcCode_en',
  sunStaff: '/sun-staff',
  sunStaffWechat: '/sun-staff-wechat',
  knowUs: '/category/knowus',
  terms: '/category/detail',
  privacy: '/category/privacystate',
  collection: '/category/privacystate2',
  plainPrivacy: '/privacystate3',
  contact: '/contactus',
  partners: '/cooperative-partners',
  mobilePrivacy: '/mobile/privacystate',
  mobileTerms: '/mobile/detail',
  mobileKnowUs: '/mobile/knowus',
  mobileContact: '/mobile/contactus',
  /** Not in SPEC: the help centre for everybody; below it `help-links.ts`. */
  help: '/help',
  setupHelpCenter: '/setup/helpcenter',
  mobileHelpCenter: '/mobile/helpcenter',
} as const

/** What the player's routes carry (SPEC 2); times in seconds. */
export interface PlayQuery {
  programId: string
  programGuid: string
  position?: number
  previewURL?: string
  /** Plays the trailer instead of the title. Not in SPEC. */
  kind?: 'trailer' | undefined
}

export interface PlayDramaQuery extends PlayQuery {
  episode: number
  startPosition?: number
  endPosition?: number
  startShowPoint?: number
}

/** What the result screen's address carries. */
interface PaymentResultQuery {
  outTradeNo: string
  programId?: string | undefined
  /** Of an agreement: its kind of payment (SPEC 2). */
  type?: string | undefined
}

/** What the address of the plan's screen carries. */
interface MonthlyFeeQuery {
  programId?: string | undefined
  provider?: string | undefined
  planId?: string | undefined
  /** The payer's free month was used before. */
  withoutTrial?: boolean | undefined
}

/** Links of the site for `href`: `#/category/list`. */
export const paths = {
  home: () => href(PATHS.home),
  /** A path from a response (a tab's route). */
  route: (path: string) => href(path),
  rolling: (categoryId: string, filters: Record<string, QueryValue> = {}) =>
    href(PATHS.rolling, { categoryId, ...filters }),
  /** A promoted collection; `adult` asks for the parental code first. */
  promote: (categoryId: string, adult = false) => href(PATHS.promote, { categoryId, adult: adult ? 1 : undefined }),
  /** Search; without a keyword its empty field. With `personId` the titles of that person, whose name is the keyword. */
  search: (query: { keyword?: string; personId?: string | undefined } = {}) => href(PATHS.search, { ...query }),
  play: (query: PlayQuery) => href(PATHS.play, { ...query }),
  playDrama: (query: PlayDramaQuery) => href(`${PATHS.playDrama}/${query.episode}`, { ...query }),
  login: () => href(PATHS.login),
  forget: () => href(PATHS.forget),
  registration: () => href(PATHS.registration),
  profiles: () => href(PATHS.profiles),
  /** One profile to edit; without an id, a new one. */
  profile: (profileId?: string) => href(PATHS.profile, { profileId }),
  /** The form for a new kids profile. */
  newKidsProfile: () => href(PATHS.profile, { kids: 1 }),
  moviePreference: () => href(PATHS.moviePreference),
  setup: () => href(PATHS.setup),
  setupMessage: () => href(PATHS.setupMessage),
  setupUserConsultation: () => href(PATHS.setupUserConsultation),
  setupQuality: () => href(PATHS.setupQuality),
  setupChangePwd: () => href(PATHS.setupChangePwd),
  setupParentCode: () => href(PATHS.setupParentCode),
  setupResetParentCode: () => href(PATHS.setupResetParentCode),
  setupWallet: () => href(PATHS.setupWallet),
  setupPayments: () => href(PATHS.setupPayments),
  /** The receipt of an order. */
  setupReceipt: (outTradeNo: string) => href(PATHS.setupReceipt, { outTradeNo }),
  setupPurchased: () => href(PATHS.setupPurchased),
  setupFavorite: () => href(PATHS.setupFavorite),
  setupWatched: () => href(PATHS.setupWatched),
  setupRecommend: () => href(PATHS.setupRecommend),
  /** Top-up. `for`: the title that the credits are for; `programId` would open its details. */
  payPoint: ({ packId, programId }: { packId?: string; programId?: string | undefined } = {}) =>
    href(PATHS.payPoint, { packId, for: programId }),
  payPlayButton: (programId: string) => href(PATHS.payPlayButton, { for: programId }),
  /** The result of an order, or with a `type` of an agreement; `for` as in `payPoint`. */
  paymentResult: ({ outTradeNo, programId, type }: PaymentResultQuery) =>
    href(PATHS.subscriptionResult, { type, outTradeNo, for: programId }),
  /** A plan on sale, without `planId` the standard one; `for` as in `payPoint`, `provider` preselects a kind of payment. */
  monthlyFee: ({ programId, provider, planId, withoutTrial }: MonthlyFeeQuery = {}) =>
    href(PATHS.monthlyFee, { planId, provider, for: programId, paid: withoutTrial ? '1' : undefined }),
  /** Another way to pay for the plan that one has, or with `planId` another plan. */
  changePlan: (planId?: string) => href(PATHS.monthlyFee, { change: planId ?? 'payment' }),
  /** A month of the plan in cryptocurrency; `for` as in `payPoint`. */
  cryptoPay: (programId?: string) => href(PATHS.cryptoPay, { for: programId }),
  hmvodPlan: () => href(PATHS.hmvodPlan),
  enjoyHmvod: () => href(PATHS.enjoyHmvod),
  warrior: (provider?: string) => href(PATHS.warrior, { provider }),
  setupCancelMonFee: () => href(PATHS.setupCancelMonFee),
  redeem: () => href(PATHS.redeem),
  setupExchangeCode: () => href(PATHS.setupExchangeCode),
  monthlyRedeem: () => href(PATHS.monthlyRedeem),
  monthlyRedeemCode: () => href(PATHS.monthlyRedeemCode),
  cinema: (query: { status?: 'coming'; film?: string } = {}) => href(PATHS.cinema, query),
  specialSales: () => href(PATHS.specialSales),
  specialSaleDetail: (goodsId: string) => href(PATHS.specialSaleDetail, { goodsId }),
  footBill: (saleId: string) => href(PATHS.footBill, { saleId }),
  setupDeliveries: () => href(PATHS.setupDeliveries),
  setupTickets: () => href(PATHS.setupTickets),
  /** The private cinema; `slotId`: the start that is chosen, `view`: the member's own screenings. */
  privateCinema: (query: { slotId?: string; view?: 'mine' } = {}) => href(PATHS.privateCinema, { ...query }),
  /** Buying a screening; without a start the list of them. */
  payCinema: (slotId?: string) => href(PATHS.payCinema, { slotId }),
  /** One private screening. `bought`: says so. */
  private: (screeningId: string, bought?: boolean) =>
    href(PATHS.private, { screeningId, bought: bought ? 1 : undefined }),
  privatePlay: (screeningId: string) => href(PATHS.privatePlay, { screeningId }),
  /** Gift cards: to buy one, without `view`; to redeem one, its balance, or those that were bought. */
  giftCard: (view?: 'redeem' | 'balance' | 'mine') => href(PATHS.giftCard, { view }),
  /** The detail overlay over the screen whose path and query are given. */
  detail: (programId: string, under: { pathname: string; search: string }) => {
    const query = new URLSearchParams(under.search)
    query.set('programId', programId)
    return `#${under.pathname}?${query}`
  },
  /** The same screen without its overlay. */
  withoutDetail: (at: { pathname: string; search: string }) => {
    const query = new URLSearchParams(at.search)
    query.delete('programId')
    const rest = query.toString()
    return `#${at.pathname}${rest ? `?${rest}` : ''}`
  },
}

/** The link for the router's `navigate`: without its `#`. */
export const routerPath = (link: string): string => link.replace(/^#/, '')

function href(path: string, query: Record<string, QueryValue> = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value))
  }
  const rest = params.toString()
  return `#${path}${rest ? `?${rest}` : ''}`
}
