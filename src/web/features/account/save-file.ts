/** How long the browser may take to begin with a file before its address is taken away. */
const KEPT_MS = 60_000

/** Hands a file to the reader's downloads. */
export function saveFile({ fileName, bytes }: { fileName: string; bytes: Uint8Array }, type: string): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS)
}
