import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiMarkdown } from '../wire/api-page.ts'
import { DOCUMENTED } from '../wire/calls.ts'

/** Writes the contract as a document. With `--check` it is an error that it was stale. */
const FILE = join(import.meta.dirname, '../../../docs/wire-api.md')
const markdown = apiMarkdown(DOCUMENTED)
if ((await readFile(FILE, 'utf8').catch(() => '')) !== markdown) {
  await writeFile(FILE, markdown)
  if (!process.argv.includes('--check')) console.log('docs/wire-api.md is written.')
  else {
    console.error('docs/wire-api.md was stale. It is written now: commit it.')
    process.exitCode = 1
  }
}
