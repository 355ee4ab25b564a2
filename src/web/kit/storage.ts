/** Storage may be blocked or full: such values are kept in memory until the next load. */
function area(pick: () => Storage) {
  const unkept = new Map<string, string>()
  return {
    get(key: string): string | null {
      try {
        return unkept.get(key) ?? pick().getItem(key)
      } catch {
        return null
      }
    },
    set(key: string, value: string): void {
      unkept.delete(key)
      try {
        pick().setItem(key, value)
      } catch {
        unkept.set(key, value)
      }
    },
    remove(key: string): void {
      unkept.delete(key)
      try {
        pick().removeItem(key)
      } catch {
        // Nothing was stored.
      }
    },
    clear(): void {
      unkept.clear()
      try {
        pick().clear()
      } catch {
        // Nothing was stored.
      }
    },
  }
}

export const storage = { local: area(() => localStorage), session: area(() => sessionStorage) }
