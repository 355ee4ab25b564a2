import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { FocalPoint } from '#contract/categories.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import styles from './artwork.module.css'
import titleStyles from './title.module.css'

interface FocusFieldProps {
  label: string
  /** `{hash}/{name}` */
  image: string
  point: FocalPoint | null
  /** Where the site looks when no point was set. */
  fallback: FocalPoint
  /** The boxes that crop the image on the site. */
  crops: readonly (readonly [crop: 'wide' | 'screen' | 'phone', ratio: string])[]
  onChange: (point: FocalPoint | null) => void
}

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const within = (value: number) => Math.round(Math.min(100, Math.max(0, value)))

/** What stays in sight wherever an image is cropped: by mouse or arrows, with all crops. */
export function FocusField({ label, image, point: chosen, fallback, crops, onChange }: FocusFieldProps) {
  const text = useText('consoleTitle')
  const pad = useRef<HTMLButtonElement>(null)
  const point = chosen ?? fallback
  const src = `/i/${image}`
  const put = (x: number, y: number) => onChange({ x: within(x), y: within(y) })
  const onPointer = ({ clientX, clientY, buttons }: PointerEvent) => {
    const box = pad.current?.getBoundingClientRect()
    if (!box || buttons !== 1 || box.width === 0) return
    put(((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step || event.altKey) return
    event.preventDefault()
    const size = event.shiftKey ? 10 : 1
    put(point.x + step[0] * size, point.y + step[1] * size)
  }
  return (
    <div className={titleStyles.group}>
      <h3 className={titleStyles.groupTitle}>{`${label} · ${text.fields.focus}`}</h3>
      <div className={styles.focus}>
        <button
          ref={pad}
          type="button"
          className={styles.pad}
          aria-label={text.focusOf(label, point.x, point.y)}
          onPointerDown={onPointer}
          onPointerMove={onPointer}
          onKeyDown={onKeyDown}
        >
          <ResponsiveImage src={src} alt="" sizes="480px" to={960} />
          <span className={styles.point} style={{ left: `${point.x}%`, top: `${point.y}%` }} />
        </button>
        <ul className={styles.crops}>
          {crops.map(([crop, ratio]) => (
            <li key={crop}>
              <span className={styles.crop} data-crop={crop} style={{ aspectRatio: ratio }}>
                <img
                  src={`${src}?w=640`}
                  alt=""
                  style={{ objectPosition: `${point.x}% ${point.y}%` }}
                  draggable={false}
                />
              </span>
              {text.crops[crop]}
            </li>
          ))}
        </ul>
      </div>
      <div className={titleStyles.actions}>
        <p className={titleStyles.note}>{text.focusHint}</p>
        {chosen ? (
          <Button size="s" look="text" onClick={() => onChange(null)}>
            {text.focusReset}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
