import type { Clock } from '#server/kit/clock.ts'
import type { DomainModule } from '../domain-module.ts'
import { createStreamAuthorization } from './stream-authorization.service.ts'
import { grantKey, grantEnd, slotRequiredFrom, signGrant, type GrantKind } from './grants.rules.ts'
import { type HostBases, assetFor, decidePlayback, grantHolder, hostBase, rightEnd } from './orders.rules.ts'
import type {
  PlaybackAccess,
  PlaybackMedia,
  PlaybackSeats,
  PlaybackSessions,
  PlaybackTitles,
  StreamSlots,
  AccountStream,
  PlaybackAsset,
  PlaybackTarget,
  PlaybackTitle,
  SeatOrder,
} from './ports.ts'
import { AppError } from '#contract/errors.ts'
import type { OrderKind, OrderPhase } from '#contract/orders.ts'
import { type AccountFacts, type Offer, OWNS_NOTHING, viewerFacts } from '#server/domains/access/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import { createDecisionCache } from '#server/kit/decision-cache.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#server/kit/db.ts'
import { networkShares } from '#server/kit/fairness.ts'
import { createTokenBuckets } from '#server/kit/token-buckets.ts'
import { countReports, deleteReportDays, deleteReports, insertReport, type PlaybackReport } from './reports.repo.ts'
import { countedAtMost } from './reports.rules.ts'

/**
 * Playback: grants, stream authorization, concurrent streams, quality reports. Owns playback_stream, playback_report,
 * playback_report_day and playback_error_day; grants are signed, not stored. Never decides access (access) or serves files (media, wire).
 */
export { assetKey, readDeliveryPath, readPreviewPath, type DeliveryPath } from './delivery.rules.ts'
export type { AccountStream, PlaybackTitle, StreamSlots } from './ports.ts'
export { createStreams, type Streams } from './streams.service.ts'

type PlaybackDeps = {
  clock: Clock
  /** Source of the key that signs grants. */
  masterKey: Uint8Array
  access: PlaybackAccess
  titles: PlaybackTitles
  media: PlaybackMedia
  sessions: PlaybackSessions
  /** Required for guests of private screenings. */
  seats?: PlaybackSeats
  streams: StreamSlots
  hosts: HostBases
}

export type Playback = ReturnType<typeof createPlayback>

export function createPlayback({ masterKey, ...deps }: PlaybackDeps) {
  const key = grantKey(masterKey)
  const { clearDecisions, ...authorization } = createStreamAuthorization({ ...deps, key })
  const { clearKnown, ...orders } = createOrders({ ...deps, key })
  const domainModule: DomainModule = { caches: [{ clear: clearDecisions }, { clear: clearKnown }] }
  return { ...orders, ...authorization, domainModule }
}

type OrdersDeps = {
  clock: Clock
  key: Uint8Array
  access: PlaybackAccess
  titles: PlaybackTitles
  hosts: HostBases
  streams: StreamSlots
}

type OrderRequest = PlaybackTarget & { kind: OrderKind; phase?: OrderPhase }

/** The wire names the languages. */
export type PlayableOrder = {
  outcome: 'playable'
  redirectURL: string
  expiresAt: string
  storyboardURL?: string
  subtitles: { lang: string; url: string }[]
}

/** An address, a price, or the streams that take all slots. */
type Order =
  | PlayableOrder
  | { outcome: 'quote'; offers: readonly Offer[]; title: Pick<PlaybackTitle, 'programId' | 'windowEndsAt'> }
  | { outcome: 'full'; streams: AccountStream[] }

type Requested = { viewer: Viewer; account: AccountFacts; title: PlaybackTitle; phase: OrderPhase; seat?: SeatOrder }

type Granted = {
  title: PlaybackTitle
  asset: PlaybackAsset
  kind: GrantKind
  end: Temporal.Instant
  phase: OrderPhase
  seat: SeatOrder | undefined
}

