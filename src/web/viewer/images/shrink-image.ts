/** The longest side of a photograph that was made smaller, in pixels: the server keeps none larger. */
const SIDE_MAX = 2048
const QUALITY = 0.85

/**
 * A photograph from a phone as a smaller JPEG.
 * @returns the file itself where this browser cannot read it as an image, or nothing is gained
 */
export async function shrinkImage(file: File): Promise<File> {
  const smaller = await encodeSmaller(file).catch(() => undefined)
  return smaller && smaller.size < file.size ? smaller : file
}

async function encodeSmaller(file: File): Promise<File | undefined> {
  const image = await createImageBitmap(file)
  const scale = Math.min(1, SIDE_MAX / Math.max(image.width, image.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.width * scale)
  canvas.height = Math.round(image.height * scale)
  const context = canvas.getContext('2d')
  if (!context) return undefined
  // JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  image.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY))
  return blob ? new File([blob], file.name, { type: blob.type }) : undefined
}
