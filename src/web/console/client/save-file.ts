/** The browser's own download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Time for the browser to start the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
