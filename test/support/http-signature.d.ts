/** The part of http-signature (npm) that tests use: it has no types of its own. */
declare module 'http-signature' {
  import type { IncomingHttpHeaders } from 'node:http'

  interface ParsedSignature {
    readonly keyId: string
  }
  /** As http.ClientRequest has it. */
  interface SignedRequest {
    readonly method: string
    readonly path: string
    getHeader(name: string): string | undefined
    setHeader(name: string, value: string): void
  }
  const httpSignature: {
    /** @throws for a header that is not signed, or malformed */
    parseRequest(
      request: { method: string; url: string; httpVersion: string; headers: IncomingHttpHeaders },
      options: { authorizationHeaderName: string; headers: string[] },
    ): ParsedSignature
    verifyHMAC(signature: ParsedSignature, secret: Buffer): boolean
    sign(
      request: SignedRequest,
      options: {
        keyId: string
        key: Buffer
        algorithm: 'hmac-sha256'
        authorizationHeaderName: string
        headers: string[]
      },
    ): void
  }
  export default httpSignature
}
