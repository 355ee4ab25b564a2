import { readFile } from 'node:fs/promises'

/** What a browser holds of the site: cookies, local storage and session storage by their keys. */
export interface SavedStorage {
  cookies: Record<string, string>
  local: Record<string, string>
  session: Record<string, string>
}

/** What the `$name`s in the saved values stand for, besides the times. */
export interface StorageValues {
  token?: string
  userId?: string
  mobileno?: string
  profileId?: string
  programId?: string
}

const SOON_MS = 10 * 60_000

/** What a browser with the site of a version holds, as if it had been stored just now. */
export async function readSavedStorage(
  version: string,
  { who, values }: { who: 'member' | 'visitor'; values: StorageValues },
): Promise<SavedStorage> {
  const text = await readFile(`test/fixtures/${version}/browser-storage.json`, 'utf8')
  const now = Date.now()
  const known: Record<string, string> = {
    ...values,
    now: String(now),
    soon: String(now + SOON_MS),
    at: new Date(now).toISOString(),
  }
  const saved = (JSON.parse(text) as Record<string, SavedStorage>)[who]!
  const fill = (value: string) => value.replaceAll(/\$(\w+)/g, (word, name: string) => known[name] ?? word)
  const filled = (area: Record<string, string>) =>
    Object.fromEntries(Object.entries(area).map(([key, value]) => [key, fill(value)]))
  return { cookies: saved.cookies, local: filled(saved.local), session: filled(saved.session) }
}
