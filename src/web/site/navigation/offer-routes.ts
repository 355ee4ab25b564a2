import { PATHS } from '#web/viewer/navigation/paths.ts'
import { account, lazy, player, route, setup, tab } from './site-route.ts'

const CAMPAIGN_ROUTES = [
  route({
    name: 'CampaignSite',
    path: PATHS.campaignSite,
    title: 'CampaignSite',
    header: false,
    tabId: '12',
    screen: lazy(async () => (await import('../screens/campaign-page.tsx')).CampaignPage),
  }),
] as const

export const PLAN_ROUTES = [
  route({
    name: 'MonthlyFee',
    path: PATHS.monthlyFee,
    withoutProfile: true,
    title: 'MonthlyFee',
    screen: lazy(async () => (await import('#web/features/plans/plan-screens.tsx')).MonthlyFeeScreen),
  }),
  route({
    name: 'CryptoPay',
    path: PATHS.cryptoPay,
    title: 'CryptoPay',
    screen: lazy(async () => (await import('#web/features/plans/crypto-pay-screen.tsx')).CryptoPayScreen),
  }),
  route({
    name: 'Warrior',
    path: PATHS.warrior,
    withoutProfile: true,
    title: 'Warrior',
    screen: lazy(async () => (await import('#web/features/plans/plan-screens.tsx')).WarriorScreen),
  }),
  route({
    name: 'Warriors48',
    path: PATHS.warriors48,
    title: 'Warriors48',
    guest: true,
    screen: lazy(async () => (await import('#web/features/plans/landing-screens.tsx')).Warriors48Screen),
  }),
  route({
    name: 'EnjoyHmvod',
    path: PATHS.enjoyHmvod,
    title: 'EnjoyHmvod',
    screen: lazy(async () => (await import('#web/features/plans/landing-screens.tsx')).EnjoyScreen),
  }),
  route({
    name: 'HmvodPlan',
    path: PATHS.hmvodPlan,
    title: 'HmvodPlan',
    screen: lazy(async () => (await import('#web/features/plans/comparison-screen.tsx')).ComparisonScreen),
  }),
  route({
    name: 'SetupCancelMonFee',
    path: PATHS.setupCancelMonFee,
    title: 'SetupCancelMonFee',
    ...account,
    screen: setup(async () => (await import('#web/features/plans/cancel-screen.tsx')).CancelScreen),
  }),
] as const

/** One chunk, imported in one place: each place costs the first page some bytes. */
const redeem = () => import('../screens/redeem-pages.tsx')
const BARE_REDEEM = lazy(async () => (await redeem()).BareRedeemPage)
const PARTNER_CODE = lazy(
  async () => (await import('#web/features/partner-code/partner-code-screen.tsx')).PartnerCodeScreen,
)
const STAFF = lazy(async () => (await import('../screens/staff-page.tsx')).StaffPage)

export const CODE_ROUTES = [
  route({
    name: 'Redeem',
    path: PATHS.redeem,
    title: 'Redeem',
    screen: lazy(async () => (await redeem()).RedeemScreen),
  }),
  route({ name: 'RedeemCode', path: PATHS.redeemCode, title: 'Redeem', header: false, screen: BARE_REDEEM }),
  route({ name: 'RedeemCode2', path: PATHS.redeemCode2, title: 'Redeem', header: false, screen: BARE_REDEEM }),
  route({
    name: 'SetupExchangeCode',
    path: PATHS.setupExchangeCode,
    title: 'Redeem',
    ...account,
    screen: setup(async () => (await redeem()).ExchangeCodeScreen),
  }),
  route({
    name: 'MonthlyRedeem',
    path: PATHS.monthlyRedeem,
    title: 'MonthlyRedeem',
    screen: lazy(async () => (await redeem()).MonthlyRedeemScreen),
  }),
  route({
    name: 'MonthlyRedeemCode',
    path: PATHS.monthlyRedeemCode,
    title: 'MonthlyRedeemCode',
    screen: lazy(async () => (await redeem()).MonthlyRedeemCodeScreen),
  }),
  route({
    name: 'GiftCard',
    path: PATHS.giftCard,
    title: 'GiftCard',
    screen: lazy(async () => (await import('../screens/gift-card-page.tsx')).GiftCardPage),
  }),
  route({ name: 'HgcCode', path: PATHS.hgcCode, title: 'PartnerCode', screen: PARTNER_CODE }),
  route({ name: 'HgcCodeEn', path: PATHS.hgcCodeEn, title: 'PartnerCode', screen: PARTNER_CODE }),
  route({ name: 'SunStaff', path: PATHS.sunStaff, title: 'Staff', header: false, screen: STAFF }),
  route({ name: 'SunStaffWechat', path: PATHS.sunStaffWechat, title: 'Staff', header: false, screen: STAFF }),
] as const

const sales = () => import('../screens/sales-pages.tsx')

export const SALE_ROUTES = [
  route({
    name: 'SpecialSales',
    path: PATHS.specialSales,
    title: 'SpecialSales',
    tabId: '11',
    appStrip: true,
    screen: lazy(async () => (await sales()).SpecialSalesScreen),
  }),
  route({
    name: 'SpecialSaleDetail',
    path: PATHS.specialSaleDetail,
    title: 'SpecialSaleDetail',
    belowTabId: '11',
    screen: lazy(async () => (await sales()).SpecialSaleDetailScreen),
  }),
  route({
    name: 'FootBill',
    path: PATHS.footBill,
    title: 'FootBill',
    screen: lazy(async () => (await sales()).FootBillPage),
  }),
  route({
    name: 'SetupDeliveries',
    path: PATHS.setupDeliveries,
    title: 'SetupDeliveries',
    ...account,
    screen: setup(async () => (await sales()).DeliveriesScreen),
  }),
  ...CAMPAIGN_ROUTES,
] as const

const privateCinema = () => import('../screens/private-cinema-pages.tsx')

export const PRIVATE_CINEMA_ROUTES = [
  route({
    name: 'PrivateCinema',
    path: PATHS.privateCinema,
    title: 'PrivateCinema',
    tabId: '6',
    screen: lazy(async () => (await privateCinema()).PrivateCinemaPage),
  }),
  route({
    name: 'PayCinema',
    path: PATHS.payCinema,
    title: 'PayCinema',
    screen: lazy(async () => (await privateCinema()).PayCinemaPage),
  }),
  route({
    name: 'Private',
    path: PATHS.private,
    title: 'Private',
    screen: lazy(async () => (await privateCinema()).PrivateScreen),
  }),
  route({
    name: 'PrivatePlay',
    path: PATHS.privatePlay,
    title: 'PrivatePlay',
    ...player,
    kids: false,
    screen: lazy(async () => (await import('#web/features/player/together/together-screen.tsx')).TogetherScreen),
  }),
] as const

const cinema = () => import('../screens/cinema-pages.ts')

export const CINEMA_ROUTES = [
  route({
    name: 'Cinema',
    path: PATHS.cinema,
    title: 'Cinema',
    tabId: '9',
    ...tab,
    screen: lazy(async () => (await cinema()).CinemaScreen),
  }),
  route({
    name: 'SetupTickets',
    path: PATHS.setupTickets,
    title: 'SetupTickets',
    ...account,
    screen: setup(async () => (await cinema()).TicketsScreen),
  }),
] as const
