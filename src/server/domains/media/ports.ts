import type { Readable } from 'node:stream'
import type { TitleDraft } from '#contract/ingest.ts'
import type { Db, Database } from '#server/kit/db.ts'
import type {
  AssetRole,
  EncodePlan,
  FramePlan,
  MediaFacts,
  SourceFacts,
  SourcePacket,
  StoryboardPlan,
  StreamScan,
} from './media-model.ts'
import type { Kysely } from 'kysely'
import type { Clock } from '#server/kit/clock.ts'
import type { Log } from '#server/kit/log.ts'

export type * from './media-model.ts'
export type { TitleDraft } from '#contract/ingest.ts'
export { frameCount } from './media-model.ts'
export { IngestError } from './media-errors.ts'

/** Content for `put`: bytes in memory, or a file to read from disk. */
export type MediaBody = { bytes: Uint8Array } | { file: string }

/** Metadata of a stored object. */
export type MediaStat = { size: number; contentType: string; etag: string }

/** An inclusive byte range, as in HTTP. */
export type ByteRange = { start: number; end: number }

/**
 * Object store for media: a local folder or an S3-compatible service, with the same keys.
 * A key is a relative path of safe characters (`a/{assetId}/v720/00001.m4s`). Writes are atomic.
 */
export interface MediaStore {
  /** Stores an object, atomically replacing an existing one. */
  put(key: string, body: MediaBody, options: { contentType: string }): Promise<void>
  /** Opens an object or a range of it; null if it does not exist. `stat.size` is the size of the whole object. */
  open(key: string, range?: ByteRange): Promise<{ stat: MediaStat; body: Readable } | null>
  /** Metadata of an object; null if it does not exist. */
  stat(key: string): Promise<MediaStat | null>
  /** Removes the objects below a prefix that ends in `/`, or the object with exactly this key. */
  remove(prefix: string): Promise<void>
  /** Lists the keys below a prefix (ends in `/`; empty for all), in no particular order. */
  list(prefix: string): AsyncIterable<string>
  /**
   * Local file path of the object for sendfile and X-Accel-Redirect; null if the store is not a folder. Does not check
   * that it exists.
   */
  localPath(key: string): string | null
}

/** Progress of an encoder run: encoded seconds, and speed relative to real time. */
export type EncodeProgress = { seconds: number; speed: number | null }

/** Options of an encoder run: pid file, priority, cancellation. */
export type EncoderRun = {
  /** The process id is written here, so that a later attempt can end a process left by a dead worker. */
  pidFile: string
  background: boolean
  signal: AbortSignal
  onProgress?: (progress: EncodeProgress) => void
}

/** Context of a step. `folder` becomes the clear package; `tmp`, if present, is the step's own part of it. */
export type StepContext = { transcoder: Transcoder; folder: string; run: EncoderRun }

/** Port for the encoder. Methods throw `IngestError`. */
export interface Transcoder {
  /** Reads the properties of a file, without opening other files that it references. */
  probe(file: string): Promise<SourceFacts>
  /** Reads the times of every packet, by stream index. */
  scan(file: string): Promise<ReadonlyMap<number, StreamScan>>
  /** Reads the packets of a stream in decoding order. */
  packets(file: string, stream: number, onPacket: (packet: SourcePacket) => void): Promise<void>
  /** Integrated loudness in LUFS of an audio stream mixed to stereo; null for silence. */
  loudness(file: string, stream: number, run: EncoderRun): Promise<number | null>
  /** Writes every rung and audio track of the plan as fragmented MP4 into `folder`, in one process. */
  encode(plan: EncodePlan, folder: string, run: EncoderRun): Promise<void>
  /** The command line of `encode`, for display and for the benchmark. */
  commandLine(plan: EncodePlan, folder: string): string
  /** Writes the muted 480p progressive preview. `isCopy`: the input is small enough to be copied. */
  preview(input: string, output: string, run: EncoderRun & { isCopy?: boolean }): Promise<void>
  /** Writes the storyboard sprites as `{n}.jpg`, starting at 0. */
  storyboard(plan: StoryboardPlan, folder: string, run: EncoderRun): Promise<void>
  /** Writes single frames as JPEG. */
  frames(plan: FramePlan, folder: string, run: EncoderRun): Promise<void>
  /** Extracts a text subtitle stream: as ASS for an output `*.ass`, else as SubRip. */
  subtitle(source: { file: string; stream: number }, output: string, run: EncoderRun): Promise<void>
  /** Ends a process left by a dead worker, if the pid file names one that is still ours. */
  endOrphan(pidFile: string): Promise<void>
}

/** A ready asset, passed to the catalogue in the transaction that marks it ready. */
export type AssetAttachment = { programGuid: string; role: AssetRole; assetId: string; facts: MediaFacts }

/**
 * Catalogue operations needed by media. Both writes join the transaction that marks the assets ready, so a title
 * appears together with its video or not at all.
 */
export interface TitleWriter {
  /**
   * Throws AppError for a draft that could not be created, before hours are spent on encoding.
   * @returns the class that the video will have: that of its series for an episode
   */
  checkDraft(draft: TitleDraft): Promise<{ restriction: string }>
  /**
   * Creates and publishes the title, or the episode of `draft.series`. Writes catalogue tables only.
   * @param audioLanguage first language of the film's sound, from which the title takes its own
   */
  createTitle(tx: Db, draft: TitleDraft, audioLanguage?: string): Promise<{ programId: string; programGuid: string }>
  /**
   * Makes this asset the one played for the guid in this role, replacing an earlier one. Stores the facts for its
   * cards.
   * @returns the id of the earlier one
   */
  attachAsset(tx: Db, attachment: AssetAttachment): Promise<{ replaced: string | undefined }>
}

/** Dependencies of the media domain. */
export type MediaDeps = {
  db: Kysely<Database>
  clock: Clock
  log: Log
  store: MediaStore
  transcoder: Transcoder
  titles: TitleWriter
  /** Runs work under a lock that is released when its holder ends; undefined if the lock is taken (kit `withLock`). */
  lock: <T>(key: string, work: () => Promise<T>) => Promise<T | undefined>
  /** 32-byte key that wraps the content keys. */
  masterKey: Buffer
  /** Folder for jobs and clear packages: `DATA_DIR/work`. */
  workFolder: string
  /** Retry interval of a job paused by a full disk, in milliseconds. Default 30 000. */
  diskRetryMs?: number
}
