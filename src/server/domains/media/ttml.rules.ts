import { XMLParser } from 'fast-xml-parser'
import { type Cue, CUE_MAX_CHARS, cueText, tidyLines } from './subtitle-text.rules.ts'

type Attributes = Record<string, string | undefined>
/** An element or a text of the parsed document: its one key besides the attributes is its name. */
type Node = Record<string, unknown> & { ':@'?: Attributes; '#text'?: string }

const nameOf = (node: Node): string => Object.keys(node).find((key) => key !== ':@') ?? ''
const childrenOf = (node: Node): Node[] => {
  const children = node[nameOf(node)]
  return Array.isArray(children) ? (children as Node[]) : []
}
const attributesOf = (node: Node): Attributes => node[':@'] ?? {}

/** Elements deeper than this are not read. */
const DEPTH_MAX = 50
/** How long a cue without an end is shown, in milliseconds. */
const ENDLESS_MS = 4000

/** True for TTML and its profiles: IMSC, EBU-TT-D, SMPTE-TT, DFXP. */
export const isTtml = (text: string): boolean =>
  /^\s*(?:<[?!][^>]*>\s*)*<(?:[\w.-]+:)?tt[\s>]/.test(text.slice(0, 4000))

/** Parses a time expression (TTML2 12.3) into milliseconds; null for anything else. */
export function parseTtmlTime(text: string | undefined, { frameRate, tickRate }: Rates): number | null {
  const clock = /^(\d+):(\d{2}):(\d{2})(?:\.(\d+)|:(\d+)(?:\.\d+)?)?$/.exec(text?.trim() ?? '')
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
type Context = { start: number; end: number | null; isAtTop: boolean; depth: number }

/** Whether a region's text stands in the upper half of the picture. */
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

/**
 * Parses TTML. Reads text, line breaks, italics, ruby and whether a region is at the top.
 * @returns nothing for a document of images, and for one that is not well-formed
 */
export function parseTtml(text: string): Cue[] {
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
  const cues: Cue[] = []
  readTimed(childrenOf(tt), { start: 0, end: null, isAtTop: false, depth: 0 })
  return cues

  function readTimed(nodes: Node[], around: Context): void {
    for (const node of nodes) {
      const name = nameOf(node)
      if (around.depth > DEPTH_MAX || !['body', 'div', 'p'].includes(name)) continue
      const context = within(attributesOf(node), around)
      if (name === 'p') addCue(node, context)
      else readTimed(childrenOf(node), context)
    }
  }

  function within({ begin, end, dur, region }: Attributes, around: Context): Context {
    const timeOf = (written?: string) => parseTtmlTime(written, document.rates)
    const start = around.start + (timeOf(begin) ?? 0)
    const [endTime, length] = [timeOf(end), timeOf(dur)]
    const own = endTime !== null ? around.start + endTime : length !== null ? start + length : null
    const isAtTop = region === undefined ? around.isAtTop : document.top.has(region)
    return { start, end: own ?? around.end, isAtTop, depth: around.depth + 1 }
  }

  function addCue(node: Node, context: Context): void {
    const { start, end, isAtTop } = context
    const body = tidyLines(textOf(node, context).slice(0, CUE_MAX_CHARS))
    if (body !== '') cues.push({ start, end: end ?? start + ENDLESS_MS, text: body, isAtTop })
  }

  /** Text of an element. A part with times of its own becomes a cue of its own. */
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
