import { decodeHTMLAttribute } from 'entities'

/** Milliseconds. `isAtTop` avoids text in the image. */
export type Cue = { start: number; end: number; text: string; isAtTop: boolean }

/** The rest is dropped. */
export const CUE_MAX_CHARS = 10_000

/** `1:02:03,450`, `02:03.45`, `01:02:03:450`; milliseconds. */
export function parseTime(text: string): number | null {
  const match = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})(?:[,.](\d{1,9}))?$/.exec(
    text.trim().replace(/^(\d+:\d+:\d+):(\d{3})$/, '$1,$2'),
  )
  if (!match) return null
  const [, hours = '0', minutes = '0', seconds = '0', part = '0'] = match
  const milliseconds = Number(part.slice(0, 3).padEnd(3, '0'))
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + milliseconds
}

const TAG = /(<\/?[a-z0-9][^<>]*>)/i
// oxlint-disable-next-line no-control-regex -- exactly those that must not reach a player
const CONTROLS = /[\u0000-\u0009\u000B-\u001F]/g

/** Escaped for WebVTT. References without a semicolon, as HTML knows them (`&nbsp`), end before a word. */
export const cueText = (text: string): string =>
  decodeHTMLAttribute(text.replace(/&[lr]rm;/g, ''))
    .replace(CONTROLS, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** ASS blocks `{…}`. One pass: a regular expression would be quadratic in unclosed braces. */
export function replaceBlocks(text: string, opening: string, replacement: (block: string) => string): string {
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

/** Also in a block that is never closed. */
export function findOverride(text: string, tag: RegExp): RegExpExecArray | null {
  for (const part of text.split('}')) {
    const found = part.includes('{') ? tag.exec(part.slice(part.indexOf('{'))) : null
    if (found) return found
  }
  return null
}

/** Null without such a tag. `\a` counts as in SSA: 5 to 7 are at the top. */
export function topOverride(text: string): boolean | null {
  const found = findOverride(text, /\\an([1-9])|\\a(\d{1,2})/)
  if (!found) return null
  const [, numpad, legacy] = found
  // Many files write `\a8` for `\an8`.
  return numpad ? Number(numpad) >= 7 : [5, 6, 7, 8].includes(Number(legacy))
}

/** The reading in brackets behind the word. */
function createRuby() {
  let isOpen = false
  let isHidden = false
  const close = () => (isOpen ? ((isOpen = false), '）') : '')
  return {
    /** Brackets for players without ruby. */
    isHidden: () => isHidden,
    tag(name: string, isClosing: boolean): string {
      if (name === 'rp') isHidden = !isClosing
      if (name !== 'rt' && name !== 'ruby') return ''
      const end = close()
      if (name !== 'rt' || isClosing) return end
      isOpen = true
      return `${end}（`
    },
    close,
  }
}

/** Keeps bold, italic and underline. */
export function cleanText(text: string): string {
  const ruby = createRuby()
  const parts = replaceBlocks(text, '{\\', () => '')
    .replaceAll(String.raw`\N`, '\n')
    .replaceAll(String.raw`\h`, ' ')
    .split(TAG)
    .map((part, index) => {
      if (index % 2 === 0) return ruby.isHidden() ? '' : cueText(part)
      if (/^<\/?[biu]>$/.test(part)) return part
      const [, slash = '', name = ''] = /^<(\/?)([a-z0-9]+)/i.exec(part) ?? []
      const tag = name.toLowerCase()
      if (tag === 'br') return '\n'
      return ['b', 'i', 'u'].includes(tag) ? `<${slash}${tag}>` : ruby.tag(tag, slash !== '')
    })
  return tidyLines(parts.join('') + ruby.close())
}

/** Blanks, also those without a width. */
export const isEmptyLine = (line: string): boolean => /^[\s\u200B-\u200F\u2060]*$/.test(line)

/** Closes open tags, so that formatting does not extend to the next cue. */
export function tidyLines(text: string): string {
  const lines = text
    .replaceAll('（）', '')
    .split('\n')
    .map((line) => line.trim())
  return balanceTags(lines.filter((line) => !isEmptyLine(line)).join('\n'))
}

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
  const closing = open.toReversed().map((name) => `</${name}>`)
  return matched + closing.join('')
}
