import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A demo code: what it gives, and to whom. */
export type DemoCode = { name: string; code: string }

const fileIn = (dataDir: string): string => join(dataDir, 'demo-codes.json')

/** Reads the demo codes; empty without the file, or if it is invalid. */
export async function readDemoCodes(dataDir: string): Promise<DemoCode[]> {
  try {
    const parsed: unknown = JSON.parse(await readFile(fileIn(dataDir), 'utf8'))
    return Array.isArray(parsed) ? parsed.filter(isDemoCode) : []
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

const isDemoCode = (value: unknown): value is DemoCode => {
  const { name, code } = { ...(value as Partial<DemoCode> | null) }
  return typeof name === 'string' && typeof code === 'string'
}

/** Stores the codes, readable by the owner only. The file is replaced atomically. */
export async function writeDemoCodes(dataDir: string, codes: readonly DemoCode[]): Promise<void> {
  const file = fileIn(dataDir)
  await writeFile(`${file}.new`, `${JSON.stringify(codes, null, 2)}\n`, { mode: 0o600 })
  await rename(`${file}.new`, file)
}
