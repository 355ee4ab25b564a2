import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import type { Clock } from '#server/kit/clock.ts'
import { type Effort, type Variants, variantsOf } from './encodings.ts'

/** No answer is older than this, here or in a shared cache. */
export const CACHE_SECONDS = 60
const BYTES_MAX = 64 * 1024 * 1024
const ENTRIES_MAX = 10_000
/** What an entry takes besides its bytes and its key: objects, validators, ready headers. */
const ENTRY_BYTES = 2_000
/** Callers choose what stands in a key: longer ones are kept as their digest. */
const KEY_LENGTH_MAX = 256
/** URLs remembered as asking for an entry: a flood of made-up query fields may not fill the memory. */
const ALIASES_MAX = 5_000
const ALIAS_LENGTH_MAX = 1_000

/** A stored answer; it may be sent until `expiresAtMs` of the injected clock. */
export interface Entry {
  readonly variants: Variants
  readonly contentType: string
  readonly expiresAtMs: number
  readonly held?: Held | undefined
}

/** What is kept with an answer to make others from, and how many bytes that counts as. */
export interface Held {
  readonly value: object
  readonly bytes: number
}

/** What a miss computes. */
export interface Filling {
  readonly bytes: Buffer
  readonly contentType: string
  /** The answer changes at this instant at the latest. */
  readonly until?: Temporal.Instant | undefined
  readonly effort?: Effort
  readonly held?: Held | undefined
}

export interface CacheStats {
  readonly hits: number
  readonly misses: number
  readonly entries: number
  /** URLs remembered. */
  readonly aliases: number
  readonly bytes: number
}

/** Answers to visitors, encoded once and sent many times. */
export interface ResponseCache {
  /** The lean path: an entry by the raw URL (and whatever else decides it) that led to it before. */
  peek(alias: string): Entry | undefined
  /** The entry of a key, if there is one. */
  find(key: string): Entry | undefined
  /** The entry of a key, filled when it is missing or over; one fill at a time for each key. */
  get(key: string, fill: () => Promise<Filling>): Promise<Entry>
  /** Remembers that a raw URL leads to a key. */
  remember(alias: string, key: string): void
  /** Forgets everything; fills under way are answered but not kept. */
  invalidate(): void
  stats(): CacheStats
}

export interface CacheOptions {
  readonly clock: Clock
  /** The first licence window edge after an instant. */
  readonly nextEdge: (now: Temporal.Instant) => Promise<Temporal.Instant | undefined>
  /** Of entries with their keys. */
  readonly maxBytes?: number
  readonly maxEntries?: number
}

