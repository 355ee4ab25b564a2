import { useEffect } from 'react'
import { afterFirstPaint } from '#web/kit/idle.ts'

const requested = new Set<string>()
let setFirst: (value: unknown) => void
/** Resolves also when its style sheet has failed. */
export const firstTitleFont: Promise<unknown> = new Promise((resolve) => (setFirst = resolve))

/** Loads once the page is idle; `font-display: optional` keeps the layout from shifting. */
export function useTitleFont(styleSheet: string | undefined): void {
  useEffect(() => {
    if (!styleSheet || requested.has(styleSheet)) return
    requested.add(styleSheet)
    afterFirstPaint(() => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = styleSheet
      link.addEventListener('load', setFirst)
      link.addEventListener('error', setFirst)
      document.head.append(link)
    })
  }, [styleSheet])
}
