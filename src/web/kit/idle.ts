const IDLE_LIMIT_MS = 3000

export function afterFirstPaint(run: () => void): void {
  const whenIdle = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: IDLE_LIMIT_MS })
    else setTimeout(run, 200)
  }
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}
