/**
 * All other demuxers are refused, in particular playlists (hls, dash, concat) and image sequences, which open other files. Audio
 * containers are reported as having no video.
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

/** Only this file and known containers. `file:` prevents a name with colons from being read as a protocol. */
export function inputArgs(file: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS.join(','), '-i', `file:${file}`]
}

/** Of every ffmpeg run. Progress is written to standard output. */
export const QUIET = ['-hide_banner', '-nostdin', '-y', '-loglevel', 'error']
export const WITH_PROGRESS = [...QUIET, '-nostats', '-progress', 'pipe:1']

/** Far enough to find streams that start late. */
export const DEEP_PROBE = ['-analyzeduration', '20000000', '-probesize', '50000000']

/** Whatever the file's name. */
export const outputFile = (path: string): string => `file:${path}`

export const NO_METADATA = ['-map_metadata', '-1', '-map_chapters', '-1']
