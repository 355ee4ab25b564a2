import { IngestError } from './media-errors.ts'

/** A subtitle cue, in milliseconds. `isAtTop` avoids text in the image. */
export type Cue = { start: number; end: number; text: string; isAtTop: boolean }

/** Maximum size of a subtitle file. Files with many animated signs reach some megabytes. */
export const SUBTITLE_MAX_BYTES = 20_000_000

/** Maximum length of a cue's source text. The rest, which no screen could show, is dropped. */
const CUE_MAX_CHARS = 10_000

const COMMON = new Set('的是不了我一在有人這这你好他個个們们來来到說说為为子和上嘅唔係喺咁佢')
const SAMPLE_CHARS = 100_000
function commonShare(text: string): number {
  let common = 0
  for (const letter of text.slice(0, SAMPLE_CHARS)) common += COMMON.has(letter) ? 1 : 0
  return common
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** Detects UTF-16 without a byte order mark by its zero bytes, which alternate wherever there is ASCII. */
function utf16WithoutBom(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 2000)
  const zeros = [0, 0]
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index & 1]!++
  })
  if (Math.max(...zeros) < head.length / 10) return null
  return zeros[1]! > zeros[0]! ? 'utf-16le' : 'utf-16be'
}

/**
 * Decodes a subtitle file: by byte order mark, else as UTF-8, UTF-16, Big5 or GB 18030, whichever yields more common
 * Chinese characters.
 */
export function decodeText(bytes: Uint8Array): string {
  const withBom =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null
  const wide = withBom ?? utf16WithoutBom(bytes)
  if (wide) return new TextDecoder(wide).decode(bytes)
  const utf8 = decodeStrictly(bytes, 'utf-8')
  if (utf8 !== null) return utf8
  const [big5, gb] = [decodeStrictly(bytes, 'big5'), decodeStrictly(bytes, 'gb18030')]
  if (gb !== null && (big5 === null || commonShare(gb) > commonShare(big5))) return gb
  return big5 ?? new TextDecoder('utf-8').decode(bytes)
}

/** Parses `1:02:03,450`, `02:03.45` and similar, into milliseconds; null for anything else. */
export function parseTime(text: string): number | null {
  const match = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,3}))?$/.exec(text.trim())
  if (!match) return null
  const [, hours = '0', minutes = '0', seconds = '0', part = '0'] = match
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(part.padEnd(3, '0'))
}

const TAG = /(<\/?[a-z0-9][^<>]*>)/i
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00A0', lrm: '', rlm: '' }
// oxlint-disable-next-line no-control-regex -- exactly those that must not reach a player
const CONTROLS = /[\u0000-\u0009\u000B-\u001F]/g

const unescaped = (text: string) =>
  text.replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name] ?? '')
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Replaces the override blocks of ASS, `{…}`, that start with `opening`. In one pass: a regular expression would read to
 * the end of the text from every brace that is never closed.
 */
function replaceBlocks(text: string, opening: string, replacement: (block: string) => string): string {
  let result = ''
  let from = 0
  for (;;) {
    const start = text.indexOf(opening, from)
    const end = start < 0 ? -1 : text.indexOf('}', start)
    if (end < 0) return result + text.slice(from)
    result += text.slice(from, start) + replacement(text.slice(start, end + 1))
    from = end + 1
  }
}

/** True if a tag of an override block matches, also in a block that is never closed. */
const hasOverride = (text: string, tag: RegExp): boolean =>
  text.split('}').some((part) => part.includes('{') && tag.test(part.slice(part.indexOf('{'))))

const TOP = /\\an?[789]\b/
const DRAWING = /\\p[1-9]/

const withItalics = (block: string) => (/\\i1/.test(block) ? '<i>' : /\\i0/.test(block) ? '</i>' : '')

/** Converts a cue's text to WebVTT: keeps bold, italic and underline, removes other tags, escapes the rest. */
export function cleanText(text: string): string {
  const parts = replaceBlocks(text, '{\\', () => '')
    .replace(CONTROLS, '')
    .split(TAG)
    .map((part, index) => {
      if (index % 2 === 0) return escaped(unescaped(part))
      return /^<\/?[biu]>$/i.test(part) ? part.toLowerCase() : ''
    })
  const lines = parts
    .join('')
    .split('\n')
    .map((line) => line.trim())
  return balanceTags(lines.filter((line) => line !== '').join('\n'))
}

