import { buffer } from 'node:stream/consumers'
import { CONTENT_TYPE, SHARE_CARD, sourceKey, variantKey, type ImageSize } from './images.rules.ts'
import type { ImageCodec, ImageFormat, ImageStore } from './ports.ts'
import { type Client, createSemaphore } from './semaphore.ts'

/** On-demand encodes use one core; the other cores serve requests. */
const CONCURRENT_ENCODES = 1
/**
 * Queue limits, in total and per client address: enough for a few browsers behind one address. Dozens of images are
 * encoded in ten seconds; after that the client is asked to retry.
 */
const QUEUE_LIMITS = { maxWaiting: 300, maxWaitingPerClient: 100, waitMs: 10_000 } as const
const CACHE_ENTRIES_MAX = 20_000

export type VariantName = { hash: string; size: ImageSize; format: ImageFormat }

/** Encoded variants of images in the store. */
export interface Variants {
  has(variant: VariantName): Promise<boolean>
  /**
   * Encodes a variant if it does not exist. Concurrent calls encode it once. Calls are scheduled round-robin by
   * network and address; calls without a client are internal.
   * @throws UNAVAILABLE when too many calls wait, or the wait is too long
   */
  ensure(variant: VariantName, client?: Client): Promise<void>
}

export function createVariants({ store, codec }: { store: ImageStore; codec: ImageCodec }): Variants {
  const stored = new Set<string>()
  /**
   * Pending calls by client and variant. Each client waits in its own queue, even for a variant that another client
   * waits for.
   */
  const pending = new Map<string, Promise<void>>()
  const semaphore = createSemaphore({ concurrency: CONCURRENT_ENCODES, ...QUEUE_LIMITS })
  return { has, ensure }

  async function has({ hash, size, format }: VariantName): Promise<boolean> {
    const key = variantKey(hash, size, format)
    if (stored.has(key)) return true
    if (!(await store.stat(key))) return false
    remember(key)
    return true
  }

  async function ensure(variant: VariantName, client?: Client): Promise<void> {
    if (await has(variant)) return
    const key = variantKey(variant.hash, variant.size, variant.format)
    const pendingKey = `${client?.address ?? ''} ${key}`
    const waiting =
      pending.get(pendingKey) ??
      semaphore(() => makeMissing(variant, key), client).finally(() => pending.delete(pendingKey))
    pending.set(pendingKey, waiting)
    await waiting
  }

  /** The variant may exist by now. Encodes run one at a time, so none is made twice. */
  async function makeMissing(variant: VariantName, key: string): Promise<void> {
    if (!stored.has(key)) await make(variant, key)
  }

  async function make({ hash, size, format }: VariantName, key: string): Promise<void> {
    const source = await store.open(sourceKey(hash))
    if (!source) throw new Error(`the source of image ${hash} is missing in the store`)
    const original = await buffer(source.body)
    const bytes = await (size === 'card'
      ? codec.encodeCard(original, SHARE_CARD)
      : codec.encode(original, { width: size, format }))
    await store.put(key, { bytes }, { contentType: CONTENT_TYPE[format] })
    remember(key)
  }

  function remember(key: string): void {
    if (stored.size >= CACHE_ENTRIES_MAX) stored.clear()
    stored.add(key)
  }
}
