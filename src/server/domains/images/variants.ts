import { buffer } from 'node:stream/consumers'
import { CONTENT_TYPE, sourceKey, variantKey, type ImageWidth } from './images.rules.ts'
import type { ImageCodec, ImageFormat, ImageStore } from './ports.ts'
import { createTurns } from './turns.ts'

/** One core encodes for those who wait; lists keep the others. */
const ENCODING_AT_ONCE = 1
const ENCODING_WAITING_MAX = 300
const KNOWN_MAX = 20_000

export type VariantName = { hash: string; width: ImageWidth; format: ImageFormat }

/** The sizes and formats of pictures in the store. */
export interface Variants {
  has(variant: VariantName): Promise<boolean>
  /** Makes a variant unless it is there; however many ask at a time, it is made once. @throws UNAVAILABLE when too many wait */
  ensure(variant: VariantName): Promise<void>
}

export function createVariants({ store, codec }: { store: ImageStore; codec: ImageCodec }): Variants {
  const present = new Set<string>()
  const making = new Map<string, Promise<void>>()
  const turn = createTurns({ atOnce: ENCODING_AT_ONCE, waiting: ENCODING_WAITING_MAX })
  return { has, ensure }

  async function has({ hash, width, format }: VariantName): Promise<boolean> {
    const key = variantKey(hash, width, format)
    if (present.has(key)) return true
    if (!(await store.stat(key))) return false
    remember(key)
    return true
  }

  async function ensure(variant: VariantName): Promise<void> {
    if (await has(variant)) return
    const key = variantKey(variant.hash, variant.width, variant.format)
    const running = making.get(key) ?? turn(() => make(variant, key)).finally(() => making.delete(key))
    making.set(key, running)
    await running
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
