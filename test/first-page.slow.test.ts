import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { readPageAssets } from '#web/site/prerender/prerender.tsx'

const CLIENT = fileURLToPath(new URL('../dist/client/', import.meta.url))
/** Bytes of script, gzipped, that the first page loads before it takes input. The journey of the homepage ad measures what it transfers in all. */
const SCRIPT_BYTES = 126_500

/** Bytes of script, gzipped, that a screen or layer loads besides the first page's. */
const CHUNK_BYTES = 60 * 1024
/** The engine with hls.js, loaded with the first film that is played. */
const HLS = /hls-engine\.ts$|node_modules\/hls\.js\//

interface BuiltChunk {
  file: string
  src?: string
  isDynamicEntry?: boolean
  imports?: string[]
}

const gzipped = (path: string) => gzipSync(readFileSync(join(CLIENT, path)), { level: 9 }).length

test.each(LANGUAGES)('the script that the first page loads in %s is within its budget', (language) => {
  const { script, preload } = readPageAssets(CLIENT)
  const sizes = [script, ...preload[language]].map((path) => ({ path, bytes: gzipped(path) }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expect({ total, sizes }).toEqual({ total: Math.min(total, SCRIPT_BYTES), sizes })
})

const manifest = () =>
  JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<string, BuiltChunk>

/** The files of a chunk and of what it imports. */
function filesOf(name: string, chunks: Record<string, BuiltChunk>, files = new Set<string>()): Set<string> {
  const { file, imports = [] } = chunks[name]!
  if (files.has(file)) return files
  files.add(file)
  for (const other of imports) filesOf(other, chunks, files)
  return files
}

test('a screen loads at most 60 KB of its own, without hls.js', () => {
  const chunks = manifest()
  const { script, preload } = readPageAssets(CLIENT)
  const loaded = [script, ...LANGUAGES.flatMap((language) => preload[language])]
  const first = new Set(loaded.map((path) => path.replace(/^\//, '')))
  const lazy = Object.entries(chunks).filter(([name, { isDynamicEntry }]) => isDynamicEntry && !HLS.test(name))
  expect(lazy.length).toBeGreaterThan(50)
  const sizes = lazy.map(([name]) => {
    const own = [...filesOf(name, chunks)].filter((file) => file.endsWith('.js') && !first.has(file))
    return { name, bytes: own.reduce((sum, file) => sum + gzipped(file), 0) }
  })
  expect(sizes.filter(({ bytes }) => bytes > CHUNK_BYTES)).toEqual([])
})
