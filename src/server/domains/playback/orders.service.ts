import { AppError } from '#contract/errors.ts'
import type { OrderKind, OrderPhase } from '#contract/orders.ts'
import { type AccountFacts, type Offer, OWNS_NOTHING, viewerFacts } from '#server/domains/access/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import type { Clock } from '#server/kit/clock.ts'
import { grantEnd, slotRequiredFrom, signGrant, type GrantKind } from './grants.rules.ts'
import { createPlayRights } from './play-rights.service.ts'
import { assetFor, decidePlayback, grantHolder, hostBase, type HostBases, rightEnd } from './orders.rules.ts'
import type {
  AccountStream,
  PlaybackAccess,
  PlaybackAsset,
  PlaybackTarget,
  PlaybackTitle,
  PlaybackTitles,
  SeatOrder,
  StreamSlots,
} from './ports.ts'

export type OrdersDeps = {
  clock: Clock
  key: Uint8Array
  access: PlaybackAccess
  titles: PlaybackTitles
  hosts: HostBases
  streams: StreamSlots
}

export type OrderRequest = PlaybackTarget & { kind: OrderKind; phase?: OrderPhase }

/** Where a title plays, and until when the address is valid. The wire names the languages. */
export type PlayableOrder = {
  outcome: 'playable'
  redirectURL: string
  expiresAt: string
  storyboardURL?: string
  subtitles: { lang: string; url: string }[]
}

/** What an order comes to when it is not refused: an address, what the title costs this viewer, or the streams that take all places. */
export type Order =
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
export function createOrders({ clock, key, access, titles, hosts, streams }: OrdersDeps) {
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
