/** The session and device of a request. */
export interface Caller {
  token?: string | undefined
  device?: string
  language?: 'zh_HK' | 'en_US'
}

/** Sends a POST to a call. @throws with the whole response unless it is a SUCCESS */
export type Call = <T>(path: string, body?: object, as?: Caller) => Promise<T>

/** Calls a running service as the site does: secrets in the body, the token in a header. */
/** `timeoutMs`: none by default. */
export function createCall(origin: string, { timeoutMs }: { timeoutMs?: number } = {}): Call {
  return async (path, body = {}, { token, device = '', language = 'zh_HK' } = {}) => {
    const response = await fetch(`${origin}${path}?language=${language}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-client-context': new URLSearchParams({ deviceSerial: device, deviceModel: 'Chrome' }).toString(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
    })
    const envelope = (await response.json()) as { result: string }
    if (envelope.result !== 'SUCCESS') throw new Error(`${path}: ${JSON.stringify(envelope)}`)
    return envelope as never
  }
}
