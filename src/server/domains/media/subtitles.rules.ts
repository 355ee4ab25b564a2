import { IngestError } from './media-errors.ts'
import { type Decoded, decodeText } from './subtitle-encoding.rules.ts'
import {
  cleanText,
  type Cue,
  CUE_MAX_CHARS,
  findOverride,
  parseTime,
  replaceBlocks,
  topOverride,
  cueText,
  isEmptyLine,
  tidyLines,
} from './subtitle-text.rules.ts'
import { XMLParser } from 'fast-xml-parser'

/** Files with many animated signs reach some megabytes. */
export const SUBTITLE_MAX_BYTES = 20_000_000

/** `lost`: cues with text whose times cannot be read, or end before they start; line (from 1) of the first. */
export type ReadSubtitles = {
  cues: Cue[]
  damaged: Decoded['damaged']
  twice?: number | undefined
  lost: { line: number; count: number } | null
}

/** A cue, or the line of one that is lost; where lines are not at hand, of the first of them. */
type Parsed = Cue | { lostAt: number }
const lineAt = (text: string, position: number): number => text.slice(0, Math.max(0, position)).split('\n').length
const isCue = (one: Parsed): one is Cue => 'text' in one

/** SubRip, WebVTT, ASS, SSA, TTML. @param source the declared language chooses the encoding @throws BAD_SUBTITLE */
export function readSubtitles(bytes: Uint8Array, source: { file: string; language?: string }): ReadSubtitles {
  const { file, language } = source
  if (bytes.length > SUBTITLE_MAX_BYTES) throw new IngestError('BAD_SUBTITLE', { file })
  const decoded = decodeText(bytes, language)
  const text = decoded.text.replaceAll('\uFEFF', '').replace(/\r+\n|\r|\u2028/g, '\n')
  const parsed = cuesOf(text)
  const cues = parsed
    .filter(isCue)
    .filter((cue) => cue.text !== '' && cue.end > cue.start)
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
  if (cues.length === 0) throw new IngestError('BAD_SUBTITLE', { file })
  const lost = parsed.flatMap((one) => (isCue(one) ? [] : [one.lostAt]))
  return {
    cues,
    damaged: decoded.damaged,
    twice: decoded.twice,
    lost: lost[0] === undefined ? null : { line: lost[0], count: lost.length },
  }
}

function cuesOf(text: string): Parsed[] {
  if (/^\[(Script Info|Events|V4\+? Styles)\]/im.test(text)) return parseAss(text)
  if (!isTtml(text)) return parseLines(text)
  try {
    return parseTtml(text)
  } catch {
    // Not well-formed.
    return []
  }
}

type Timing = { line: number; start: number; end: number; settings: string[] } | { line: number; start: null }

/** Arrows as people type them, between times alone. */
const CLOCK = /\d{1,3}:\d{1,2}:\d{1,2}(?:[,.:] ?\d{1,9})?/.source
const OTHER_ARROW = new RegExp(`^(\\s*${CLOCK}\\s*)(?:->|-- >|—>|–>|→)(?=\\s*${CLOCK}(?:\\s|$))`)

/** Null start: malformed, its cue is lost. */
function timingOf(written: string, line: number): Timing | null {
  const text = written.length > 200 ? written : written.replace(OTHER_ARROW, '$1-->')
  const arrow = text.indexOf('-->')
  if (arrow < 0) return null
  const right = text.slice(arrow + 3).trimStart()
  const to = /^[\d:]{3,12}(?:[,.] ?\d{1,9})?(?=\s|$)/.exec(right)?.[0]
  const start = arrow > 30 ? null : parseTime(text.slice(0, arrow).replaceAll(' ', ''))
  const end = to === undefined ? null : parseTime(to.replaceAll(' ', ''))
  if (start !== null && end !== null && to !== undefined)
    return { line, start, end, settings: right.slice(to.length).trim().split(/\s+/) }
  return /^\s*-?\d/.test(text) ? { line, start: null } : null
}

const isBlank = (line: string | undefined) => line === undefined || isEmptyLine(line)
const isNumber = (line: string | undefined) => /^\s*\d{1,9}\s*$/.test(line ?? '')

/** No two lines follow each other. */
const isDoubled = (lines: readonly string[]): boolean =>
  lines.every((line, n) => isBlank(line) || isBlank(lines[n + 1]))

const SETTING = /^[A-Za-z]+\d?:[^\s:]/

