/** Eight weeks of a demo, from a number alone, so that four can be compared with the four before: the same number and day are the same history. */

import type { ReviewReason } from '#contract/admin/comments.ts'
import type { CaseKind } from '#contract/admin/contact.ts'
import type { ContactTheme } from '#contract/contact.ts'

export interface HistoryTitle {
  readonly id: string
  readonly vodTypes: readonly string[]
  readonly credits?: number
  readonly durationMinutes?: number
  readonly genres: readonly string[]
  readonly kids: boolean
}

export interface HistoryTexts {
  readonly members: readonly {
    readonly name: string
    readonly gender: 'female' | 'male'
    readonly birthday: string
    readonly language: 'zh_HK' | 'en_US'
  }[]
  readonly comments: Readonly<Record<string, readonly string[]>>
  /** Comments that wait for a decision, the nth of the nth member. */
  readonly waiting: readonly { readonly text: string; readonly reason: ReviewReason }[]
  readonly missed: readonly (readonly ['zh_HK' | 'en_US', string])[]
  /** What members write to the operators; those with an answer are over. */
  readonly cases: readonly {
    readonly theme: ContactTheme
    readonly kind: CaseKind
    readonly text: string
    readonly answer?: string
  }[]
}

type Day = Temporal.PlainDate

export interface PlannedPlays {
  readonly day: Day
  readonly programId: string
  readonly region: string
  readonly access: string
  readonly device: string
  readonly plays: number
  readonly seconds: number
}

export const HISTORY_SEED = 852
export const HISTORY_DAYS = 56
/** A provider lists the payments of yesterday, and knows none of these. */
export const UNPAID_DAYS = 3
/** More than there are. */
export const HISTORY_MEMBERS_MAX = 40
const HISTORY_NUMBERS_FROM = 51_000_101
/** Before which no member has joined. */
export const OLDEST_DAYS = 201
const CYCLE_DAYS = 30
const PASS_DAYS_MAX = 92

/** The numbers of the members of the history. */
export const historyNumber = (n: number): string => `+852${HISTORY_NUMBERS_FROM + n}`

/** A deterministic random generator of numbers from 0 to 1 (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    whole: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    of: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
    /** With this chance. */
    is: (chance: number) => next() < chance,
  }
}

export type Random = ReturnType<typeof randomFrom>

/** Monday first: evenings of Fridays and weekends are busy. */
const WEEKDAYS = [0.8, 0.78, 0.82, 0.9, 1.2, 1.4, 1.25]
const ACCESS = { free: 'free', vip: 'plan', credit: 'rental', voucher: 'rental' } as const
const DEVICES = [
  ['phone', 0.5],
  ['desktop', 0.3],
  ['tablet', 0.2],
] as const
const REGIONS = [
  ['HK', 0.86],
  ['MO', 0.14],
] as const
const BUSY_PLAYS = 42
const WATCHED_SHARE = 0.62
/** Streams by hour of the day, as a share of the busiest. */
const HOURS = [
  0.34, 0.2, 0.1, 0.06, 0.04, 0.04, 0.06, 0.1, 0.14, 0.16, 0.18, 0.24, 0.34, 0.36, 0.3, 0.28, 0.3, 0.36, 0.48, 0.66,
  0.86, 1, 0.92, 0.62,
]

const busyness = (day: Day): number => WEEKDAYS[day.dayOfWeek - 1]!

function playsOf(random: Random, titles: readonly HistoryTitle[], days: readonly Day[]): PlannedPlays[] {
  return days.flatMap((day, n) =>
    titles.flatMap((title, rank) => {
      const access = ACCESS[title.vodTypes[0] as keyof typeof ACCESS] ?? 'plan'
      // The first titles lead, and the service grows a little.
      const expected = (BUSY_PLAYS / (rank * 0.35 + 1)) * busyness(day) * (1 + n / 120)
      return REGIONS.flatMap(([region, regionShare]) =>
        DEVICES.flatMap(([device, deviceShare]) => {
          const plays = Math.round(expected * regionShare * deviceShare * (0.6 + random.next() * 0.8))
          if (plays === 0) return []
          const length = (title.durationMinutes ?? 45) * 60
          const seconds = Math.round(plays * length * WATCHED_SHARE * (0.8 + random.next() * 0.4))
          return [{ day, programId: title.id, region, access, device, plays, seconds }]
        }),
      )
    }),
  )
}

export interface PlannedCharge {
  readonly at: Temporal.Instant
  readonly provider: string
  /** Of a pass the cycle that it pays for; undefined for credits. */
  readonly cycle?: number
  readonly credits?: number
  readonly cents: number
  readonly outcome: 'paid' | 'failed' | 'expired'
}

export interface PlannedRental {
  readonly at: Temporal.Instant
  readonly programId: string
  readonly credits: number
  readonly region: string
}

