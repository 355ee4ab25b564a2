import * as z from 'zod/mini'
import { imageToken } from '#contract/image-uploads.ts'

/** An uploaded image that a form holds. As text it is the value of its field, and stays with the draft of the form. */
const keptImage = z.object({
  /** What the form is sent with. */
  imageToken,
  /** Shows it, for a day. */
  imageURL: z.string().check(z.startsWith('/u/')),
  bytes: z.number(),
  metadataRemoved: z.boolean(),
  /** The sender's name of the file; it is not sent. */
  name: z.string(),
})
export type KeptImage = Readonly<z.output<typeof keptImage>>

export const writeImage = (image: KeptImage): string => JSON.stringify(image)

/** The image of a field's value; undefined for none, and for a draft that somebody has edited. */
export function readImage(value: string): KeptImage | undefined {
  try {
    return z.safeParse(keptImage, JSON.parse(value)).data
  } catch {
    return undefined
  }
}
