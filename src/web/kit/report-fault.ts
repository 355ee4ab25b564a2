/** Reports a fault of our own that is not to stop what is under way, like an uncaught one. */
export function reportFault(error: unknown): void {
  // Safari below 15.4 has no `reportError`.
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error)
  else
    setTimeout(() => {
      throw error
    })
}
