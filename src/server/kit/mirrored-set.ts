const SECONDS = 30

export interface MirroredSet {
  /** Waits for the first read, and for one after 30 seconds; true while it was never read. */
  has(key: string): Promise<boolean>
  /** Of what is in memory; undefined while it was never read, or not for 30 seconds. */
  hasLoaded(key: string): boolean | undefined
  /** Reads it again; until then the last stands. */
  clear(): void
}

/** A small set of the database in memory, at most 30 seconds old; the last stands while it cannot be read. */
export function createMirroredSet(load: () => Promise<readonly string[]>): MirroredSet {
  let loaded: { keys: ReadonlySet<string>; at: number } | undefined
  let reading: Promise<void> | undefined
  let isOutdated = false
  return { has, hasLoaded, clear }

  async function has(key: string): Promise<boolean> {
    if (!isFresh()) await read()
    return loaded?.keys.has(key) ?? true
  }

  function hasLoaded(key: string): boolean | undefined {
    if (isFresh()) return loaded?.keys.has(key)
    void read()
    return undefined
  }

  function clear(): void {
    // What is being read may be from before the change.
    isOutdated = reading !== undefined
    void read()
  }

  function isFresh(): boolean {
    return loaded !== undefined && performance.now() - loaded.at < SECONDS * 1000
  }

  function read(): Promise<void> {
    reading ??= readOnce().finally(() => (reading = undefined))
    return reading
  }

  async function readOnce(): Promise<void> {
    do {
      isOutdated = false
      try {
        // oxlint-disable-next-line no-await-in-loop -- again only where it was cleared meanwhile
        loaded = { keys: new Set(await load()), at: performance.now() }
      } catch {
        // Tried again in a while; the last stands.
        if (loaded) loaded.at = performance.now()
        return
      }
    } while (isOutdated)
  }
}
