import { resolve } from '../engine/grants.ts'

/** One cue of a WebVTT file, times in seconds. */
export interface Cue {
  readonly start: number
  readonly end: number
  /** Plain text with line breaks, without markup. */
  readonly text: string
  /** The `line` setting in per cent of the height; undefined: at the bottom. */
  readonly line?: number | undefined
}

const TIMES = /^((?:\d+:)?\d{1,2}:\d{2}[.,]\d{3})\s+-->\s+((?:\d+:)?\d{1,2}:\d{2}[.,]\d{3})(.*)$/

/** Blocks that are no cues (header, NOTE, STYLE, invalid ones) are skipped. */
export function parseWebVtt(file: string): Cue[] {
  const blocks = file
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
  return blocks.flatMap(readBlock).sort((a, b) => a.start - b.start)
}

function readBlock(block: string): Cue[] {
  const lines = block.split('\n')
  const at = lines.findIndex((line) => TIMES.test(line))
  if (at < 0 || at > 1) return []
  const [, from, to, settings] = TIMES.exec(lines[at]!)!
  const start = seconds(from!)
  const end = seconds(to!)
  const text = plain(lines.slice(at + 1).join('\n'))
  if (end <= start || text === '') return []
  const line = /(?:^|\s)line:(\d{1,3}(?:\.\d+)?)%/.exec(settings!)
  return [{ start, end, text, line: line ? Math.min(100, Number(line[1])) : undefined }]
}

function seconds(clock: string): number {
  return clock
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0)
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
}

function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|nbsp|lrm|rlm);/g, (_, name: string) => ENTITIES[name]!)
    .trim()
}

export function activeCues(cues: readonly Cue[], time: number): Cue[] {
  const up: Cue[] = []
  for (const cue of cues) {
    if (cue.start > time) break
    if (cue.end > time) up.push(cue)
  }
  return up
}

/** One image of the storyboard: its rectangle on a sprite. */
export interface Tile {
  readonly start: number
  readonly end: number
  readonly url: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Parses a storyboard (`sprite.jpg#xywh=0,0,264,148` a cue); sprite URLs are relative to the file. */
export function parseStoryboard(file: string, base: string): Tile[] {
  return parseWebVtt(file).flatMap(({ start, end, text }) => {
    const at = /^(\S+)#xywh=(\d+),(\d+),(\d+),(\d+)$/.exec(text)
    const url = at && resolve(at[1]!, base)
    if (!at || !url) return []
    const [x, y, width, height] = at.slice(2).map(Number) as [number, number, number, number]
    return [{ start, end, url: url.href, x, y, width, height }]
  })
}

export function tileAt(tiles: readonly Tile[], time: number): Tile | undefined {
  const later = tiles.findIndex((tile) => tile.start > time)
  return later < 0 ? tiles[tiles.length - 1] : tiles[Math.max(0, later - 1)]
}
