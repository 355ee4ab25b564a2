import { strToU8, zipSync } from 'fflate'

/** One domain's file in an export. */
export type ExportFile = { name: string; content: unknown }

/** Builds a zip of indented JSON files. */
export function zipOf(files: readonly ExportFile[], at: Temporal.Instant): Uint8Array<ArrayBuffer> {
  const entries = files.map(
    ({ name, content }) => [`${name}.json`, strToU8(`${JSON.stringify(content, null, 2)}\n`)] as const,
  )
  return zipSync(Object.fromEntries(entries), { mtime: at.epochMilliseconds, level: 6 })
}
