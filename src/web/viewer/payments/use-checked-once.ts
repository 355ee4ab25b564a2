import { useEffect, useRef } from 'react'

/** Back from the provider, the server checks once, whatever the address says. */
export function useCheckedOnce(status: string, check: () => void): void {
  const isChecked = useRef(false)
  useEffect(() => {
    if (isChecked.current || status !== 'pending') return
    isChecked.current = true
    check()
  })
}
