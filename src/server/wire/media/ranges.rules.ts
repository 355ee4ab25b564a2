/** Complete, partial (inclusive), not modified, or not satisfiable. */
export type RangeResult =
  | { readonly status: 200 }
  | { readonly status: 206; readonly start: number; readonly end: number }
  | { readonly status: 304 }
  | { readonly status: 416 }

/** RFC 9110 13 and 14. */
export interface RangeRequest {
  readonly method: string
  readonly range?: string | undefined
  readonly ifRange?: string | undefined
  readonly ifNoneMatch?: string | undefined
}

export interface RangeTarget {
  readonly size: number
  readonly etag: string
}

const WHOLE = { status: 200 } as const
const UNSATISFIABLE = { status: 416 } as const

/**
 * Multiple ranges, other units and malformed headers yield the complete representation, as RFC 9110 14.2 permits; so does a changed
 * one (If-Range).
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
