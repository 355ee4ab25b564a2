import { LIST_BYTES_MAX } from '#contract/admin/partners.ts'
import { packed } from '../import/import-files.rules.ts'

export interface ListFile {
  readonly name: string
  /** As the server takes it: UTF-8, compressed. */
  readonly content: string
}

/** Spreadsheets save tables in UTF-8, in UTF-16, or in Big5 where that is the computer's. Undefined: too large. */
export async function readListFile(file: File): Promise<ListFile | undefined> {
  if (file.size > LIST_BYTES_MAX) return undefined
  const text = decoded(new Uint8Array(await file.arrayBuffer()))
  return { name: file.name, content: await packed(new Blob([text])) }
}

export function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('big5').decode(bytes)
  }
}
