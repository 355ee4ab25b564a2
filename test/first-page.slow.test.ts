import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LANGUAGES } from '#contract/languages.ts'
import { readPageAssets } from '#web/site/prerender/page-assets.ts'

const CLIENT = fileURLToPath(new URL('../dist/client/', import.meta.url))
/** Bytes of script, gzipped, that the first page loads before it takes input. `bench first-page` measures the transfer, at most 130 KB with headers. */
const SCRIPT_BYTES = 126_000

const gzipped = (path: string) => gzipSync(readFileSync(join(CLIENT, path)), { level: 9 }).length

test.each(LANGUAGES)('the script that the first page loads in %s is within its budget', (language) => {
  const { script, preload } = readPageAssets(CLIENT)
  const sizes = [script, ...preload[language]].map((path) => ({ path, bytes: gzipped(path) }))
  const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  expect({ total, sizes }).toEqual({ total: Math.min(total, SCRIPT_BYTES), sizes })
})