function createGranting({ clock, key, hosts }: Pick<OrdersDeps, 'clock' | 'key' | 'hosts'>) {
  return playable

  function playable(viewer: Viewer, { title, asset, kind, end, phase, seat }: Granted): PlayableOrder {
    const member = viewer.kind === 'member' ? viewer : undefined
    const grant = signGrant(key, {
      assetId: asset.assetId,
      programId: title.programId,
      programGuid: title.programGuid,
      kind,
      kids: viewer.kids,
      ...grantHolder(member),
      slotRequiredFrom: kind === 'movie' && member ? slotRequiredFrom(phase, clock.now()) : null,
      seat: seat ? [seat.seatId, seat.plays] : null,
      expiresAt: end.epochMilliseconds / 1000,
    })
    const base = `${hostBase(hosts, { isMember: member !== undefined }, asset)}/v/${grant}/${asset.assetId}`
    return {
      outcome: 'playable',
      redirectURL: `${base}/master.m3u8`,
      expiresAt: end.toString(),
      storyboardURL: `${base}/storyboard/storyboard.vtt`,
      subtitles: asset.subtitleLanguages.map((lang) => ({
        lang,
        url: `${base}/sub-${lang}/${lang}.vtt`,
      })),
    }
  }
}

function createOrders({ clock, key, access, titles, hosts, streams }: OrdersDeps) {
  const { find, mayPlay, clearKnown } = createPlayRights({ clock, access, titles })
  const playable = createGranting({ clock, key, hosts })
  return { order, orderSeat, mayPlay, clearKnown }

  /** @throws NOT_FOUND; LOGIN_REQUIRED; PARENTAL_CODE_REQUIRED; the reason why access is denied; STREAM_ENDED */
  async function order(viewer: Viewer, { kind, phase = 'start', ...target }: OrderRequest): Promise<Order> {
    const { title, account } = await find(viewer, target)
    if (!title) throw new AppError('NOT_FOUND')
    const requested = { viewer, account, title, phase }
    if (kind === 'preview') return orderPreview(requested)
    const answer = orderStream(requested, kind)
    if (answer.outcome !== 'playable' || kind !== 'movie' || viewer.kind !== 'member' || phase === 'preload')
      return answer
    const slot = await (phase === 'renewal' ? streams.resume(viewer, title) : streams.begin(viewer, title))
    return slot.outcome === 'full' ? slot : answer
  }

  /** For guests without an account, who take seats instead of slots. @throws as `order` */
  async function orderSeat(viewer: Viewer, seat: SeatOrder): Promise<PlayableOrder> {
    const { programId } = seat.screening
    const title = await titles.playable({ programId }, { region: viewer.region, now: clock.now() })
    if (!title) throw new AppError('NOT_FOUND')
    const account = { ...OWNS_NOTHING, screenings: [seat.screening] }
    const answer = orderStream({ viewer, account, title, phase: 'start', seat }, 'movie')
    if (answer.outcome !== 'playable') throw new AppError('WINDOW_CLOSED')
    return answer
  }

  function orderStream({ viewer, account, title, phase, seat }: Requested, kind: GrantKind): Order {
    const asset = assetFor(title, kind)
    // A missing film is being encoded; a missing trailer does not exist.
    if (kind !== 'movie' && !asset) throw new AppError('NOT_FOUND')
    const decision = decidePlayback(viewerFacts(viewer, account), { title, kind }, clock.now())
    if (decision.access === 'login') throw new AppError('LOGIN_REQUIRED')
    if (decision.access === 'parental') throw new AppError('PARENTAL_CODE_REQUIRED')
    if (decision.access === 'deny') throw new AppError(decision.reason)
    if (decision.access === 'buy') return { outcome: 'quote', offers: decision.offers, title }
    const end = grantEnd(clock.now(), rightEnd(title, decision))
    if (!asset || !end) throw new AppError('WINDOW_CLOSED')
    return playable(viewer, { title, asset, kind, end, phase, seat })
  }

  /** The clear file of hover cards: of the trailer, else of the film. */
  function orderPreview({ viewer, account, title }: Requested): PlayableOrder {
    // The file is public.
    if (title.restriction === 'III') throw new AppError('CLASS_REFUSED')
    const facts = viewerFacts(viewer, account)
    const decision = decidePlayback(facts, { title, kind: 'trailer' }, clock.now())
    if (decision.access === 'deny' && decision.reason !== 'PREPARING') throw new AppError(decision.reason)
    const asset = [title.assets.trailer, title.assets.film].find((candidate) => candidate?.previewKey)
    const end = grantEnd(clock.now(), title.windowEndsAt)
    if (!asset || !end) throw new AppError('NOT_FOUND')
    const redirectURL = `${hostBase(hosts, facts, asset)}/${asset.previewKey}`
    return { outcome: 'playable', redirectURL, expiresAt: end.toString(), subtitles: [] }
  }
}

