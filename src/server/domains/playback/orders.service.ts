import { AppError } from '#contract/errors.ts'
import type { OrderKind } from '#contract/orders.ts'
import { factsOf } from '#server/domains/access/index.ts'
import type { Viewer } from '#server/domains/viewer.ts'
import type { Clock } from '#server/kit/clock.ts'
import { grantEnd, signGrant, type GrantKind } from './grants.rules.ts'
import { assetFor, decidePlayback, hostBase, STREAM_OF, type OrderViewer, type HostBases } from './orders.rules.ts'
import type { PlaybackTitle, PlaybackTitles, PlaybackTarget } from './ports.ts'

export type OrdersDeps = { clock: Clock; key: Uint8Array; titles: PlaybackTitles; hosts: HostBases }

export type OrderRequest = PlaybackTarget & { kind: OrderKind }

/** Where something plays, and until when the address is good. The wire names the languages. */
export type Order = {
  redirectURL: string
  expiresAt: string
  storyboardURL?: string
  subtitles: { lang: string; url: string }[]
}

/** The order call: who may play gets an address. */
export function createOrders({ clock, key, titles, hosts }: OrdersDeps) {
  return { order }

  /**
   * Where a title plays for this viewer.
   * @throws NOT_FOUND when it is not published or has no such thing; LOGIN_REQUIRED; PARENTAL_CODE_REQUIRED; the reason for which access is denied
   */
  async function order(viewer: Viewer, { kind, ...wish }: OrderRequest): Promise<Order> {
    const title = await titles.playable(wish, { region: viewer.region, now: clock.now() })
    if (!title) throw new AppError('NOT_FOUND')
    return kind === 'preview' ? orderPreview(factsOf(viewer), title) : orderStream(viewer, title, STREAM_OF[kind])
  }

  function orderStream(viewer: Viewer, title: PlaybackTitle, kind: GrantKind): Order {
    const asker = factsOf(viewer)
    const asset = assetFor(title, kind)
    // A film that is not there is being prepared; a trailer that is not there does not exist.
    if (kind !== 'movie' && !asset) throw new AppError('NOT_FOUND')
    const decision = decidePlayback(asker, title, kind)
    if (decision.access === 'login') throw new AppError('LOGIN_REQUIRED')
    if (decision.access === 'parental') throw new AppError('PARENTAL_CODE_REQUIRED')
    if (decision.access === 'deny') throw new AppError(decision.reason)
    const end = grantEnd(clock.now(), title.windowEndsAt)
    if (!asset || !end) throw new AppError('WINDOW_CLOSED')
    const member = viewer.kind === 'member' ? viewer : undefined
    const grant = signGrant(key, {
      assetId: asset.assetId,
      programId: title.programId,
      programGuid: title.programGuid,
      kind,
      kids: viewer.kids,
      unlocked: asker.unlocked,
      accountId: member?.accountId ?? null,
      sessionId: member?.sessionId ?? null,
      // The session's own: a call that was narrowed to a child's profile did not choose it.
      profileId: (member?.narrowedFrom === undefined ? member?.profileId : member.narrowedFrom) ?? null,
      expiresAt: end.epochMilliseconds / 1000,
    })
    const base = `${hostBase(hosts, asker, asset)}/v/${grant}/${asset.assetId}`
    return {
      redirectURL: `${base}/master.m3u8`,
      expiresAt: end.toString(),
      storyboardURL: `${base}/storyboard/storyboard.vtt`,
      subtitles: asset.subtitleLanguages.map((lang) => ({
        lang,
        url: `${base}/sub-${lang}/${lang}.vtt`,
      })),
    }
  }

  /** The clear file that hover cards play: of the trailer, else of the film. */
  function orderPreview(asker: OrderViewer, title: PlaybackTitle): Order {
    // It is public: whoever has the address can play it.
    if (title.restriction === 'III') throw new AppError('CLASS_REFUSED')
    const decision = decidePlayback(asker, title, 'trailer')
    if (decision.access === 'deny' && decision.reason !== 'PREPARING') throw new AppError(decision.reason)
    const asset = [title.assets.trailer, title.assets.film].find((candidate) => candidate?.previewKey)
    const end = grantEnd(clock.now(), title.windowEndsAt)
    if (!asset || !end) throw new AppError('NOT_FOUND')
    const redirectURL = `${hostBase(hosts, asker, asset)}/${asset.previewKey}`
    return { redirectURL, expiresAt: end.toString(), subtitles: [] }
  }
}
