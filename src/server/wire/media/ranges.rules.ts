/** What a request's conditions come to: the whole, a part (inclusive), nothing new, or a part that does not exist. */
export type RangeResult =
  | { readonly status: 200 }
  | { readonly status: 206; readonly start: number; readonly end: number }
  | { readonly status: 304 }
  | { readonly status: 416 }

/** The header fields that decide (RFC 9110 13 and 14). */
export interface RangeRequest {
  readonly method: string
  readonly range?: string | undefined
  readonly ifRange?: string | undefined
  readonly ifNoneMatch?: string | undefined
}

/** What is asked for. `etag` is strong and quoted. */
export interface RangeTarget {
  readonly size: number
  readonly etag: string
}

const WHOLE = { status: 200 } as const
const UNSATISFIABLE = { status: 416 } as const

/**
 * Decides between 200, 206, 304 and 416. Several ranges at once, other units and a malformed header get the whole, as
 * RFC 9110 14.2 allows; so does a part of a representation that has changed since (If-Range).
 */
export function resolveRange(request: RangeRequest, { size, etag }: RangeTarget): RangeResult {
  if (request.ifNoneMatch !== undefined && matches(request.ifNoneMatch, etag)) return { status: 304 }
  if (request.range === undefined || request.method !== 'GET') return WHOLE
  if (request.ifRange !== undefined && request.ifRange !== etag) return WHOLE
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(request.range.trim()) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return WHOLE
  return first === '' ? suffix(Number(last), size) : part(Number(first), last === '' ? size - 1 : Number(last), size)
}

function suffix(length: number, size: number): RangeResult {
  if (length === 0 || size === 0) return UNSATISFIABLE
  return { status: 206, start: Math.max(0, size - length), end: size - 1 }
}

function part(start: number, end: number, size: number): RangeResult {
  if (start >= size) return UNSATISFIABLE
  if (end < start) return WHOLE
  return { status: 206, start, end: Math.min(end, size - 1) }
}

const matches = (list: string, etag: string): boolean =>
  list.trim() === '*' || list.split(',').some((item) => item.trim().replace(/^W\//, '') === etag)
