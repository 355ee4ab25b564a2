import { PATHS } from '#web/viewer/navigation/paths.ts'
import { account, lazy, route, setup } from './site-route.ts'

/** The screens of the plans: the monthly plan, the plans of partners, and the cancellation in the account. */
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
