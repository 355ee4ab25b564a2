/** Runs of so many digits may be somebody's number. */
const NUMBER = /(?:\p{N}[\s-]?){6}/u

/** A key longer than this is nobody's search for a title. */
const KEY_MAX = 40

/** What is noted of a search that found nothing: its key; nothing of what may be an address or a number of a person. */
export function missedKey(typed: string, key: string): string {
  return typed.includes('@') || NUMBER.test(typed.normalize('NFKC')) || key.length > KEY_MAX ? '' : key
}
