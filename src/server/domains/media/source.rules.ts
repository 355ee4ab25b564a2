import {
  SOURCE_MAX_BYTES,
  SOURCE_MAX_LONG_SIDE,
  SOURCE_MAX_SECONDS,
  SOURCE_MAX_SHORT_SIDE,
  SOURCE_MIN_SHARE,
} from '#contract/ingest.ts'
import { IngestError } from './media-errors.ts'
import type { SourceFacts, VideoStreamFacts } from './media-model.ts'

/** A truncated end of less than this is a container's rounding, whatever its share, in seconds. */
const END_TOLERANCE = 0.5

/** Playlists and lists of other files, by how they begin: such a file is no film, and nothing that it names is ever opened. */
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

/** Tells by the first bytes whether a file only names others. */
export function pointsElsewhere(head: Uint8Array): boolean {
  const text = new TextDecoder('utf-8')
    .decode(head)
    .replace(/^\uFEFF/, '')
    .trimStart()
  return LISTS.some((list) => list.test(text))
}

/** Refuses a file by its size alone. */
export function checkSize(bytes: number): void {
  if (bytes === 0) throw new IngestError('EMPTY_FILE')
  if (bytes > SOURCE_MAX_BYTES) throw new IngestError('TOO_LARGE', { limit: SOURCE_MAX_BYTES, found: bytes })
}

/**
 * Refuses an MP4 whose boxes claim more bytes than the file has: the end never arrived, or the header lies.
 * @param boxes the top-level boxes, from the file's own headers
 */
export function checkBoxes(boxes: { start: number; size: number }[], bytes: number): void {
  const claimed = boxes.reduce((end, box) => Math.max(end, box.start + box.size), 0)
  if (claimed > SOURCE_MAX_BYTES) throw new IngestError('TOO_LARGE', { limit: SOURCE_MAX_BYTES, found: claimed })
  if (bytes < claimed * SOURCE_MIN_SHARE) throw new IngestError('TRUNCATED', { found: bytes, limit: claimed })
}

/** The stream that is the film: the first that is no cover picture. Refuses a source that has none, or one of impossible size. */
export function mainVideoStream(source: SourceFacts): VideoStreamFacts {
  const film = source.video.find((stream) => !stream.isCover)
  if (!film) throw new IngestError(source.video.length > 0 ? 'COVER_ONLY' : 'NO_VIDEO')
  const [short, long] = [film.width, film.height].toSorted((a, b) => a - b) as [number, number]
  if (short < 2) throw new IngestError('NOT_A_VIDEO')
  if (long > SOURCE_MAX_LONG_SIDE || short > SOURCE_MAX_SHORT_SIDE) {
    throw new IngestError('TOO_BIG_PICTURE', { found: long, limit: SOURCE_MAX_LONG_SIDE })
  }
  return film
}

/** Seconds that the film declares: its own stream's, else the container's. Refuses what claims to be too long. */
export function declaredSeconds(source: SourceFacts): number {
  const claims = [source.seconds, ...source.video.map((stream) => stream.seconds)].filter((claim) => claim !== null)
  const longest = Math.max(0, ...claims)
  if (longest > SOURCE_MAX_SECONDS) throw new IngestError('TOO_LONG', { found: longest, limit: SOURCE_MAX_SECONDS })
  return mainVideoStream(source).seconds ?? source.seconds ?? 0
}

/** Refuses an episode whose skip button or end lies past the film itself. */
export function checkPositions(positions: readonly number[], seconds: number): void {
  const past = positions.find((position) => position > seconds + END_TOLERANCE)
  if (past !== undefined) throw new IngestError('POSITION_PAST_END', { found: past, limit: seconds })
}

/** Refuses a film whose packets end more than one per cent before the length that it declares. */
export function checkEnd(declared: number, found: number): void {
  if (found < declared * SOURCE_MIN_SHARE && declared - found > END_TOLERANCE) {
    throw new IngestError('TRUNCATED', { found: Math.round(found), limit: Math.round(declared) })
  }
}
