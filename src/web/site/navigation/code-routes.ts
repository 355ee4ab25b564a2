import { PATHS } from '#web/viewer/navigation/paths.ts'
import { account, lazy, route, setup } from './site-route.ts'

/** One chunk, imported in one place: each place costs the first page some bytes. */
const redeem = () => import('../screens/redeem-pages.tsx')
const BARE_REDEEM = lazy(async () => (await redeem()).BareRedeemPage)
const PARTNER_CODE = lazy(
  async () => (await import('#web/features/partner-code/partner-code-screen.tsx')).PartnerCodeScreen,
)
const STAFF = lazy(async () => (await import('../screens/staff-page.tsx')).StaffPage)

/** Redeeming codes, gift cards, partner codes and staff plans. */
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
