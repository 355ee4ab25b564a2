const VARIANT = '#EXT-X-STREAM-INF:'
const codecsOf = (line: string) => /CODECS="([^"]*)"/.exec(line)?.[1] ?? ''
const rateOf = (line: string) => Number(/[:,]BANDWIDTH=(\d+)/.exec(line)?.[1] ?? 0)

/**
 * Gives variants of one picture whose sound differs in nothing but its group (stereo and 5.1 in AAC) the same bit rate, that of the
 * highest. hls.js takes such variants as one level with several audio groups. Otherwise its automatic quality moves between the
 * groups and replaces the chosen track by another of the same language. A media playlist stays as it is.
 */
export function alignAudioGroups(playlist: string): string {
  if (!playlist.includes(VARIANT)) return playlist
  const lines = playlist.split('\n')
  const keyAt = (at: number) => `${codecsOf(lines[at]!)} ${lines[at + 1]}`
  const highest = new Map<string, number>()
  lines.forEach((line, at) => {
    if (line.startsWith(VARIANT)) highest.set(keyAt(at), Math.max(highest.get(keyAt(at)) ?? 0, rateOf(line)))
  })
  return lines
    .map((line, at) =>
      line.startsWith(VARIANT) ? line.replace(/([:,]BANDWIDTH=)\d+/, `$1${highest.get(keyAt(at))}`) : line,
    )
    .join('\n')
}
