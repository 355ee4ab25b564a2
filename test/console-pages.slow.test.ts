import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LANGUAGES, type Language } from '#contract/languages.ts'

const FOLDER = fileURLToPath(new URL('../dist/console/', import.meta.url))
const KB = 1024

interface BuiltChunk {
  file: string
  imports?: string[]
}

const chunks = JSON.parse(readFileSync(join(FOLDER, '.vite/manifest.json'), 'utf8')) as Record<string, BuiltChunk>

/** The scripts of a chunk and of what it imports. */
function scriptsOf(name: string, files = new Set<string>()): Set<string> {
  const { file, imports = [] } = chunks[name]!
  if (files.has(file)) return files
  files.add(file)
  for (const other of imports) scriptsOf(other, files)
  return files
}

/** Gzipped, of the entry, these screens and their texts. */
function bytesOf(language: Language, screens: readonly string[], texts: readonly string[]): number {
  const names = ['index.html', ...screens, ...texts.map((noun) => `../../text/${language}/${noun}.ts`)]
  const files = new Set(names.flatMap((name) => [...scriptsOf(name)]))
  return [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(FOLDER, file)), { level: 9 }).length, 0)
}

const SIGN_IN = ['screens/session/sign-in.tsx']
const SIGN_IN_TEXTS = ['console-shell', 'console-session', 'fields']
const HOME = ['shell/desk.tsx', 'screens/home/home.tsx']
const HOME_TEXTS = ['console-shell', 'console-home', 'console-health', 'console-actions']

test.each(LANGUAGES)('in %s sign-in loads at most 120 KB of script, and home 200 KB in all', (language) => {
  expect(bytesOf(language, SIGN_IN, SIGN_IN_TEXTS)).toBeLessThanOrEqual(120 * KB)
  expect(bytesOf(language, [...SIGN_IN, ...HOME], [...SIGN_IN_TEXTS, ...HOME_TEXTS])).toBeLessThanOrEqual(200 * KB)
})

const SCREENS = [
  'approvals',
  'ingest',
  'import',
  'operators',
  'audit',
  'titles',
  'title',
  'people',
  'pages',
  'cinema',
  'sales',
  'screenings',
  'campaigns',
  'settings',
  'customers',
  'compensations',
  'comments',
  'contact',
  'codes',
  'partners',
  'plans',
  'orders',
  'order',
  'payments',
  'reports',
]

test.each(SCREENS)('the screen %s loads at most 60 KB besides home', (noun) => {
  const home = bytesOf('zh_HK', HOME, HOME_TEXTS)
  const screen = `screens/${noun}/${noun}.tsx`
  expect(bytesOf('zh_HK', [...HOME, screen], [...HOME_TEXTS, `console-${noun}`]) - home).toBeLessThanOrEqual(60 * KB)
})

test('no page has an inline script, which the policy of the console forbids', () => {
  const html = readFileSync(join(FOLDER, 'index.html'), 'utf8')
  expect(html).toContain('type="module"')
  expect([...html.matchAll(/<script(?![^>]*\bsrc=)/g)]).toEqual([])
  expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/)
})
