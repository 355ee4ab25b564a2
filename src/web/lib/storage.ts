/** A browser may refuse storage altogether (private windows, blocked cookies): then nothing is kept, and nothing breaks. */
function area(pick: () => Storage) {
  return {
    get(key: string): string | null {
      try {
        return pick().getItem(key)
      } catch {
        return null
      }
    },
    set(key: string, value: string): void {
      try {
        pick().setItem(key, value)
      } catch {
        // Full or refused: the value lives for this page only.
      }
    },
    remove(key: string): void {
      try {
        pick().removeItem(key)
      } catch {
        // As above.
      }
    },
    clear(): void {
      try {
        pick().clear()
      } catch {
        // As above.
      }
    },
  }
}

/** Local and session storage that never throw. */
export const storage = { local: area(() => localStorage), session: area(() => sessionStorage) }
