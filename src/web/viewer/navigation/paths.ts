import type { QueryValue } from '#web/kit/call-url.ts'

/** SPEC 2's paths; every link of the site is built from these. */
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
  /** Not in SPEC. */
  help: '/help',
  setupHelpCenter: '/setup/helpcenter',
  mobileHelpCenter: '/mobile/helpcenter',
} as const

/** SPEC 2; times in seconds. */
export interface PlayQuery {
  programId: string
  programGuid: string
  position?: number
  previewURL?: string
  /** Not in SPEC. */
  kind?: 'trailer' | undefined
}

export interface PlayDramaQuery extends PlayQuery {
  episode: number
  startPosition?: number
  endPosition?: number
  startShowPoint?: number
}

interface PayPointQuery {
  packId?: string
  programId?: string | undefined
  slotId?: string | undefined
}

interface PaymentResultQuery {
  outTradeNo: string
  programId?: string | undefined
  slotId?: string | undefined
  /** Of an agreement: its kind of payment (SPEC 2). */
  type?: string | undefined
}

interface MonthlyFeeQuery {
  programId?: string | undefined
  provider?: string | undefined
  planId?: string | undefined
  withoutTrial?: boolean | undefined
}

export const paths = {
  home: () => href(PATHS.home),
  route: (path: string) => href(path),
  rolling: (categoryId: string, filters: Record<string, QueryValue> = {}) =>
    href(PATHS.rolling, { categoryId, ...filters }),
  /** `adult` asks for the parental code first. */
  promote: (categoryId: string, adult = false) => href(PATHS.promote, { categoryId, adult: adult ? 1 : undefined }),
  search: (query: { keyword?: string; personId?: string | undefined } = {}) => href(PATHS.search, { ...query }),
  play: (query: PlayQuery) => href(PATHS.play, { ...query }),
  playDrama: (query: PlayDramaQuery) => href(`${PATHS.playDrama}/${query.episode}`, { ...query }),
  login: () => href(PATHS.login),
  forget: () => href(PATHS.forget),
  registration: () => href(PATHS.registration),
  profiles: () => href(PATHS.profiles),
  profile: (profileId?: string) => href(PATHS.profile, { profileId }),
  newKidsProfile: () => href(PATHS.profile, { kids: 1 }),
  moviePreference: () => href(PATHS.moviePreference),
  setup: () => href(PATHS.setup),
  /** The overview, at the member's plan. */
  setupPlan: () => href(PATHS.setup, { part: 'plan' }),
  setupMessage: () => href(PATHS.setupMessage),
  setupUserConsultation: () => href(PATHS.setupUserConsultation),
  setupQuality: () => href(PATHS.setupQuality),
  setupChangePwd: () => href(PATHS.setupChangePwd),
  setupParentCode: () => href(PATHS.setupParentCode),
  setupResetParentCode: () => href(PATHS.setupResetParentCode),
  setupWallet: () => href(PATHS.setupWallet),
  setupPayments: () => href(PATHS.setupPayments),
  setupReceipt: (outTradeNo: string) => href(PATHS.setupReceipt, { outTradeNo }),
  setupPurchased: () => href(PATHS.setupPurchased),
  setupFavorite: () => href(PATHS.setupFavorite),
  setupWatched: () => href(PATHS.setupWatched),
  setupRecommend: () => href(PATHS.setupRecommend),
  /** `for` and `slot`: the title or screening that the credits are for; `programId` would open a title's details. */
  payPoint: ({ packId, programId, slotId }: PayPointQuery = {}) =>
    href(PATHS.payPoint, { packId, for: programId, slot: slotId }),
  payPlayButton: (programId: string) => href(PATHS.payPlayButton, { for: programId }),
  paymentResult: ({ outTradeNo, programId, slotId, type }: PaymentResultQuery) =>
    href(PATHS.subscriptionResult, { type, outTradeNo, for: programId, slot: slotId }),
  monthlyFee: ({ programId, provider, planId, withoutTrial }: MonthlyFeeQuery = {}) =>
    href(PATHS.monthlyFee, { planId, provider, for: programId, paid: withoutTrial ? '1' : undefined }),
  changePlan: (planId?: string) => href(PATHS.monthlyFee, { change: planId ?? 'payment' }),
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
  privateCinema: (query: { slotId?: string; view?: 'mine' } = {}) => href(PATHS.privateCinema, { ...query }),
  payCinema: (slotId?: string) => href(PATHS.payCinema, { slotId }),
  private: (screeningId: string, bought?: boolean) =>
    href(PATHS.private, { screeningId, bought: bought ? 1 : undefined }),
  privatePlay: (screeningId: string) => href(PATHS.privatePlay, { screeningId }),
  giftCard: (view?: 'redeem' | 'balance' | 'mine') => href(PATHS.giftCard, { view }),
  detail: (programId: string, under: { pathname: string; search: string }) => {
    const query = new URLSearchParams(under.search)
    query.set('programId', programId)
    return `#${under.pathname}?${query}`
  },
  withoutDetail: (at: { pathname: string; search: string }) => {
    const query = new URLSearchParams(at.search)
    query.delete('programId')
    const rest = query.toString()
    return `#${at.pathname}${rest ? `?${rest}` : ''}`
  },
}

export const routerPath = (link: string): string => link.replace(/^#/, '')

function href(path: string, query: Record<string, QueryValue> = {}): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value))
  }
  const rest = params.toString()
  return `#${path}${rest ? `?${rest}` : ''}`
}