/** A cue extends to the identifier of the next timing line, whatever blank lines are missing. */
function parseLines(text: string): Parsed[] {
  const written = text.split('\n')
  const isSpread = isDoubled(written)
  const lines = isSpread ? text.replaceAll('\n\n', '\n').split('\n') : written
  const isVtt = /^\s*WEBVTT/.test(text)
  const timings = lines.map((line, n) => timingOf(line, n)).filter((timing) => timing !== null)
  const isNumbered = timings[0] !== undefined && isNumber(lines[timings[0].line - 1])
  return timings.flatMap((timing, index) => {
    const lost = { lostAt: timing.line * (isSpread ? 2 : 1) + 1 }
    if (timing.start === null) return [lost]
    const { start, end, settings } = timing
    const next = timings[index + 1]
    const until = next ? next.line - (hasIdentifier(next.line) ? 1 : 0) : endOfLast(index + 2)
    const body = lines.slice(timing.line + 1, Math.max(timing.line + 1, until))
    const note = isVtt
      ? body.findIndex((line, n) => /^(NOTE|STYLE|REGION)(\s|$)/.test(line) && isBlank(body[n - 1]))
      : -1
    // Text of SubRip behind its times, where positions would stand.
    const isText = !isVtt && settings[0] !== '' && !settings.some((setting) => SETTING.test(setting))
    const beside = isText ? [settings.join(' ')] : []
    const shown = [...beside, ...(note < 0 ? body : body.slice(0, note))].join('\n').slice(0, CUE_MAX_CHARS)
    const isAtTop = topOverride(shown) ?? settings.some((setting) => /^line:(0|1?\d%)/.test(setting))
    const cue = { start, end, text: cleanText(shown), isAtTop }
    return [end > start || cue.text === '' ? cue : lost]
  })

  function hasIdentifier(line: number): boolean {
    const identifier = lines[line - 1]
    if (isBlank(identifier)) return false
    const isAlone = isBlank(lines[line - 2])
    if (isNumber(identifier)) return isNumbered || isAlone
    return isAlone && (isVtt || /^\s*[\w.-]*\d[\w.-]*\s*$/.test(identifier ?? ''))
  }

  /** A counting number behind it belongs to a cut-off cue. */
  function endOfLast(following: number): number {
    const last = lines.findLastIndex((line) => !isBlank(line))
    return isNumbered && Number(lines[last]) === following && isBlank(lines[last - 1]) ? last : lines.length
  }
}

const fieldsOf = (line: string) => line.split(',').map((field) => field.trim())

/** Without a Format line. */
const STYLE_FORMAT = ['Name', ...Array<string>(17).fill(''), 'Alignment'].join(',')
const SSA_STYLE_FORMAT = ['Name', ...Array<string>(11).fill(''), 'Alignment'].join(',')

/** SSA counts alignments differently: 5 to 7. */
function topStyles(text: string): Set<string> {
  const top = new Set<string>()
  let kind: '' | 'V4' | 'V4+' = ''
  let names: string[] = []
  for (const line of text.split('\n')) {
    // A style's name may begin with a bracket, its line does not.
    const section = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.toLowerCase()
    if (section !== undefined) {
      kind = /^v4\+\+? styles\+?$/.test(section) ? 'V4+' : section === 'v4 styles' ? 'V4' : ''
      names = fieldsOf(kind === 'V4' ? SSA_STYLE_FORMAT : STYLE_FORMAT).map((name) => name.toLowerCase())
    }
    const [, key = '', value = ''] = /^\s*(Format|Style)\s*:(.*)$/i.exec(line) ?? []
    if (kind === '' || key === '') continue
    const fields = fieldsOf(value)
    if (key.toLowerCase() === 'format') names = fields.map((name) => name.toLowerCase())
    else {
      const alignment = Number(fields[names.indexOf('alignment')])
      const isTop = kind === 'V4+' ? alignment >= 7 : alignment >= 5 && alignment <= 7
      if (isTop) top.add(fields[names.indexOf('name')] ?? '')
    }
  }
  return top
}

const DRAWING = /\\p[1-9]/
const withItalics = (block: string) => (/\\i1/.test(block) ? '<i>' : /\\i0/.test(block) ? '</i>' : '')

