import { tableText } from '#contract/table-text.ts'

/** The text of a table, whatever its spreadsheet saved it in. */
export async function readTable(file: Blob): Promise<string> {
  return tableText(new Uint8Array(await file.arrayBuffer()), TextDecoder)
}
