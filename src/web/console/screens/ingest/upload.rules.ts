import type { INGEST_ROLES, IngestTarget } from '#contract/admin/ingest.ts'
import type { Match } from './file-match.rules.ts'

export type ItemRole = (typeof INGEST_ROLES)[number]

export interface QueuedFile {
  readonly fileId: string
  readonly file: File
  readonly state: 'waiting' | 'uploading' | 'paused' | 'failed' | 'offline' | 'complete'
  readonly sent: number
  /** Bytes a second. */
  readonly rate: number | undefined
  /** Of the server. */
  readonly message: string | undefined
  readonly uploadId: string | undefined
  /** Of subtitles. */
  readonly language: string
}

/** A film, trailer or opening with its subtitles. */
export interface Item {
  readonly itemId: string
  readonly media: QueuedFile
  readonly subtitles: readonly QueuedFile[]
  readonly role: ItemRole
  readonly target: IngestTarget | undefined
  /** By the name of the file; undefined where the operator has chosen. */
  readonly match?: Match | undefined
  readonly startsWhenReady: boolean
  readonly isStarting: boolean
  readonly message: string | undefined
}

const SMOOTHING = 0.2

/** Bytes a second, as a moving mean. The bytes of the first call were there before. */
export function rateOf(): (sent: number, nowMs: number) => number | undefined {
  let before: { sent: number; atMs: number } | undefined
  let rate: number | undefined
  return (sent, atMs) => {
    const seconds = before === undefined ? 0 : (atMs - before.atMs) / 1_000
    if (before !== undefined && seconds < 0.5) return rate
    if (before !== undefined && sent >= before.sent) {
      const now = (sent - before.sent) / seconds
      rate = rate === undefined ? now : rate + (now - rate) * SMOOTHING
    }
    before = { sent, atMs }
    return rate
  }
}

export const secondsLeft = ({ file, sent, rate }: Pick<QueuedFile, 'file' | 'sent' | 'rate'>): number | undefined =>
  rate === undefined || rate < 1 ? undefined : (file.size - sent) / rate
