import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { basename, join, resolve } from 'node:path'

/** Packages by a family of tokens.css that they stand in for. A declared family stands before an installed one of the same name. */
const FAMILIES = {
  'PingFang HK': 'noto-sans-hk',
  'SF Pro Display': 'noto-sans-hk',
  'Songti TC': 'chiron-sung-hk',
} as const
const FILES = resolve('node_modules/@fontsource-variable')
/** The middle dot and the quotation marks of English, which are as wide as a character in a Chinese font. */
const LATIN_MARKS = { unicodeRange: 'U+00B7, U+2018-201D', file: '/archivo/files/archivo-latin-wght-normal.woff2' }

/** One of the files of a font: the characters that it has, and its absolute address. */
export interface FontPart {
  family: string
  source: string
  unicodeRange: string
}

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'cache-control': 'max-age=86400',
}

export interface ServedFont {
  parts: readonly FontPart[]
  close(): Promise<void>
}

/**
 * Serves Noto Sans HK and Chiron Sung HK on loopback, so that pictures of the site show the same Chinese on every machine, also on one without any Chinese
 * font. Pages need `bypassCSP`: the site loads fonts from its own address only.
 */
export async function serveChineseFont(): Promise<ServedFont> {
  const server = createServer((request, response) => {
    // Pages send headers of their own with every request, which the browser asks for first.
    if (request.method === 'OPTIONS') return response.writeHead(204, HEADERS).end()
    const [, name = '', , part = ''] = (request.url ?? '').split('/')
    const file = createReadStream(join(FILES, basename(name), 'files', basename(part)))
    file.once('error', () => response.writeHead(404).end())
    file.once('open', () => file.pipe(response.writeHead(200, HEADERS)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const lists = Object.entries(FAMILIES).map(([family, name]) => partsOf(family, name, base))
  const marks = {
    family: 'PingFang HK',
    source: `url(${base}${LATIN_MARKS.file})`,
    unicodeRange: LATIN_MARKS.unicodeRange,
  }
  // Of two parts with a character the later one has it.
  const parts = [...(await Promise.all(lists)).flat(), marks]
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { parts, close }
}

async function partsOf(family: string, name: string, base: string): Promise<FontPart[]> {
  const css = await readFile(join(FILES, name, 'index.css'), 'utf8')
  return css
    .matchAll(/url\(\.(\/files\/[^)]+)\)[^;]*;\s*unicode-range: ([^;]+);/g)
    .map(([, file, unicodeRange = '']) => ({ family, source: `url(${base}/${name}${file})`, unicodeRange }))
    .toArray()
}