type PlayRightsDeps = { clock: Clock; access: PlaybackAccess; titles: PlaybackTitles }

/** Cache time of playable titles for progress reports. */
const TITLE_SECONDS = 5
const TITLES_MAX = 20_000

function createPlayRights({ clock, access, titles }: PlayRightsDeps) {
  const known = createDecisionCache<PlaybackTitle | undefined>(clock, {
    seconds: TITLE_SECONDS,
    max: TITLES_MAX,
    keeps: (title) => title?.isWindowOpen === true && title.assets.film !== undefined && (title.windowEndsAt ?? true),
  })
  return { find, mayPlay, clearKnown: known.clear }

  async function find(viewer: Viewer, target: PlaybackTarget) {
    const [title, account] = await Promise.all([
      titles.playable(target, { region: viewer.region, now: clock.now() }),
      access.accountFacts(viewer.kind === 'member' ? viewer.accountId : null),
    ])
    return { title, account }
  }

  /** Also true if only the parental code is missing: streams may outlast an unlock. Reads the account only if needed. */
  async function mayPlay(viewer: Viewer, target: PlaybackTarget): Promise<boolean> {
    const { region } = viewer
    const key = JSON.stringify([region, target.programId, target.programGuid])
    const title = await known.get(key, () => titles.playable(target, { region, now: clock.now() }))
    if (!title) return false
    const isOpenTo = (account: AccountFacts) => {
      const { access: answer } = decidePlayback(viewerFacts(viewer, account), { title, kind: 'movie' }, clock.now())
      return answer === 'play' || answer === 'parental'
    }
    if (isOpenTo(OWNS_NOTHING)) return true
    return viewer.kind === 'member' && isOpenTo(await access.accountFacts(viewer.accountId))
  }
}

export type PlaybackReports = ReturnType<typeof createPlaybackReports>

/** Per address: too few to shape a day's figures. */
export const REPORT_RATE = { burst: 10, perSecond: 1 / 60 } as const
const DUE_EVERY_MS = 15 * 60_000
const REPORTS_KEPT_DAYS = 14
const DAYS_KEPT = 400
const ZONE = 'Asia/Hong_Kong'

/** Anonymous quality reports, sampled and aggregated by day. */
export function createPlaybackReports({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  const buckets = createTokenBuckets(clock, REPORT_RATE)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'playback reports', everyMs: DUE_EVERY_MS, run: runDue }],
  }
  return { record, runDue, domainModule }

  /** Drops reports beyond the rate. */
  async function record(report: PlaybackReport, address: string): Promise<void> {
    if (buckets.take(networkShares(address)) > 0) return
    await insertReport(db, { at: clock.now(), report: countedAtMost(report) })
  }

  /** Counts ended days, deletes expired reports. */
  async function runDue(): Promise<void> {
    const now = clock.now()
    const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
    await countReports(db, today)
    await deleteReports(db, now.subtract({ hours: REPORTS_KEPT_DAYS * 24 }))
    await deleteReportDays(db, today.subtract({ days: DAYS_KEPT }))
  }
}
