/** Time for the browser to start the download before the object URL is revoked. */
const KEPT_MS = 60_000

export function saveFile({ fileName, bytes }: { fileName: string; bytes: Uint8Array }, type: string): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
