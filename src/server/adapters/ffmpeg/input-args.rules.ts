/**
 * The containers that a film may come in. Everything else is refused by the demuxer itself: above all playlists (hls, dash, concat)
 * and picture sequences, which open other files. Sound containers are here so that they are told "no picture", not "no video file".
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

/** What every reading of a source begins with: only this file, only known containers. The `file:` keeps a name with colons a name. */
export function inputArgs(file: string): string[] {
  return ['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS.join(','), '-i', `file:${file}`]
}

/** What every run of the encoder begins with. Progress goes to standard output. */
export const QUIET = ['-hide_banner', '-nostdin', '-y', '-loglevel', 'error']
export const WITH_PROGRESS = [...QUIET, '-nostats', '-progress', 'pipe:1']

/** A look far enough into the file to find streams that begin late. */
export const DEEP_LOOK = ['-analyzeduration', '20000000', '-probesize', '50000000']

/** A file as an output, whatever its name. */
export const outputFile = (path: string): string => `file:${path}`

/** Our own files leave no trace of the source's names and dates. */
export const NO_METADATA = ['-map_metadata', '-1', '-map_chapters', '-1']
