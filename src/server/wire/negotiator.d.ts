/** The part of negotiator 1.1 that we use; its published types describe 0.6, which has no preferences. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Readonly<Record<string, string>> })
    /** Those that the client accepts, best first; among equals by `preferred`. */
    encodings(available: string[], options: { preferred: string[] }): string[]
  }
}