export interface PlannedMember {
  readonly number: string
  readonly joinedAt: Temporal.Instant
  readonly charges: PlannedCharge[]
  readonly rentals: PlannedRental[]
  /** Undefined without a pass. */
  readonly pass?: { readonly startsAt: Temporal.Instant; readonly cycles: number; readonly endedAt?: Temporal.Instant }
  readonly opinions: PlannedOpinion[]
}

export interface PlannedOpinion {
  readonly programId: string
  readonly halves: number
  readonly text?: string
  readonly at: Temporal.Instant
  /** Why the comment waits for a decision; undefined where a person has passed it. */
  readonly reason?: ReviewReason
}

const PROVIDERS = ['alipay', 'payme', 'octopus', 'wechat', 'paypal'] as const
const PASS_CENTS = 8_800
const PACKS = [50, 100, 200] as const

function memberOf(
  random: Random,
  { n, now, titles, texts }: { n: number; now: Temporal.Instant; titles: readonly HistoryTitle[]; texts: HistoryTexts },
): PlannedMember {
  const ago = (days: number) => momentOf(random, now, days)
  const provider = PROVIDERS[n % PROVIDERS.length]!
  const hasPass = n % 3 !== 2
  const pass = hasPass ? passOf(random, { now, ago, n }) : undefined
  const joinedDays = random.whole(PASS_DAYS_MAX + 1, OLDEST_DAYS - 1)
  const { language } = texts.members[n]!
  const seen = [...titles].toSorted(() => random.next() - 0.5)
  const rentable = seen.filter(({ credits, vodTypes }) => credits !== undefined && vodTypes.includes('credit'))
  const topUps = hasPass ? [] : [random.whole(36, 54), random.whole(20, 27), random.whole(6, 18)]
  const rentals = topUps.flatMap((days, time) => {
    const title = rentable[time]
    if (!title?.credits) return []
    const region = random.is(0.85) ? 'HK' : 'MO'
    return [{ at: ago(days - random.whole(1, 4)), programId: title.id, credits: title.credits, region }]
  })
  const bought = topUps.map((days): PlannedCharge => {
    const credits = random.of(PACKS.slice(time(days), 3))
    return { at: ago(days), provider, credits, cents: credits * 100, outcome: 'paid' }
  })
  const failed = random.is(0.5)
    ? [
        {
          at: ago(random.whole(UNPAID_DAYS, 26)),
          provider,
          credits: 100,
          cents: 10_000,
          outcome: random.of(['failed', 'expired'] as const),
        },
      ]
    : []
  return {
    number: historyNumber(n),
    joinedAt: ago(joinedDays),
    charges: [...bought, ...(pass?.charges ?? []).map((one) => ({ ...one, provider })), ...failed].toSorted(
      (one, other) => Temporal.Instant.compare(one.at, other.at),
    ),
    rentals,
    ...(pass && { pass: pass.pass }),
    opinions: seen.slice(0, random.whole(5, 9)).map((title, place) => ({
      programId: title.id,
      halves: random.of([6, 7, 8, 8, 9, 9, 10]),
      at: ago(random.whole(1, 26)),
      ...(place < 2 && { text: textFor(random, { title, language, texts }) }),
      ...(place === 2 && texts.waiting[n] && { ...texts.waiting[n], at: ago(random.whole(1, 2)) }),
    })),
  }
}

/** A moment of the day so many days ago in Hong Kong, most of them in the evening. */
export function momentOf(random: Random, now: Temporal.Instant, days: number): Temporal.Instant {
  let left = random.next() * HOURS.reduce((sum, share) => sum + share, 0)
  const hour = HOURS.findIndex((share) => (left -= share) < 0)
  const day = now
    .toZonedDateTimeISO('Asia/Hong_Kong')
    .toPlainDate()
    .subtract({ days: Math.max(1, Math.round(days)) })
  const time = { hour: Math.max(0, hour), minute: random.whole(0, 59), second: random.whole(0, 59) }
  return day.toZonedDateTime({ timeZone: 'Asia/Hong_Kong', plainTime: time }).toInstant()
}

/** The first pack pays for what follows. */
const time = (days: number): number => (days > 19 ? 1 : 0)

function textFor(
  random: Random,
  { title, language, texts: { comments } }: { title: HistoryTitle; language: string; texts: HistoryTexts },
): string {
  const genre = title.kids ? 'family' : title.genres.find((each) => comments[each] !== undefined)
  return random.of(comments[language === 'en_US' ? 'en' : (genre ?? 'drama')] ?? comments.drama!)
}

