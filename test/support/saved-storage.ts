import { readFile } from 'node:fs/promises'

/** Browser storage of the site: cookies, local storage and session storage. */
export interface SavedStorage {
  cookies: Record<string, string>
  local: Record<string, string>
  session: Record<string, string>
}

/** The values of the `$name` placeholders, except the times. */
export interface StorageValues {
  token?: string
  userId?: string
  mobileno?: string
  profileId?: string
  programId?: string
}

const SOON_MS = 10 * 60_000

/** The browser storage of a version of the site, with current times. */
export async function readSavedStorage(
  version: string,
  { viewer, values }: { viewer: 'member' | 'visitor'; values: StorageValues },
): Promise<SavedStorage> {
  const text = await readFile(`test/fixtures/${version}/browser-storage.json`, 'utf8')
  const now = Date.now()
  const known: Record<string, string> = {
    ...values,
    now: String(now),
    soon: String(now + SOON_MS),
    at: new Date(now).toISOString(),
  }
  const saved = (JSON.parse(text) as Record<string, SavedStorage>)[viewer]!
  const fill = (value: string) => value.replaceAll(/\$(\w+)/g, (word, name: string) => known[name] ?? word)
  const filled = (area: Record<string, string>) =>
    Object.fromEntries(Object.entries(area).map(([key, value]) => [key, fill(value)]))
  return { cookies: saved.cookies, local: filled(saved.local), session: filled(saved.session) }
}
