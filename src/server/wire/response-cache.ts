import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import type { Clock } from '#server/kit/clock.ts'
import { type Effort, type Variants, variantsOf } from './encodings.ts'

/** Here and in shared caches. */
export const CACHE_SECONDS = 60
const BYTES_MAX = 64 * 1024 * 1024
const ENTRIES_MAX = 10_000
/** Of an entry's objects, validators and headers; estimated. */
const ENTRY_BYTES = 2_000
/** Longer keys, which clients make, are stored as their digest. */
const KEY_LENGTH_MAX = 256
/** URLs that map to entries: arbitrary query fields cannot exhaust memory. */
const ALIASES_MAX = 5_000
const ALIAS_LENGTH_MAX = 1_000

/** Valid until `expiresAtMs` of the injected clock. */
export interface Entry {
  readonly variants: Variants
  readonly contentType: string
  readonly expiresAtMs: number
  readonly held?: Held | undefined
}

/** Kept with a response to derive others from; its size counts. */
export interface Held {
  readonly value: object
  readonly bytes: number
}

export interface ComputedResponse {
  readonly bytes: Buffer
  readonly contentType: string
  readonly until?: Temporal.Instant | undefined
  readonly effort?: Effort
  readonly held?: Held | undefined
}

export interface CacheStats {
  readonly hits: number
  readonly misses: number
  readonly entries: number
  readonly aliases: number
  readonly bytes: number
}

export interface ResponseCache {
  /** The fast path: by the raw URL of an earlier request, and the properties that it depends on. */
  peek(alias: string): Entry | undefined
  find(key: string): Entry | undefined
  /** Concurrent requests of a missing key share one computation. */
  get(key: string, fill: () => Promise<ComputedResponse>): Promise<Entry>
  remember(alias: string, key: string): void
  /** Computations in progress are returned but not stored. */
  invalidate(): void
  stats(): CacheStats
}

export interface CacheOptions {
  readonly clock: Clock
  readonly nextEdge: (now: Temporal.Instant) => Promise<Temporal.Instant | undefined>
  readonly maxBytes?: number
  readonly maxEntries?: number
}

/** In memory. An entry expires after a minute, or at the next edge. */
export function createResponseCache(options: CacheOptions): ResponseCache {
  const { clock, nextEdge, maxBytes = BYTES_MAX, maxEntries = ENTRIES_MAX } = options
  const store = createStore(clock, { maxBytes, maxEntries })
  const edges = createEdges(nextEdge)
  const aliases = new LRUCache<string, string>({ max: ALIASES_MAX })
  let inFlight = new Map<string, Promise<Entry>>()
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

  function get(requestedKey: string, fill: () => Promise<ComputedResponse>): Promise<Entry> {
    const key = shortKey(requestedKey)
    const cached = fresh(key)
    if (cached) return Promise.resolve(cached)
    const pending = inFlight.get(key)
    if (pending) return pending
    misses++
    const generation = inFlight
    const computation = computeEntry(key, fill, generation).finally(() => generation.delete(key))
    generation.set(key, computation)
    return computation
  }

  async function computeEntry(key: string, fill: () => Promise<ComputedResponse>, generation: object): Promise<Entry> {
    const entry = await encodeEntry(fill)
    // Invalidated meanwhile: only waiting requests get the entry.
    if (generation !== inFlight) return { ...entry, expiresAtMs: 0 }
    store.keep(key, entry)
    return entry
  }

  async function encodeEntry(fill: () => Promise<ComputedResponse>): Promise<Entry> {
    const now = clock.now()
    const minute = now.add({ seconds: CACHE_SECONDS })
    const [computed, next] = await Promise.all([fill(), edges.after(now)])
    const { bytes, contentType, until, effort = 'answer', held } = computed
    const ends = [minute, next, until].filter((instant) => instant !== undefined)
    const expiresAtMs = Math.min(...ends.map((end) => end.epochMilliseconds))
    return { variants: variantsOf(bytes, effort), contentType, expiresAtMs, held }
  }

  function remember(alias: string, key: string): void {
    if (alias.length > ALIAS_LENGTH_MAX) return
    aliases.set(alias, shortKey(key))
  }

  function invalidate(): void {
    store.clear()
    edges.forget()
    aliases.clear()
    inFlight = new Map()
  }
}

type Bounds = Required<Pick<CacheOptions, 'maxBytes' | 'maxEntries'>>

/** Evicts the least recently used first. */
function createStore(clock: Clock, { maxBytes, maxEntries }: Bounds) {
  const entries = new LRUCache<string, Entry>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: (entry, key) => sizeOf(key, entry),
  })
  let sweptMs = clock.now().epochMilliseconds
  const isExpired = ({ expiresAtMs }: Entry) => expiresAtMs <= clock.now().epochMilliseconds
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

function createEdges(nextEdge: CacheOptions['nextEdge']) {
  let known: { from: Temporal.Instant; to: Temporal.Instant | undefined } | undefined
  let generation = 0
  return {
    async after(now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
      if (known && isWithin(known, now)) return known.to
      const startedIn = generation
      const to = await nextEdge(now)
      if (startedIn === generation) known = { from: now, to }
      return to
    },
    forget(): void {
      known = undefined
      generation++
    },
  }
}

const isWithin = (
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant | undefined },
  now: Temporal.Instant,
): boolean => Temporal.Instant.compare(now, from) >= 0 && (to === undefined || Temporal.Instant.compare(now, to) < 0)

const sizeOf = (key: string, { variants, held }: Entry): number =>
  ENTRY_BYTES + key.length * 2 + variants.size + (held?.bytes ?? 0)

const shortKey = (key: string): string =>
  key.length <= KEY_LENGTH_MAX ? key : createHash('sha256').update(key).digest('base64url')
