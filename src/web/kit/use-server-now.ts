import { useState } from 'react'
import { serverOffset } from './server-clock.ts'
import { useStore } from './use-store.ts'

/** The server's time when the component appeared, in ms since 1970; corrected once the server's clock is known. */
export function useServerNow(): number {
  const [at] = useState(() => Date.now())
  return at + useStore(serverOffset, ({ ms }) => ms)
}
