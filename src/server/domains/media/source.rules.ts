import {
  SOURCE_MAX_BYTES,
  SOURCE_MAX_LONG_SIDE,
  SOURCE_MAX_SECONDS,
  SOURCE_MAX_SHORT_SIDE,
  SOURCE_MIN_SHARE,
  type IngestNote,
} from '#contract/ingest.ts'
import { IngestError } from './media-errors.ts'
import type { SourceFacts, StreamScan, VideoStreamFacts } from './media-model.ts'

const END_TOLERANCE = 0.5

/** Signatures of files that reference other files, which must not be opened. */
const LISTS = [
  /^#EXTM3U/,
  /^ffconcat\s+version/i,
  /^file\s+['"]?\S/i,
  /^\[playlist\]/i,
  /^RTSPtext/i,
  /^v=0\r?\n/,
  /^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?<(MPD|SmoothStreamingMedia|asx|smil|playlist)[\s>]/i,
  /^\[Reference\]/i,
  /^#!?\s*(concat|playlist)\b/i,
]

export function pointsElsewhere(head: Uint8Array): boolean {
  const text = new TextDecoder('utf-8')
    .decode(head)
    .replace(/^\uFEFF/, '')
    .trimStart()
  return LISTS.some((list) => list.test(text))
}

export function checkSize(bytes: number): void {
  if (bytes === 0) throw new IngestError('EMPTY_FILE')
  if (bytes > SOURCE_MAX_BYTES) throw new IngestError('TOO_LARGE', { limit: SOURCE_MAX_BYTES, found: bytes })
}

const BOXES = new Set(
  'ftyp styp moov moof mfra mdat free skip wide pnot uuid meta meco udta sidx ssix prft emsg pdin imda'.split(' '),
)

/** An MP4 that exceeds the file is truncated. @param all top-level boxes */
export function checkBoxes(all: { type: string; start: number; size: number }[], bytes: number): void {
  // Some programs leave bytes behind the last box.
  const isComplete = all.some(({ type, start, size }) => type === 'moov' && start + size <= bytes)
  const boxes = all.filter(({ type, start, size }) => BOXES.has(type) || !isComplete || start + size <= bytes)
  const claimed = boxes.reduce((end, box) => Math.max(end, box.start + box.size), 0)
  if (claimed > SOURCE_MAX_BYTES) throw new IngestError('TOO_LARGE', { limit: SOURCE_MAX_BYTES, found: claimed })
  if (bytes < claimed * SOURCE_MIN_SHARE) throw new IngestError('TRUNCATED', { found: bytes, limit: claimed })
}

export function mainVideoStream(source: SourceFacts): VideoStreamFacts {
  const videos = source.video.filter((stream) => !stream.isCover)
  const stream = videos.find((stream) => !stream.isStill) ?? videos[0]
  if (!stream) throw new IngestError(source.video.length > 0 ? 'COVER_ONLY' : 'NO_VIDEO')
  const [short, long] = [stream.width, stream.height].toSorted((a, b) => a - b) as [number, number]
  if (short < 2) throw new IngestError('NOT_A_VIDEO')
  if (long > SOURCE_MAX_LONG_SIDE || short > SOURCE_MAX_SHORT_SIDE) {
    throw new IngestError('TOO_BIG_PICTURE', { found: long, limit: SOURCE_MAX_LONG_SIDE })
  }
  return stream
}

/** Drops undecodable tracks unless they are the last of their kind. @throws NO_DECODER */
export function knownTracks(source: SourceFacts): { facts: SourceFacts; notes: IngestNote[] } {
  const isKnown = ({ codec }: { codec: string }) => !['', 'none', 'unknown'].includes(codec)
  const [audio, video] = [source.audio.filter(isKnown), source.video.filter(isKnown)]
  const left = [...source.audio, ...source.video].filter((stream) => !isKnown(stream))
  const [first] = left
  const isKindLost =
    (audio.length === 0 && source.audio.length > 0) ||
    (source.video.some(({ isCover }) => !isCover) && video.every(({ isCover }) => isCover))
  if (first && isKindLost) throw new IngestError('NO_DECODER', { detail: trackName(first) })
  const notes = left.map((stream) => ({ code: 'TRACK_LEFT_OUT' as const, params: { detail: trackName(stream) } }))
  return { facts: { ...source, audio, video }, notes }
}

export const trackName = ({ index, codec, tag }: { index: number; codec: string; tag?: string }): string =>
  [`#${index}`, codec || tag].filter((part) => part !== undefined && part !== '').join(' ')

/** Shorter than this share of the longest video, a stream is an unmarked cover. */
const FRACTION = 0.5

export function withoutCovers(source: SourceFacts, scans: ReadonlyMap<number, StreamScan>): SourceFacts {
  const secondsOf = ({ index }: VideoStreamFacts) => (scans.get(index)?.end ?? 0) - source.startSeconds
  const videos = source.video.filter(({ isCover }) => !isCover)
  const longest = Math.max(0, ...videos.map(secondsOf))
  const film = videos.find((stream) => secondsOf(stream) > 0 && secondsOf(stream) >= longest * FRACTION)
  return film ? { ...source, video: [{ ...film, isStill: false }] } : source
}

/** Where a declared length starts to count, in seconds before the first picture: in Matroska at zero, else at the start of the file. */
export const countedFrom = ({ container, startSeconds }: SourceFacts): number =>
  container.includes('matroska') ? startSeconds : 0

const SOUND_TOLERANCE = 1

/** Longer sound ends with the video. @throws VIDEO_ENDS_EARLY */
export function checkSpan(source: SourceFacts, scans: ReadonlyMap<number, StreamScan>, end: number): IngestNote[] {
  const sound = Math.max(0, ...source.audio.map(({ index }) => (scans.get(index)?.end ?? 0) - source.startSeconds))
  const whole = Math.max(sound, source.isLengthDeclared ? (source.seconds ?? 0) - countedFrom(source) : 0)
  if (end < whole * FRACTION && whole - end > SOUND_TOLERANCE)
    throw new IngestError('VIDEO_ENDS_EARLY', { found: end, limit: whole })
  return sound - end > SOUND_TOLERANCE
    ? [{ code: 'SOUND_CUT', params: { found: Math.round(sound), limit: Math.round(end) } }]
    : []
}

/** A length beyond the limit decides nothing: what is read is compared with it. */
export function withoutImpossibleLength(source: SourceFacts): SourceFacts {
  const isPossible = (seconds: number | null) => seconds === null || seconds <= SOURCE_MAX_SECONDS
  const claims = [source.seconds, ...source.video.map(({ seconds }) => seconds)].filter((one) => !isPossible(one))
  if (claims.length === 0) return source
  const video = source.video.map((stream) => (isPossible(stream.seconds) ? stream : { ...stream, seconds: null }))
  const claimedSeconds = Math.max(...claims.map(Number))
  return { ...source, video, seconds: null, isLengthDeclared: false, claimedSeconds }
}

/** @throws TOO_LONG when what was read agrees with the claim */
export function checkClaim(source: SourceFacts, scans: ReadonlyMap<number, StreamScan>): void {
  if ((source.claimedSeconds ?? 0) <= SOURCE_MAX_SECONDS) return
  const end = (scans.get(mainVideoStream(source).index)?.end ?? 0) - source.startSeconds
  if (end > SOURCE_MAX_SECONDS) throw new IngestError('TOO_LONG', { found: end, limit: SOURCE_MAX_SECONDS })
}

export function wrongHeaders(
  source: SourceFacts,
  read: { end: number; bytes: number; claimed: number | null },
): IngestNote[] {
  const { end, bytes, claimed } = read
  const declared = source.claimedSeconds ?? (source.isLengthDeclared ? source.seconds : null)
  const isImpossible = declared !== null && (declared < 0 || declared > SOURCE_MAX_SECONDS)
  const isLengthWrong = isImpossible || (declared !== null && end - declared > Math.max(SOUND_TOLERANCE, end * 0.02))
  const isSizeWrong = claimed !== null && bytes < claimed * SOURCE_MIN_SHARE
  return [
    ...(isLengthWrong
      ? [{ code: 'HEADER_LENGTH' as const, params: { found: Math.round(end), limit: Math.round(declared) } }]
      : []),
    ...(isSizeWrong ? [{ code: 'HEADER_SIZE' as const, params: { found: bytes, limit: claimed } }] : []),
  ]
}

/** Played by its base layer. @throws DOLBY_VISION without one for other screens, as in profile 5 */
export function checkDolbyVision({ dolbyVision }: VideoStreamFacts): IngestNote[] {
  if (!dolbyVision) return []
  const { profile, compatibility } = dolbyVision
  const detail = `profile ${profile}${compatibility > 0 && profile >= 8 ? `.${compatibility}` : ''}`
  // Profile 7 carries HDR10 in its base layer, whatever is declared.
  if (profile === 5 || (compatibility === 0 && profile !== 7)) throw new IngestError('DOLBY_VISION', { detail })
  return [{ code: 'BASE_LAYER', params: { detail } }]
}

export function declaredSeconds(source: SourceFacts): number {
  const declared = [source.seconds, ...source.video.map((stream) => stream.seconds)].filter((claim) => claim !== null)
  const longest = Math.max(0, ...declared)
  if (longest > SOURCE_MAX_SECONDS) throw new IngestError('TOO_LONG', { found: longest, limit: SOURCE_MAX_SECONDS })
  return mainVideoStream(source).seconds ?? source.seconds ?? 0
}

/** Seconds: a slide can stay for minutes. */
const PICTURE_GAP_MAX = 600
/** Seconds by which decoding times may go back. */
const RETURN_MAX = 1
/** Seconds; filled silence is held in memory. */
const SOUND_GAP_MAX = 3600

/**
 * Refuses contents that contradict the headers: too long, missing pictures, gaps (the encoder would fill them), restarting timestamps
 * (it would drop them). @returns end of the video in seconds
 */
export function checkPackets(source: SourceFacts, scans: ReadonlyMap<number, StreamScan>): number {
  const video = mainVideoStream(source)
  const scan = scans.get(video.index)
  const end = (scan?.end ?? 0) - source.startSeconds
  if (!scan || end <= 0) throw new IngestError('NOT_A_VIDEO')
  if (scan.longestGap > PICTURE_GAP_MAX)
    throw new IngestError('BAD_TIMESTAMPS', { found: Math.round(scan.longestGap), limit: PICTURE_GAP_MAX })
  if (scan.longestReturn > RETURN_MAX) throw new IngestError('TIMES_RETURN', { found: Math.round(scan.longestReturn) })
  if (end > SOURCE_MAX_SECONDS) throw new IngestError('TOO_LONG', { found: end, limit: SOURCE_MAX_SECONDS })
  for (const { index } of source.audio) checkSoundGap(scans.get(index) ?? { longestGap: 0 })
  if (video.frames !== null && scan.packets < video.frames * SOURCE_MIN_SHARE && video.frames - scan.packets > 1)
    throw new IngestError('TRUNCATED', { found: scan.packets, limit: video.frames })
  return end
}

export function checkSoundGap({ longestGap }: Pick<StreamScan, 'longestGap'>): void {
  if (longestGap > SOUND_GAP_MAX)
    throw new IngestError('BAD_TIMESTAMPS', { found: Math.round(longestGap), limit: SOUND_GAP_MAX })
}

/** A shorter file passes if its packets reach its declared duration. */
export function checkSegment(claimed: number | null, bytes: number, source: SourceFacts): void {
  const isShort = claimed !== null && bytes < claimed * SOURCE_MIN_SHARE
  if (isShort && source.seconds === null) throw new IngestError('TRUNCATED', { found: bytes, limit: claimed })
}

export function checkPositions(positions: readonly number[], seconds: number): void {
  const past = positions.find((position) => position > seconds + END_TOLERANCE)
  if (past !== undefined) throw new IngestError('POSITION_PAST_END', { found: past, limit: seconds })
}

/** Refuses more than one per cent of undecodable frames. */
export function checkDecoded(planned: number, actual: number): void {
  if (actual < planned * SOURCE_MIN_SHARE && planned - actual > END_TOLERANCE) {
    throw new IngestError('DAMAGED', { found: Math.round(actual), limit: Math.round(planned) })
  }
}

/** Refuses packets that end more than one per cent early. */
export function checkEnd(declared: number, actual: number): void {
  if (actual < declared * SOURCE_MIN_SHARE && declared - actual > END_TOLERANCE) {
    throw new IngestError('TRUNCATED', { found: Math.round(actual), limit: Math.round(declared) })
  }
}