/** Closes unclosed tags and removes unmatched closing tags, so that formatting does not extend to the next cue. */
function balanceTags(text: string): string {
  const open: string[] = []
  const matched = text.replace(/<(\/?)([biu])>/g, (tag, slash: string, name: string) => {
    if (!slash) {
      open.push(name)
      return tag
    }
    if (open.at(-1) !== name) return ''
    open.pop()
    return tag
  })
  return (
    matched +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  )
}

/** Parses SubRip and WebVTT: blocks with a timing line. */
function parseBlocks(text: string): Cue[] {
  return text.split(/\n{2,}/).flatMap((block) => {
    if (/^(NOTE|STYLE|REGION)\b/.test(block)) return []
    const lines = block.split('\n')
    const timingLine = lines.findIndex((line) => line.includes('-->'))
    if (timingLine < 0) return []
    const [from = '', rest = ''] = lines[timingLine]!.split('-->')
    const [to = '', ...settings] = rest.trim().split(/\s+/)
    const [start, end] = [parseTime(from), parseTime(to)]
    if (start === null || end === null) return []
    const body = lines
      .slice(timingLine + 1)
      .join('\n')
      .slice(0, CUE_MAX_CHARS)
    const isAtTop = /\{\\an?[789]\b/.test(body) || settings.some((setting) => /^line:(0|1?\d%)/.test(setting))
    return [{ start, end, text: cleanText(body), isAtTop }]
  })
}

/** Parses Advanced SubStation Alpha: the Dialogue lines of [Events], in the field order of the Format line. */
function parseAss(text: string): Cue[] {
  const events = text.slice(text.search(/^\[Events\]/im))
  const format = /^Format:(.*)$/im.exec(events)?.[1] ?? 'Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text'
  const names = format.split(',').map((name) => name.trim().toLowerCase())
  const [startField, endField] = [names.indexOf('start'), names.indexOf('end')]
  return [...events.matchAll(/^Dialogue:(.*)$/gim)].flatMap(([, line = '']) => {
    const fields = line.split(',')
    const body = fields
      .slice(names.length - 1)
      .join(',')
      .slice(0, CUE_MAX_CHARS)
    const [start, end] = [parseTime(fields[startField] ?? ''), parseTime(fields[endField] ?? '')]
    if (start === null || end === null || hasOverride(body, DRAWING)) return []
    const spoken = body.replace(/\\[Nn]/g, '\n').replaceAll(String.raw`\h`, ' ')
    const styled = replaceBlocks(spoken, '{', withItalics)
    return [{ start, end, text: cleanText(styled), isAtTop: hasOverride(body, TOP) }]
  })
}

/**
 * Parses SubRip, ASS or WebVTT.
 * @throws BAD_SUBTITLE when there is no cue with text, or the file is too large
 */
export function parseSubtitles(bytes: Uint8Array, file: string): Cue[] {
  if (bytes.length > SUBTITLE_MAX_BYTES) throw new IngestError('BAD_SUBTITLE', { file })
  const text = decodeText(bytes)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  const cues = /^\[(Script Info|Events)\]/im.test(text) ? parseAss(text) : parseBlocks(text)
  const spoken = cues
    .filter((cue) => cue.text !== '' && cue.end > cue.start)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
  if (spoken.length === 0) throw new IngestError('BAD_SUBTITLE', { file })
  return spoken
}

const vttTime = (milliseconds: number) => {
  const pad = (value: number, width = 2) => String(Math.floor(value)).padStart(width, '0')
  return `${pad(milliseconds / 3_600_000)}:${pad((milliseconds / 60_000) % 60)}:${pad((milliseconds / 1000) % 60)}.${pad(milliseconds % 1000, 3)}`
}

/** Serializes cues as WebVTT. */
export function writeVtt(cues: readonly Cue[]): string {
  const block = (cue: Cue) =>
    `${vttTime(cue.start)} --> ${vttTime(cue.end)}${cue.isAtTop ? ' line:5%' : ''}\n${cue.text}\n`
  return ['WEBVTT\n', ...cues.map(block)].join('\n')
}

/** Serializes a storyboard as WebVTT: one cue per tile, each a region of its sprite. */
export function writeStoryboard(tiles: { start: number; end: number; target: string }[]): string {
  const block = ({ start, end, target }: { start: number; end: number; target: string }) =>
    `${vttTime(start)} --> ${vttTime(end)}\n${target}\n`
  return ['WEBVTT\n', ...tiles.map(block)].join('\n')
}
