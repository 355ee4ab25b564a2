import { LIST_BYTES_MAX, LIST_PACKED_MAX } from '#contract/admin/partners.ts'
import { readTable } from '../../client/table-file.ts'
import { packed } from '../import/import-files.rules.ts'

export interface ListFile {
  readonly name: string
  /** As the server takes it: UTF-8, compressed. */
  readonly content: string
}

/** Undefined: too large. */
export async function readListFile(file: File): Promise<ListFile | undefined> {
  if (file.size > LIST_BYTES_MAX) return undefined
  const content = await packed(new Blob([await readTable(file)]))
  return content.length > LIST_PACKED_MAX ? undefined : { name: file.name, content }
}