/** Dialogue lines of [Events], in the order of the Format line. */
function parseAss(text: string): Parsed[] {
  const top = topStyles(text)
  const eventsFrom = text.search(/^\[Events\]/im)
  const events = text.slice(eventsFrom)
  const format = /^Format:(.*)$/im.exec(events)?.[1] ?? 'Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text'
  const names = fieldsOf(format).map((name) => name.toLowerCase())
  let lostAt: number | undefined
  const [startField, endField, styleField] = [names.indexOf('start'), names.indexOf('end'), names.indexOf('style')]
  return [...events.matchAll(/^Dialogue:(.*)$/gim)].flatMap(({ 1: line = '', index }): Parsed[] => {
    const fields = line.split(',')
    const body = fields
      .slice(names.length - 1)
      .join(',')
      .slice(0, CUE_MAX_CHARS)
    const [start, end] = [parseTime(fields[startField] ?? ''), parseTime(fields[endField] ?? '')]
    if (findOverride(body, DRAWING)) return []
    if (start === null || end === null) return [{ lostAt: (lostAt ??= lineAt(text, eventsFrom + index)) }]
    const styled = replaceBlocks(body.replace(/\\[Nn]/g, '\n'), '{', withItalics)
    const style = (fields[styleField] ?? '').trim().replace(/^\*/, '')
    return [{ start, end, text: cleanText(styled), isAtTop: topOverride(body) ?? top.has(style) }]
  })
}

const vttTime = (milliseconds: number) => {
  const pad = (value: number, width = 2) => String(Math.floor(value)).padStart(width, '0')
  return `${pad(milliseconds / 3_600_000)}:${pad((milliseconds / 60_000) % 60)}:${pad((milliseconds / 1000) % 60)}.${pad(milliseconds % 1000, 3)}`
}

/** Times count from the start of the film, as those of its fragmented MP4 segments do (RFC 8216 3.5). */
const VTT_HEAD = 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:0,LOCAL:00:00:00.000\n'

export function writeVtt(cues: readonly Cue[]): string {
  const block = (cue: Cue) =>
    `${vttTime(cue.start)} --> ${vttTime(cue.end)}${cue.isAtTop ? ' line:5%' : ''}\n${cue.text}\n`
  return [VTT_HEAD, ...cues.map(block)].join('\n')
}

/** One cue per tile of a sprite. */
export function writeStoryboard(tiles: { start: number; end: number; target: string }[]): string {
  const block = ({ start, end, target }: { start: number; end: number; target: string }) =>
    `${vttTime(start)} --> ${vttTime(end)}\n${target}\n`
  return ['WEBVTT\n', ...tiles.map(block)].join('\n')
}

type Attributes = Record<string, string | undefined>
/** Its one key besides the attributes is its name. */
type Node = Record<string, unknown> & { ':@'?: Attributes; '#text'?: string }

const nameOf = (node: Node): string => Object.keys(node).find((key) => key !== ':@') ?? ''
const childrenOf = (node: Node): Node[] => {
  const children = node[nameOf(node)]
  return Array.isArray(children) ? (children as Node[]) : []
}
const attributesOf = (node: Node): Attributes => node[':@'] ?? {}

const DEPTH_MAX = 50
/** Milliseconds. */
const ENDLESS_MS = 4000

/** Including IMSC, EBU-TT-D, SMPTE-TT, DFXP. */
const isTtml = (text: string): boolean =>
  /^\s*(?:<\?[^>]*>\s*|<![^>-][^>]*>\s*)*<(?:[\w.-]+:)?tt[\s>]/.test(
    text.slice(0, 20_000).replaceAll(/<!--[\s\S]*?-->/g, ''),
  )

/** TTML2 12.3, and SMPTE time codes with dropped frames (`00:00:01;12`), which keep to the clock; milliseconds. */
export function parseTtmlTime(text: string | undefined, { frameRate, tickRate }: Rates): number | null {
  const clock = /^(\d+)[:;](\d{2})[:;](\d{2})(?:[.,](\d+)|[:;](\d+)(?:\.\d+)?)?$/.exec(text?.trim() ?? '')
  if (clock) {
    const [, hours, minutes, seconds, fraction, frames = '0'] = clock
    const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
    return Math.round((whole + Number(`0.${fraction ?? 0}`) + Number(frames) / frameRate) * 1000)
  }
  const offset = /^(\d+(?:\.\d+)?)(h|ms|m|s|f|t)$/.exec(text?.trim() ?? '')
  if (!offset) return null
  const seconds = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / frameRate, t: 1 / tickRate }
  return Math.round(Number(offset[1]) * seconds[offset[2] as keyof typeof seconds] * 1000)
}

type Rates = { frameRate: number; tickRate: number }

function ratesOf(tt: Attributes): Rates {
  const [num = 1, den = 1] = (tt.frameRateMultiplier ?? '').split(/[\s:]+/).map(Number)
  const multiplier = num > 0 && den > 0 ? num / den : 1
  const frameRate = (Number(tt.frameRate) || 30) * multiplier
  return { frameRate, tickRate: Number(tt.tickRate) || (tt.frameRate ? frameRate : 1) }
}

