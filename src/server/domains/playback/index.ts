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
 * Playback: orders, grants, who may fetch which file of a stream, how many streams an account plays at once, and how well they
 * play. Owns the tables playback_stream, playback_report, playback_report_day and playback_error_day; a grant is signed, not stored.
 * Never decides who may watch what (access), never touches the files themselves (media, wire).
 */
export { assetKey, readDeliveryPath, readPreviewPath, type DeliveryPath } from './delivery.rules.ts'
export type { AccountStream, PlaybackTitle, StreamSlots } from './ports.ts'
export { createStreams, type Streams } from './streams.service.ts'

type PlaybackDeps = {
  clock: Clock
  /** What the key that signs grants is derived from. */
  masterKey: Uint8Array
  access: PlaybackAccess
  titles: PlaybackTitles
  media: PlaybackMedia
  sessions: PlaybackSessions
  /** Without it, no guest of a private screening plays anything. */
  seats?: PlaybackSeats
  streams: StreamSlots
  hosts: HostBases
}

export type Playback = ReturnType<typeof createPlayback>

/** The public API of playback; `index.ts` says what it owns. */
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

/** Where a title plays, and until when the address is valid. The wire names the languages. */
export type PlayableOrder = {
  outcome: 'playable'
  redirectURL: string
  expiresAt: string
  storyboardURL?: string
  subtitles: { lang: string; url: string }[]
}

/** What an order comes to when it is not refused: an address, what the title costs this viewer, or the streams that take all places. */
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

/** Addresses under a grant. */
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

/** The order call: a viewer who may play gets an address. */
function createOrders({ clock, key, access, titles, hosts, streams }: OrdersDeps) {
  const { find, mayPlay, clearKnown } = createPlayRights({ clock, access, titles })
  const playable = createGranting({ clock, key, hosts })
  return { order, orderSeat, mayPlay, clearKnown }

  /**
   * Where a title plays for this viewer, or what it costs.
   * @throws NOT_FOUND when it is not published or has no such asset; LOGIN_REQUIRED; PARENTAL_CODE_REQUIRED; the reason why
   * access is denied; STREAM_ENDED
   */
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

  /**
   * Where a guest without an account plays a private screening. Guests count by their seats, not as streams.
   * @throws as `order`
   */
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
    // A missing film is being prepared; a missing trailer does not exist.
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

  /** The clear file that hover cards play: of the trailer, else of the film. */
  function orderPreview({ viewer, account, title }: Requested): PlayableOrder {
    // The file is public: whoever has the address can play it.
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

/** How long a title that can be played is known by which players report, unless the catalogue changes. */
const TITLE_SECONDS = 5
const TITLES_MAX = 20_000

/** What a viewer may play. */
function createPlayRights({ clock, access, titles }: PlayRightsDeps) {
  const known = createDecisionCache<PlaybackTitle | undefined>(clock, {
    seconds: TITLE_SECONDS,
    max: TITLES_MAX,
    keeps: (title) => title?.isWindowOpen === true && title.assets.film !== undefined && (title.windowEndsAt ?? true),
  })
  return { find, mayPlay, clearKnown: known.clear }

  /** A video, and what the viewer's account owns. */
  async function find(viewer: Viewer, target: PlaybackTarget) {
    const [title, account] = await Promise.all([
      titles.playable(target, { region: viewer.region, now: clock.now() }),
      access.accountFacts(viewer.kind === 'member' ? viewer.accountId : null),
    ])
    return { title, account }
  }

  /**
   * True if the viewer may play the video, or could once the parental code is entered: a stream may outlast the unlock. What the account
   * owns is read only where the title is not free: players report often.
   */
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

/** Reports that one address may send at once, and the rate at which it may go on: too few to shape a day's figures. */
export const REPORT_RATE = { burst: 10, perSecond: 1 / 60 } as const
const DUE_EVERY_MS = 15 * 60_000
const REPORTS_KEPT_DAYS = 14
const DAYS_KEPT = 400
const ZONE = 'Asia/Hong_Kong'

/** How well titles play for their viewers, for the operators: a sample of reports, counted by day. Knows no viewer. */
export function createPlaybackReports({ db, clock }: { db: Kysely<Database>; clock: Clock }) {
  const buckets = createTokenBuckets(clock, REPORT_RATE)
  const domainModule: DomainModule = {
    scheduledTasks: [{ name: 'playback reports', everyMs: DUE_EVERY_MS, run: runDue }],
  }
  return { record, runDue, domainModule }

  /** Stores a report. Those beyond an address's rate are dropped: a household has no more, and one address is not to make the figures. It is not stored. */
  async function record(report: PlaybackReport, address: string): Promise<void> {
    if (buckets.take(networkShares(address)) > 0) return
    await insertReport(db, { at: clock.now(), report: countedAtMost(report) })
  }

  /** Counts the days that have ended, and deletes what is older than its retention. */
  async function runDue(): Promise<void> {
    const now = clock.now()
    const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
    await countReports(db, today)
    await deleteReports(db, now.subtract({ hours: REPORTS_KEPT_DAYS * 24 }))
    await deleteReportDays(db, today.subtract({ days: DAYS_KEPT }))
  }
}
