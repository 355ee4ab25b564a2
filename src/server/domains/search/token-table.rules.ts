import { type Token, WHOLE_WORD } from './search-model.ts'

/** Number from 0, tier, and whether the token equals the key. */
export type Visit = (owner: number, tier: number, isWhole: boolean) => void

export interface TokenTable {
  visit(key: string, visit: Visit): void
  visitWord(key: string, visit: Visit): void
  /** Approximate. */
  count(key: string): number
  replace(owner: number, tokens: readonly Token[]): void
  /** Owners replaced since loading; slows lookups down. */
  replaced(): number
  /** Memory of the loaded tokens. */
  readonly bytes: number
}

export interface TokenTableBuilder {
  /** In UTF-8 byte order. @param lines token, tier and id, separated by tabs @param ownerOf undefined skips the token */
  add(lines: string, ownerOf: (id: number) => number | undefined): void
  build(): TokenTable
}

const TAB = 9
const NEWLINE = 10
const ZERO = 48

/** Concatenated tokens, with offset, owner and tier of each. */
type Filled = { bytes: Buffer; starts: Uint32Array; owners: Uint32Array; tiers: Uint8Array; size: number }

export function createTokenTableBuilder(): TokenTableBuilder {
  const filled: Filled = {
    bytes: Buffer.allocUnsafeSlow(1 << 16),
    starts: new Uint32Array(1 << 12),
    owners: new Uint32Array(1 << 12),
    tiers: new Uint8Array(1 << 12),
    size: 0,
  }

  return {
    add(lines, ownerOf) {
      const text = Buffer.from(lines)
      for (let at = 0; at < text.length;) {
        const tab = text.indexOf(TAB, at)
        const [tier, afterTier] = readNumber(text, tab + 1)
        const [id, end] = readNumber(text, afterTier + 1)
        const owner = ownerOf(id)
        if (owner !== undefined) push(text.subarray(at, tab), owner, tier)
        at = end + 1
      }
    },
    build: () => createTokenTable(trimmed(filled)),
  }

  function push(token: Uint8Array, owner: number, tier: number): void {
    const { size } = filled
    if (size + 1 >= filled.starts.length) {
      filled.starts = grown(filled.starts, Uint32Array)
      filled.owners = grown(filled.owners, Uint32Array)
      filled.tiers = grown(filled.tiers, Uint8Array)
    }
    const start = filled.starts[size]!
    if (start + token.length > filled.bytes.length) {
      const bytes = Buffer.allocUnsafeSlow((start + token.length) * 2)
      filled.bytes.copy(bytes, 0, 0, start)
      filled.bytes = bytes
    }
    filled.bytes.set(token, start)
    filled.owners[size] = owner
    filled.tiers[size] = tier
    filled.starts[size + 1] = start + token.length
    filled.size++
  }
}

/** @returns the number, and the offset after it */
function readNumber(text: Buffer, from: number): [number, number] {
  let number = 0
  let at = from
  for (; at < text.length && text[at] !== TAB && text[at] !== NEWLINE; at++) number = number * 10 + text[at]! - ZERO
  return [number, at]
}

function grown<T extends Uint8Array | Uint32Array>(array: T, Type: new (length: number) => T): T {
  const larger = new Type(array.length * 2)
  larger.set(array)
  return larger
}

const trimmed = ({ bytes, starts, owners, tiers, size }: Filled): Filled => {
  const length = starts[size]!
  const own = Buffer.allocUnsafeSlow(length)
  bytes.copy(own, 0, 0, length)
  return {
    bytes: own,
    starts: starts.slice(0, size + 1),
    owners: owners.slice(0, size),
    tiers: tiers.slice(0, size),
    size,
  }
}

/** `end` is exclusive. */
type TokenRange = { key: string; keyBytes: number; start: number; end: number }

function createTokenTable({ bytes, starts, owners, tiers, size }: Filled): TokenTable {
  /** Owners whose loaded tokens are obsolete. */
  const outdated = new Set<number>()
  const added = createAddedTokens()
  let range: TokenRange = { key: '', keyBytes: 0, start: 0, end: size }

  return {
    bytes: bytes.length + starts.byteLength + owners.byteLength + tiers.byteLength,
    replaced: () => outdated.size,
    count: (key) => {
      const { start, end } = rangeOf(key)
      return end - start
    },
    replace(owner, tokens) {
      outdated.add(owner)
      added.replace(owner, tokens)
    },
    visit(key, visit) {
      visitRange(key, { onlyWhole: false }, visit)
      added.visit(key, visit)
    },
    visitWord(key, visit) {
      const word = WHOLE_WORD + key
      visitRange(word, { onlyWhole: true }, visit)
      added.visit(word, (owner, tier, isWhole) => isWhole && visit(owner, tier, isWhole))
    },
  }

  function visitRange(key: string, { onlyWhole }: { onlyWhole: boolean }, visit: Visit): void {
    const { start, end, keyBytes } = rangeOf(key)
    for (let n = start; n < end; n++) {
      const length = starts[n + 1]! - starts[n]!
      const isWhole = length === keyBytes
      // Whole words come first.
      if (onlyWhole && !isWhole) return
      const owner = owners[n]!
      if (outdated.size === 0 || !outdated.has(owner)) visit(owner, tiers[n]!, isWhole)
    }
  }

  /** Cached: one search uses the same key several times. */
  function rangeOf(key: string): TokenRange {
    if (range.key === key) return range
    const prefix = Buffer.from(key)
    range = { key, keyBytes: prefix.length, start: firstFrom(prefix), end: firstAfter(prefix) }
    return range
  }

  /** 0 for a token that begins with the prefix. */
  function compare(n: number, prefix: Buffer): number {
    const start = starts[n]!
    return bytes.compare(prefix, 0, prefix.length, start, Math.min(starts[n + 1]!, start + prefix.length))
  }

  function firstFrom(prefix: Buffer): number {
    return firstWhere((n) => compare(n, prefix) >= 0)
  }

  function firstAfter(prefix: Buffer): number {
    return firstWhere((n) => compare(n, prefix) > 0)
  }

  /** Binary search. */
  function firstWhere(holds: (n: number) => boolean): number {
    let [low, high] = [0, size]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (holds(middle)) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** By first character. */
function createAddedTokens() {
  const byFirst = new Map<string, Map<number, Token[]>>()
  const firstsOf = new Map<number, readonly string[]>()
  return {
    replace(owner: number, tokens: readonly Token[]): void {
      for (const first of firstsOf.get(owner) ?? []) byFirst.get(first)?.delete(owner)
      const grouped = Map.groupBy(tokens, ({ token }) => token.slice(0, 1))
      for (const [first, own] of grouped) {
        const owners = byFirst.get(first) ?? new Map<number, Token[]>()
        byFirst.set(first, owners.set(owner, own))
      }
      firstsOf.set(owner, [...grouped.keys()])
    },
    visit(key: string, visit: Visit): void {
      for (const [owner, tokens] of byFirst.get(key.slice(0, 1)) ?? [])
        for (const { token, tier } of tokens) if (token.startsWith(key)) visit(owner, tier, token === key)
    },
  }
}
