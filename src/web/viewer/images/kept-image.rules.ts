import * as z from 'zod/mini'
import { imageToken } from '#contract/image-uploads.ts'

const keptImage = z.object({
  imageToken,
  /** Shows it, for a day. */
  imageURL: z.string().check(z.startsWith('/u/')),
  bytes: z.number(),
  metadataRemoved: z.boolean(),
  name: z.string(),
})
export type KeptImage = Readonly<z.output<typeof keptImage>>

export const writeImage = (image: KeptImage): string => JSON.stringify(image)

/** Undefined for none, and for an edited draft. */
export function readImage(value: string): KeptImage | undefined {
  try {
    return z.safeParse(keptImage, JSON.parse(value)).data
  } catch {
    return undefined
  }
}
