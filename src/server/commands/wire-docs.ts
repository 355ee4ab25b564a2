import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { apiMarkdown } from '../wire/api-page.ts'
import { ENDPOINTS } from '../wire/calls.ts'

await writeFile(join(import.meta.dirname, '../../../docs/wire-api.md'), apiMarkdown(ENDPOINTS))
