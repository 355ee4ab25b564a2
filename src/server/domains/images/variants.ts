import { buffer } from 'node:stream/consumers'
import { CONTENT_TYPE, sourceKey, variantKey, type ImageWidth } from './images.rules.ts'
import type { ImageCodec, ImageFormat, ImageStore } from './ports.ts'
import { createSemaphore } from './semaphore.ts'

/** One core encodes for those who wait; lists keep the others. */
const ENCODING_AT_ONCE = 1
/**
 * Places in the queue: of all, and of one address, which holds what a few browsers behind it ask for at once. Ten seconds are
 * dozens of pictures; who has waited so long is told to come again rather than kept on the line.
 */
const WAITING = { waiting: 300, each: 100, waitMs: 10_000 } as const
const KNOWN_MAX = 20_000

export type VariantName = { hash: string; width: ImageWidth; format: ImageFormat }

/** The sizes and formats of pictures in the store. */
export interface Variants {
  has(variant: VariantName): Promise<boolean>
  /**
   * Makes a variant unless it is there; however many ask at a time, it is made once. Askers (addresses) take turns; without
   * one it is the house's own work. @throws UNAVAILABLE when too many wait, or for too long
   */
  ensure(variant: VariantName, asker?: string): Promise<void>
}

export function createVariants({ store, codec }: { store: ImageStore; codec: ImageCodec }): Variants {
  const present = new Set<string>()
  /** What is asked for, by asker and variant: each asker stands in their own queue, also for what another waits for. */
  const asked = new Map<string, Promise<void>>()
  const turn = createSemaphore({ atOnce: ENCODING_AT_ONCE, ...WAITING })
  return { has, ensure }

  async function has({ hash, width, format }: VariantName): Promise<boolean> {
    const key = variantKey(hash, width, format)
    if (present.has(key)) return true
    if (!(await store.stat(key))) return false
    remember(key)
    return true
  }

  async function ensure(variant: VariantName, asker?: string): Promise<void> {
    if (await has(variant)) return
    const key = variantKey(variant.hash, variant.width, variant.format)
    const place = `${asker ?? ''} ${key}`
    const waiting = asked.get(place) ?? turn(() => makeMissing(variant, key), asker).finally(() => asked.delete(place))
    asked.set(place, waiting)
    await waiting
  }

  /** Another's turn may have made it while this one waited. One works at a time, so nothing is made twice. */
  async function makeMissing(variant: VariantName, key: string): Promise<void> {
    if (!present.has(key)) await make(variant, key)
  }

  async function make({ hash, width, format }: VariantName, key: string): Promise<void> {
    const source = await store.open(sourceKey(hash))
    if (!source) throw new Error(`the source of picture ${hash} is missing in the store`)
    const bytes = await codec.encode(await buffer(source.body), { width, format })
    await store.put(key, { bytes }, { contentType: CONTENT_TYPE[format] })
    remember(key)
  }

  function remember(key: string): void {
    if (present.size >= KNOWN_MAX) present.clear()
    present.add(key)
  }
}
