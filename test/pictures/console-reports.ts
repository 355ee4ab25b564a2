import { closing, licensors, statement } from '#contract/admin/finance.ts'
import { series, top } from '#contract/admin/reports.ts'
import { withAnswers } from './console-orders.ts'

/** Four weeks of a service with some hundred viewers a day. */
const DAYS = Array.from({ length: 28 }, (_, n) => new Date(Date.UTC(2026, 9, 25 + n)).toISOString().slice(0, 10))
/** More on Fridays and at weekends. */
const week = (n: number) => [1.25, 0.8, 0.76, 0.82, 0.9, 1.15, 1.4][n % 7]!
const pointsOf = (scale: number, slope: number) =>
  DAYS.map((_, n) => Math.round(scale * week(n) * (1 + (slope * n) / 28)))
const sumOf = (points: readonly number[]) => points.reduce((total, value) => total + value, 0)

const line = (key: string, scale: number, slope: number) => {
  const points = pointsOf(scale, slope)
  return { key, name: null, value: sumOf(points), before: Math.round(sumOf(points) * (0.8 + slope)), points }
}

const whole = (points: readonly number[], before: readonly number[]) => ({
  days: DAYS,
  points,
  before,
  total: { value: sumOf(points), before: sumOf(before) },
  title: null,
  countedAt: '2026-11-21T04:00:00Z',
})

const PLAYS = { ...whole(pointsOf(420, 0.3), pointsOf(390, 0.1)), lines: [] }

const KINDS = [
  line('plans', 176_000, 0.1),
  line('rentals', 84_000, 0.3),
  line('goods', 31_000, -0.1),
  line('breakage', 4_200, 0),
]
const REVENUE = {
  ...whole(
    DAYS.map((_, n) => KINDS.reduce((total, { points }) => total + points[n]!, 0)),
    pointsOf(270_000, 0.05),
  ),
  lines: KINDS,
}

const ranked = (programId: string, zh_HK: string, en_US: string, value: number, before: number) => ({
  programId,
  title: { zh_HK, en_US },
  value,
  before,
})

const TOP = {
  list: [
    ranked('crossing', '夜渡', 'Night Crossing', 1_843, 1_502),
    ranked('milktea', '多糖少奶', 'Extra Sugar, Less Milk', 1_201, 1_377),
    ranked('lighthouse', '守燈人', 'The Lighthouse Keeper', 968, 0),
    ranked('wok', '鑊氣', 'Breath of the Wok', 702, 702),
  ],
}

const CLOSING = {
  isOver: true,
  isBalanced: true,
  debitCents: 18_422_150,
  creditCents: 18_422_150,
  revenueCents: 8_291_450,
  revenue: [
    { kind: 'plans', cents: 5_104_000 },
    { kind: 'rentals', cents: 2_436_200 },
    { kind: 'screenings', cents: 224_000 },
    { kind: 'goods', cents: 405_250 },
    { kind: 'breakage', cents: 122_000 },
  ],
  breakageCents: 122_000,
  unlicensed: { titles: 0, plays: 0, cents: 0, refundedCents: 0 },
  liabilities: [
    { account: 'deferred_credits', cents: 3_310_500 },
    { account: 'deferred_gift_cards', cents: 264_000 },
    { account: 'deferred_sales', cents: 58_400 },
    { account: 'refund_hold', cents: 8_800 },
    { account: 'payments_received', cents: 0 },
  ],
  countedAt: '2026-11-21T04:00:00Z',
}

const sold = (programId: string, zh_HK: string, en_US: string, region: string, plays: number) => ({
  programId,
  title: { zh_HK, en_US },
  region,
  contract: 'KP-2026-3',
  plays,
  seconds: plays * 3_100,
  planSeconds: plays * 2_400,
  sold: Math.round(plays / 9),
  credits: Math.round(plays / 9) * 28,
  cents: Math.round(plays / 9) * 2_800,
  refundedCents: region === 'MO' ? 2_800 : 0,
})

const STATEMENT = {
  list: [
    sold('crossing', '夜渡', 'Night Crossing', 'HK', 1_843),
    sold('crossing', '夜渡', 'Night Crossing', 'MO', 212),
    sold('lighthouse', '守燈人', 'The Lighthouse Keeper', 'HK', 968),
  ],
}
const LICENSORS = { list: [{ licensor: 'Kowloon Pictures', titles: 2 }] }

export const REPORT_VIEWS = [
  { name: 'console-month-end', address: '/reports?view=month&month=2026-10', act: withAnswers([closing, CLOSING]) },
  {
    name: 'console-statement',
    address: '/reports?view=licensor&licensor=Kowloon+Pictures&month=2026-10',
    act: withAnswers([licensors, LICENSORS], [statement, STATEMENT]),
  },
  { name: 'console-reports', address: '/reports', act: withAnswers([series, PLAYS], [top, TOP]) },
  { name: 'console-reports-revenue', address: '/reports?measure=revenue&by=kind', act: withAnswers([series, REVENUE]) },
]
