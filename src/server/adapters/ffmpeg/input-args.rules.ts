/**
 * Accepted source containers. The demuxer refuses all others, in particular playlists (hls, dash, concat) and image
 * sequences, which open other files.
 * Audio containers are included so that they are reported as having no video instead of as unknown files.
 */
const CONTAINERS = [
  'mov',
  'matroska',
  'mpegts',
  'mpeg',
  'avi',
  'flv',
  'asf',
  'ogg',
  'mxf',
  'gxf',
  'nut',
  'dv',
  'rm',
  'mp3',
  'flac',
  'wav',
  'aac',
  'aiff',
  'ac3',
  'eac3',
]

/**
 * Input arguments for a source: only this file, only known containers. The `file:` prefix prevents a name with colons
 * from being read as a protocol.
 */
export function inputArgs(file: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS.join(','), '-i', `file:${file}`]
}

/** Common arguments of every ffmpeg run. Progress is written to standard output. */
export const QUIET = ['-hide_banner', '-nostdin', '-y', '-loglevel', 'error']
export const WITH_PROGRESS = [...QUIET, '-nostats', '-progress', 'pipe:1']

/** Probes far enough into the file to find streams that start late. */
export const DEEP_PROBE = ['-analyzeduration', '20000000', '-probesize', '50000000']

/** A file as output, whatever its name. */
export const outputFile = (path: string): string => `file:${path}`

/** Drops the metadata and chapters of the source. */
export const NO_METADATA = ['-map_metadata', '-1', '-map_chapters', '-1']