/** Paid every thirty days. Some have ended in these weeks, a few because a charge failed. */
function passOf(
  random: Random,
  { now, ago, n }: { now: Temporal.Instant; ago: (days: number) => Temporal.Instant; n: number },
) {
  const ends = n % 7 === 3
  const sinceEnd = random.whole(4, 20)
  const daysAgo = ends ? sinceEnd + CYCLE_DAYS * 2 : random.whole(UNPAID_DAYS + 1, PASS_DAYS_MAX)
  const cycles = ends ? 2 : Math.floor(daysAgo / CYCLE_DAYS) + 1
  const startsAt = ago(daysAgo)
  const cycleStart = (cycle: number) => startsAt.add({ hours: cycle * CYCLE_DAYS * 24 })
  const charges = Array.from({ length: cycles }, (_, cycle) => ({
    at: cycleStart(cycle),
    cycle: cycle + 1,
    cents: PASS_CENTS,
    outcome: 'paid' as const,
  }))
  const endedAt = cycleStart(cycles)
  const unpaidSince = now.subtract({ hours: (UNPAID_DAYS - 1) * 24 })
  const isRecent = ({ at }: { at: Temporal.Instant }) => Temporal.Instant.compare(at, unpaidSince) < 0
  // A cycle that began in the last days would have a payment that its provider does not list.
  const paid = charges.filter(isRecent)
  return {
    charges: [
      ...paid,
      ...(ends && n % 2 === 1
        ? [{ at: endedAt, cycle: cycles + 1, cents: PASS_CENTS, outcome: 'failed' as const }]
        : []),
    ],
    pass: { startsAt, cycles: paid.length, ...(ends && { endedAt }) },
  }
}

export interface PlannedHistory {
  readonly days: Day[]
  readonly plays: PlannedPlays[]
  readonly members: PlannedMember[]
  readonly missed: { readonly day: Day; readonly language: string; readonly key: string; readonly searches: number }[]
  readonly quality: {
    readonly day: Day
    readonly programId: string
    readonly engine: 'hls' | 'native'
    readonly reports: number
    readonly startMs: number
    readonly stalled: number
    readonly failed: number
  }[]
  readonly errors: { readonly day: Day; readonly code: string; readonly reports: number }[]
  readonly views: {
    readonly day: Day
    readonly route: string
    readonly device: string
    readonly language: string
    readonly views: number
  }[]
  readonly streams: { readonly day: Day; readonly hour: number; readonly most: number }[]
}

const ROUTES = ['Homepage', 'Movie', 'Drama', 'Kids', 'Search', 'ProgramDetail'] as const
const BUSIEST_STREAMS = 74

/** The days before today; today is what really happens. */
export function planHistory(given: {
  seed: number
  now: Temporal.Instant
  titles: readonly HistoryTitle[]
  texts: HistoryTexts
}): PlannedHistory {
  const { seed, now, titles, texts } = given
  const random = randomFrom(seed)
  const today = now.toZonedDateTimeISO('Asia/Hong_Kong').toPlainDate()
  const days = Array.from({ length: HISTORY_DAYS }, (_, n) => today.subtract({ days: HISTORY_DAYS - n }))
  const plays = playsOf(random, titles, days)
  return {
    days,
    plays,
    members: texts.members.map((_, n) => memberOf(random, { n, now, titles, texts })),
    missed: days.flatMap((day) =>
      texts.missed.flatMap(([language, key]) =>
        random.is(0.55) ? [{ day, language, key, searches: random.whole(1, 6) }] : [],
      ),
    ),
    quality: days.flatMap((day) => titles.slice(0, 12).flatMap((title) => qualityOf(random, day, title))),
    errors: days.flatMap((day) =>
      ['4001', '4003', '4005', '4033'].flatMap((code) =>
        random.is(0.6) ? [{ day, code, reports: random.whole(1, 5) }] : [],
      ),
    ),
    views: days.flatMap((day) =>
      ROUTES.flatMap((route, rank) =>
        DEVICES.map(([device, share]) => ({
          day,
          route,
          device,
          language: 'zh_HK',
          views: Math.round((900 / (rank + 1)) * share * busyness(day) * (0.8 + random.next() * 0.4)),
        })),
      ),
    ),
    streams: days.flatMap((day) =>
      HOURS.map((share, hour) => ({
        day,
        hour,
        most: Math.round(BUSIEST_STREAMS * share * busyness(day) * (0.85 + random.next() * 0.3)),
      })),
    ),
  }
}

function qualityOf(random: Random, day: Day, { id: programId }: HistoryTitle): PlannedHistory['quality'] {
  return (['hls', 'native'] as const).map((engine) => {
    const reports = random.whole(4, 22)
    return {
      day,
      programId,
      engine,
      reports,
      startMs: random.whole(620, engine === 'hls' ? 1_350 : 1_050),
      stalled: Math.round(reports * random.next() * 0.18),
      failed: random.is(0.2) ? 1 : 0,
    }
  })
}
