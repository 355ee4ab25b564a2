import type { Images } from '#server/domains/images/index.ts'

type Previews = Pick<Images, 'previews'>

/** Undefined for an image that has none. */
export async function previewOf(images: Previews, url: string): Promise<string | undefined> {
  return (url && (await images.previews([url])).get(url)) || undefined
}

/** Adds the preview of each `imageURL`, with one query for all. */
export async function withPreviews<T extends { imageURL: string }>(
  images: Previews,
  list: readonly T[],
): Promise<(T & { imagePreview: string | undefined })[]> {
  const previews = await images.previews(list.map(({ imageURL }) => imageURL))
  return list.map((one) => ({ ...one, imagePreview: previews.get(one.imageURL) || undefined }))
}
