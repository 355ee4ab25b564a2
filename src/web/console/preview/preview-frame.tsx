import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { PREVIEW_ESCAPE } from '#contract/preview.ts'
import { useText } from '#web/kit/text.ts'
import styles from './preview-dialog.module.css'

/** CSS px of the screens that the site is made for. */
const SIZES = { phone: 390, tablet: 820, desktop: 1_440 } as const
export const WIDTHS = ['phone', 'tablet', 'desktop'] as const satisfies readonly (keyof typeof SIZES)[]
export type Width = (typeof WIDTHS)[number]

/** The site in its own width, made smaller where the window is narrower. It may not leave its frame. */
export function PreviewFrame({ src, width, onEscape }: { src: string; width: Width; onEscape: () => void }) {
  const text = useText('consolePreview')
  const room = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent) => {
      if (data === PREVIEW_ESCAPE && source !== null && source === frame.current?.contentWindow) onEscape()
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [onEscape])
  const [box, setBox] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const watcher = new ResizeObserver(([entry]) => {
      const { width: wide, height } = entry!.contentRect
      setBox({ width: wide, height })
    })
    watcher.observe(room.current!)
    return () => watcher.disconnect()
  }, [])
  const scale = box.width === 0 ? 1 : Math.min(1, box.width / SIZES[width])
  return (
    <div ref={room} className={styles.room}>
      <iframe
        ref={frame}
        className={styles.frame}
        title={text.frame}
        src={src}
        // oxlint-disable-next-line react/iframe-missing-sandbox -- the site is ours; it may neither leave its frame nor open windows
        sandbox="allow-scripts allow-same-origin"
        referrerPolicy="no-referrer"
        style={{
          width: SIZES[width],
          height: box.height / scale,
          left: (box.width - SIZES[width] * scale) / 2,
          transform: `scale(${scale})`,
        }}
      />
    </div>
  )
}
