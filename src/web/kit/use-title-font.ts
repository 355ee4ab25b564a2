import { useEffect } from 'react'
import { afterFirstPaint } from './idle.ts'

const asked = new Set<string>()

/** Brings a title's own cut of the display face, once the page has painted and is at rest. The face is `font-display: optional`: nothing moves. */
export function useTitleFont(styleSheet: string | undefined): void {
  useEffect(() => {
    if (!styleSheet || asked.has(styleSheet)) return
    asked.add(styleSheet)
    afterFirstPaint(() => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = styleSheet
      document.head.append(link)
    })
  }, [styleSheet])
}
