/** SPEC 4: with these codes, while a token is stored, the session is over. */
const DEAD_SESSION: ReadonlySet<string> = new Set(['0x800A1000', '0x800A1001', '0x800A3002'])
export const isDeadSession = (code: string): boolean => DEAD_SESSION.has(code)
