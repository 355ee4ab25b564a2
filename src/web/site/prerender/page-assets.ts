import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#contract/languages.ts'
import { ENTRY_SCRIPT, INLINE_SCRIPT } from './inline-script.ts'

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
  isEntry?: boolean
}

/** The files of the client build that a page refers to. */
export interface PageAssets {
  /** The entry's URL. */
  script: string
  /** What it imports, and each language's sentences: fetched together with it instead of one after the other. */
  preload: Record<Language, string[]>
  /** The CSS of the first chunk, to be inlined: no request blocks the first paint. */
  css: string
  /** The files of that CSS. */
  styles: string[]
}

/** Reads the build in `dist/client`. @throws without a build or without an entry. */
export function readPageAssets(clientDir: string): PageAssets {
  const manifest = JSON.parse(readFileSync(join(clientDir, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const entry = Object.values(manifest).find((chunk) => chunk.isEntry)
  if (!entry) throw new Error(`no entry in the manifest of ${clientDir}`)
  const imports = importsOf(manifest, entry)
  const styles = [...new Set([entry, ...imports].flatMap((chunk) => chunk.css ?? []))]
  const textOf = (language: Language) => {
    const name = Object.keys(manifest).find((key) => key.endsWith(`text/${language}/viewer.ts`))
    const chunk = name ? manifest[name] : undefined
    return chunk ? [chunk.file, ...importsOf(manifest, chunk).map(({ file }) => file)] : []
  }
  const preload = (language: Language) =>
    [...new Set([...imports.map(({ file }) => file), ...textOf(language)])]
      .filter((file) => file !== entry.file)
      .map((file) => `/${file}`)
  return {
    script: `/${entry.file}`,
    preload: { zh_HK: preload('zh_HK'), en_US: preload('en_US') },
    css: styles.map((file) => readFileSync(join(clientDir, file), 'utf8').trim()).join('\n'),
    styles: styles.map((file) => `/${file}`),
  }
}

/** The CSP hashes of what the page holds inline, quoted as the policy wants them. JSON in scripts needs none. */
export function inlineHashes({ css }: Pick<PageAssets, 'css'>): { scripts: string[]; style: string } {
  return { scripts: [hashOf(INLINE_SCRIPT), hashOf(ENTRY_SCRIPT)], style: hashOf(css) }
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** All chunks that one imports, over any number of steps. */
function importsOf(manifest: Record<string, Chunk>, from: Chunk): Chunk[] {
  const found = new Set<Chunk>()
  const follow = (chunk: Chunk) => {
    for (const name of chunk.imports ?? []) {
      const next = manifest[name]
      if (!next || found.has(next)) continue
      found.add(next)
      follow(next)
    }
  }
  follow(from)
  return [...found]
}