/** An in-memory cache. An entry lives at most a minute and never past the next licence window edge. */
export function createResponseCache(options: CacheOptions): ResponseCache {
  const { clock, nextEdge, maxBytes = BYTES_MAX, maxEntries = ENTRIES_MAX } = options
  const store = createStore(clock, { maxBytes, maxEntries })
  const edges = createEdges(nextEdge)
  const aliases = new LRUCache<string, string>({ max: ALIASES_MAX })
  let underway = new Map<string, Promise<Entry>>()
  let [hits, misses] = [0, 0]
  return {
    peek,
    find: (key) => fresh(shortKey(key)),
    get,
    remember,
    invalidate,
    stats: () => ({ hits, misses, aliases: aliases.size, entries: store.count(), bytes: store.bytes() }),
  }

  function peek(alias: string): Entry | undefined {
    const key = aliases.get(alias)
    return key === undefined ? undefined : fresh(key)
  }

  function fresh(key: string): Entry | undefined {
    const entry = store.take(key)
    if (entry) hits++
    return entry
  }

  function get(asked: string, fill: () => Promise<Filling>): Promise<Entry> {
    const key = shortKey(asked)
    const kept = fresh(key)
    if (kept) return Promise.resolve(kept)
    const waiting = underway.get(key)
    if (waiting) return waiting
    misses++
    const round = underway
    const filling = fillOnce(key, fill, round).finally(() => round.delete(key))
    round.set(key, filling)
    return filling
  }

  async function fillOnce(key: string, fill: () => Promise<Filling>, round: object): Promise<Entry> {
    const entry = await make(fill)
    // Invalidated meanwhile: the entry answers only the requests that were already waiting.
    if (round !== underway) return { ...entry, expiresAtMs: 0 }
    store.keep(key, entry)
    return entry
  }

  async function make(fill: () => Promise<Filling>): Promise<Entry> {
    const now = clock.now()
    const minute = now.add({ seconds: CACHE_SECONDS })
    const [filling, next] = await Promise.all([fill(), edges.after(now)])
    const { bytes, contentType, until, effort = 'answer', held } = filling
    const ends = [minute, next, until].filter((instant) => instant !== undefined)
    const expiresAtMs = Math.min(...ends.map((end) => end.epochMilliseconds))
    return { variants: await variantsOf(bytes, effort), contentType, expiresAtMs, held }
  }

  function remember(alias: string, key: string): void {
    if (alias.length > ALIAS_LENGTH_MAX) return
    aliases.set(alias, shortKey(key))
  }

  function invalidate(): void {
    store.clear()
    edges.forget()
    aliases.clear()
    underway = new Map()
  }
}

type Bounds = Required<Pick<CacheOptions, 'maxBytes' | 'maxEntries'>>

/** Entries within the bounds; the least recently used is evicted first. */
function createStore(clock: Clock, { maxBytes, maxEntries }: Bounds) {
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (entry, key) => sizeOf(key, entry),
  })
  let sweptMs = clock.now().epochMilliseconds
  const isExpired = ({ expiresAtMs }: Entry) => expiresAtMs <= clock.now().epochMilliseconds
  /** Expired entries that nobody requests again are removed once in an entry's lifetime. */
  const sweep = () => {
    const nowMs = clock.now().epochMilliseconds
    if (nowMs - sweptMs < CACHE_SECONDS * 1000) return
    sweptMs = nowMs
    const expired = [...entries.entries()].filter(([, entry]) => isExpired(entry))
    for (const [key] of expired) entries.delete(key)
  }
  return {
    count: () => entries.size,
    bytes: () => entries.calculatedSize,
    /** The entry unless it has expired; it becomes the most recently used. */
    take(key: string): Entry | undefined {
      const entry = entries.get(key)
      if (!entry || !isExpired(entry)) return entry
      entries.delete(key)
      return undefined
    },
    keep(key: string, entry: Entry): void {
      sweep()
      if (isExpired(entry)) entries.delete(key)
      else entries.set(key, entry)
    },
    clear: () => entries.clear(),
  }
}

/** The next window edge, fetched once for each interval between two edges. */
function createEdges(nextEdge: CacheOptions['nextEdge']) {
  let known: { from: Temporal.Instant; to: Temporal.Instant | undefined } | undefined
  let round = 0
  return {
    async after(now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
      if (known && isWithin(known, now)) return known.to
      const asked = round
      const to = await nextEdge(now)
      if (asked === round) known = { from: now, to }
      return to
    },
    forget(): void {
      known = undefined
      round++
    },
  }
}

const isWithin = (
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant | undefined },
  now: Temporal.Instant,
): boolean => Temporal.Instant.compare(now, from) >= 0 && (to === undefined || Temporal.Instant.compare(now, to) < 0)

const sizeOf = (key: string, { variants, held }: Entry): number =>
  [...new Set(Object.values(variants))].reduce(
    (sum, { bytes }) => sum + bytes.length,
    ENTRY_BYTES + key.length * 2 + (held?.bytes ?? 0),
  )

const shortKey = (key: string): string =>
  key.length <= KEY_LENGTH_MAX ? key : createHash('sha256').update(key).digest('base64url')
