export interface ProviderResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const TIMEOUT_MS = 15_000
const BODY_BYTES_MAX = 1024 * 1024

/**
 * Does not follow redirects.
 * @returns undefined without a complete response: the request may have been carried out
 */
export async function requestProvider(
  url: string,
  init: RequestInit,
  { bytesMax = BODY_BYTES_MAX }: { bytesMax?: number | undefined } = {},
): Promise<ProviderResponse | undefined> {
  try {
    const response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    return { status: response.status, headers: response.headers, text: await textOf(response, bytesMax) }
  } catch {
    return undefined
  }
}

async function textOf(response: Response, bytesMax: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bytesMax) throw new RangeError('response too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

export function parseObject<T extends object>(text: string): Partial<T> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Partial<T>) : undefined
  } catch {
    return undefined
  }
}