type Document = { rates: Rates; italic: Set<string>; top: Set<string> }
/** `lostTo`: a time that cannot be read. */
type Context = { start: number; end: number | null; isAtTop: boolean; depth: number; lostTo?: string | undefined }

/** In the upper half. */
function isTopRegion(node: Node): boolean {
  const nested = childrenOf(node).map(attributesOf)
  const { origin, extent, displayAlign } = Object.assign({}, ...nested, attributesOf(node)) as Attributes
  const percentOf = (pair?: string) => Number(/^\S+\s+(\d+(?:\.\d+)?)%/.exec(pair ?? '')?.[1] ?? NaN)
  const [y, height] = [percentOf(origin), percentOf(extent) || 0]
  if (Number.isNaN(y)) return displayAlign === 'before'
  return y + (displayAlign === 'after' ? height : displayAlign === 'center' ? height / 2 : 0) < 50
}

function headOf(nodes: Node[], document: Document): void {
  for (const node of nodes) {
    const { id, fontStyle } = attributesOf(node)
    const name = nameOf(node)
    if (name === 'style' && id && fontStyle === 'italic') document.italic.add(id)
    if (name === 'region' && id && isTopRegion(node)) document.top.add(id)
    if (['head', 'styling', 'layout'].includes(name)) headOf(childrenOf(node), document)
  }
}

/** Text, line breaks, italics, ruby, top regions. Empty for images and malformed documents. */
function parseTtml(text: string): Parsed[] {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    trimValues: false,
    parseTagValue: false,
    processEntities: false,
  })
  const tt = (parser.parse(text) as Node[]).find((node) => nameOf(node) === 'tt')
  if (!tt) return []
  const document: Document = { rates: ratesOf(attributesOf(tt)), italic: new Set(), top: new Set() }
  headOf(childrenOf(tt), document)
  const cues: Parsed[] = []
  let lostAt: number | undefined
  readTimed(childrenOf(tt), { start: 0, end: null, isAtTop: false, depth: 0 })
  return cues

  function readTimed(nodes: Node[], around: Context, isSequence = false): void {
    let { start } = around
    for (const node of nodes) {
      const name = nameOf(node)
      if (around.depth > DEPTH_MAX || !['body', 'div', 'p'].includes(name)) continue
      const context = within(attributesOf(node), { ...around, start })
      if (name === 'p') addCue(node, context)
      else readTimed(childrenOf(node), context, attributesOf(node).timeContainer === 'seq')
      if (isSequence) start = context.end ?? context.start
    }
  }

  function within({ begin, end, dur, region }: Attributes, around: Context): Context {
    const timeOf = (written?: string) => parseTtmlTime(written, document.rates)
    const start = around.start + (timeOf(begin) ?? 0)
    const [endTime, length] = [timeOf(end), timeOf(dur)]
    const own = endTime !== null ? around.start + endTime : length !== null ? start + length : null
    const isAtTop = region === undefined ? around.isAtTop : document.top.has(region)
    const lostTo = begin !== undefined && timeOf(begin) === null ? begin : around.lostTo
    return { start, end: own ?? around.end, isAtTop, depth: around.depth + 1, lostTo }
  }

  function addCue(node: Node, context: Context): void {
    const { start, end, isAtTop } = context
    const body = tidyLines(textOf(node, context).slice(0, CUE_MAX_CHARS))
    if (body === '') return
    if (context.lostTo === undefined) cues.push({ start, end: end ?? start + ENDLESS_MS, text: body, isAtTop })
    else cues.push({ lostAt: (lostAt ??= lineAt(text, text.indexOf(`"${context.lostTo}"`))) })
  }

  /** A timed part becomes its own cue. */
  function textOf(node: Node, context: Context): string {
    if (context.depth > DEPTH_MAX) return ''
    return childrenOf(node)
      .map((child) => {
        if (child['#text'] !== undefined) return cueText(child['#text'].replace(/\s+/g, ' '))
        const [name, attributes] = [nameOf(child), attributesOf(child)]
        if (name === 'br') return '\n'
        if (name !== 'span' || attributes.ruby === 'delimiter') return ''
        const inner = within(attributes, context)
        if (attributes.begin !== undefined) return (addCue(child, inner), '')
        const content = textOf(child, inner)
        if (attributes.ruby === 'text') return `（${content}）`
        const isItalic = attributes.fontStyle === 'italic' || (attributes.style ?? '').split(/\s+/).some(isItalicStyle)
        return isItalic ? `<i>${content}</i>` : content
      })
      .join('')
  }

  function isItalicStyle(id: string): boolean {
    return document.italic.has(id)
  }
}
