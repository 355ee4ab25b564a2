/** Saves the contract of this tree: `node test/support/make-wire.ts test/fixtures/v0.1`. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openApi } from '#server/wire/http/documents.ts'
import { ENDPOINTS } from '#server/wire/calls.ts'
import { type OpenApiDocument, printShape, wireShape } from './saved-wire.ts'

const document = openApi(ENDPOINTS, { title: 'Harbour', version: '0.1' }) as OpenApiDocument
await writeFile(join(process.argv[2] ?? '.', 'wire.json'), printShape(wireShape(document)))
