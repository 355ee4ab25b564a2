import { PATHS } from '#web/viewer/navigation/paths.ts'
import { CAMPAIGN_ROUTES } from './campaign-routes.ts'
import { account, lazy, route, setup } from './site-route.ts'

/** One chunk, imported in one place: each place costs the first page some bytes. */
const sales = () => import('../screens/sales-pages.tsx')

/** Special sales, what was bought in them, and campaign pages. */
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
