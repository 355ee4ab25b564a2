import type { EdgeKey } from './edge-keys.rules.ts'
import { grantEnd, streamSlotRequiredFrom, signGrant, type Grant, type GrantKind } from './grants.rules.ts'
import { assetFor, decidePlayback, grantHolder, hostBase, rightEnd } from './authorize.rules.ts'
import type { PlaybackDeps, AccountStream, PlaybackAsset, PlaybackTarget, PlaybackTitle, SeatPlay } from './ports.ts'
import { AppError } from '#contract/errors.ts'
import type { PlaybackKind, PlaybackPhase } from '#contract/playback.ts'
import {
  type AccessDecision,
  type AccountFacts,
  type Offer,
  OWNS_NOTHING,
  viewerFacts,
} from '#server/domains/access/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import { createDecisionCache } from '#server/kit/decision-cache.ts'
import { inSpan } from '#server/kit/request-context.ts'

type PlayRequest = PlaybackTarget & { kind: PlaybackKind; phase?: PlaybackPhase }

export type PlayableStream = {
  outcome: 'playable'
  redirectURL: string
  expiresAt: string
  storyboardURL?: string
  /** `name`: what an operator calls it. */
  subtitles: { lang: string; url: string; name?: string | undefined }[]
}

type PlayAnswer =
  | PlayableStream
  | { outcome: 'quote'; offers: readonly Offer[]; title: Pick<PlaybackTitle, 'programId' | 'windowEndsAt'> }
  | { outcome: 'full'; streams: AccountStream[] }

/** What opens a title. */
type Entitlement = Extract<AccessDecision, { access: 'play' }>['by']

type Requested = { viewer: Viewer; account: AccountFacts; title: PlaybackTitle; phase: PlaybackPhase; seat?: SeatPlay }

type Granted = {
  title: PlaybackTitle
  asset: PlaybackAsset
  kind: GrantKind
  end: Temporal.Instant
  phase: PlaybackPhase
  seat: SeatPlay | undefined
  edge: EdgeKey | undefined
}

/** Cache time of playable titles for progress reports. */
const TITLE_SECONDS = 5
const TITLES_MAX = 20_000

/** Decides play requests and signs the grants of those that may play. */
export function createAuthorization(deps: PlaybackDeps) {
  const { clock, access, titles, hosts, streams } = deps
  const known = createDecisionCache<PlaybackTitle | undefined>(clock, {
    seconds: TITLE_SECONDS,
    max: TITLES_MAX,
    keeps: (title) => title?.isWindowOpen === true && title.assets.film !== undefined && (title.windowEndsAt ?? true),
  })
  return { authorize, authorizeSeat, decide, entitlement, clearKnown: known.clear }

  /** @throws NOT_FOUND; LOGIN_REQUIRED; PARENTAL_CODE_REQUIRED; the reason why access is denied; STREAM_ENDED */
  async function authorize(viewer: Viewer, { kind, phase = 'start', ...target }: PlayRequest): Promise<PlayAnswer> {
    const { title, account } = await inSpan('title and rights', () => find(viewer, target))
    if (!title) throw new AppError('NOT_FOUND')
    const requested = { viewer, account, title, phase }
    if (kind === 'preview') return authorizePreview(requested)
    const answer = await authorizeStream(requested, kind)
    if (answer.outcome !== 'playable' || kind !== 'movie' || viewer.kind !== 'member' || phase === 'preload')
      return answer
    const slot = await inSpan('stream of the account', () =>
      phase === 'renewal' ? streams.resume(viewer, title) : streams.begin(viewer, title),
    )
    return slot.outcome === 'full' ? slot : answer
  }

  /** For guests without an account, who take seats instead of slots. @throws as `authorize` */
  async function authorizeSeat(viewer: Viewer, seat: SeatPlay): Promise<PlayableStream> {
    const { programId } = seat.screening
    const title = await titles.playable({ programId }, { region: viewer.region, now: clock.now() })
    if (!title) throw new AppError('NOT_FOUND')
    const account = { ...OWNS_NOTHING, screenings: [seat.screening] }
    const answer = await authorizeStream({ viewer, account, title, phase: 'start', seat }, 'movie')
    if (answer.outcome !== 'playable') throw new AppError('WINDOW_CLOSED')
    return answer
  }

  async function authorizeStream(
    { viewer, account, title, phase, seat }: Requested,
    kind: GrantKind,
  ): Promise<PlayAnswer> {
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
    const sign = async () => {
      const edge = await deps.edgeKeys?.signing()
      return playable(deps, viewer, { title, asset, kind, end, phase, seat, edge })
    }
    return inSpan('sign grant', sign, { 'harbour.asset': asset.assetId })
  }

  /** The clear file of hover cards: of the trailer, else of the film. */
  function authorizePreview({ viewer, account, title }: Requested): PlayableStream {
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

  /** On the film, without a grant. Undefined for a title that is not in the catalogue. */
  async function decide(viewer: Viewer, target: PlaybackTarget): Promise<AccessDecision | undefined> {
    const { title, account } = await find(viewer, target)
    return title && decidePlayback(viewerFacts(viewer, account), { title, kind: 'movie' }, clock.now())
  }

  async function find(viewer: Viewer, target: PlaybackTarget) {
    const [title, account] = await Promise.all([
      titles.playable(target, { region: viewer.region, now: clock.now() }),
      access.accountFacts(viewer.kind === 'member' ? viewer.accountId : null),
    ])
    return { title, account }
  }

  /** What opens the title, also if only the parental code is missing: streams may outlast an unlock. Reads the account only if needed. */
  async function entitlement(viewer: Viewer, target: PlaybackTarget): Promise<Entitlement | undefined> {
    const { region } = viewer
    const key = JSON.stringify([region, target.programId, target.programGuid])
    const title = await known.get(key, () => titles.playable(target, { region, now: clock.now() }))
    if (!title) return undefined
    const openedBy = (account: AccountFacts) => {
      const facts = { ...viewerFacts(viewer, account), unlocked: true }
      const decision = decidePlayback(facts, { title, kind: 'movie' }, clock.now())
      return decision.access === 'play' ? decision.by : undefined
    }
    const free = openedBy(OWNS_NOTHING)
    if (free || viewer.kind !== 'member') return free
    return openedBy(await access.accountFacts(viewer.accountId))
  }
}

function playable(
  { clock, key, hosts }: PlaybackDeps,
  viewer: Viewer,
  { title, asset, kind, end, phase, seat, edge }: Granted,
): PlayableStream {
  const member = viewer.kind === 'member' ? viewer : undefined
  const facts: Grant = {
    assetId: asset.assetId,
    programId: title.programId,
    programGuid: title.programGuid,
    kind,
    kids: viewer.kids,
    ...grantHolder(member),
    streamSlotRequiredFrom: kind === 'movie' && member ? streamSlotRequiredFrom(phase, clock.now()) : null,
    seat: seat ? [seat.seatId, seat.plays] : null,
    expiresAt: end.epochMilliseconds / 1000,
  }
  const grant = signGrant(key, facts, edge)
  const base = `${hostBase(hosts, { isMember: member !== undefined }, asset)}/v/${grant}/${asset.assetId}`
  return {
    outcome: 'playable',
    redirectURL: `${base}/master.m3u8`,
    expiresAt: end.toString(),
    storyboardURL: `${base}/storyboard/storyboard.vtt`,
    subtitles: asset.subtitleLanguages.map((lang, at) => ({
      lang,
      name: asset.subtitleNames?.[at] || undefined,
      url: `${base}/sub-${lang}/${lang}.vtt`,
    })),
  }
}
