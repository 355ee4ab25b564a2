import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { TitleContent } from '#contract/admin/titles.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNotes } from '#web/ui/form/field.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import styles from './artwork.module.css'
import { useEditor, useFieldError } from './editor-context.ts'
import { ImageSlot } from './image-slot.tsx'
import { Section } from './section.tsx'
import titleStyles from './title.module.css'

const SLOTS = ['keyart', 'landscape', 'art', 'hero'] as const
const RATIOS = { keyart: '2 / 3', landscape: '16 / 9', art: '16 / 9', hero: '16 / 9' } as const
/** The boxes that crop each image on the site. */
const CROPS = {
  hero: [
    ['wide', '21 / 9'],
    ['screen', '16 / 9'],
  ],
  art: [
    ['screen', '16 / 9'],
    ['phone', '4 / 5'],
  ],
} as const
/** Where the site looks when no point was set. */
const DEFAULTS = { hero: { x: 70, y: 30 }, art: { x: 50, y: 50 } } as const

export function ArtworkSection() {
  const text = useText('consoleTitle')
  const { content, set, title } = useEditor()
  const errorOf = useFieldError()
  const film = title?.assets.find(({ role }) => role === 'film')
  return (
    <Section name="artwork" title={text.sections.artwork}>
      <div className={styles.slots}>
        {SLOTS.map((slot) => (
          <ImageSlot
            key={slot}
            name={text.images[slot]}
            ratio={RATIOS[slot]}
            image={content.images[slot]}
            programGuid={film?.programGuid}
            onChange={(image) => set((now) => ({ images: { ...now.images, [slot]: image } }))}
          />
        ))}
      </div>
      <FieldNotes id="images" error={errorOf('images')} />
      {(['hero', 'art'] as const).map((name) => (content.images[name] ? <Focus key={name} name={name} /> : null))}
    </Section>
  )
}

type FocusName = keyof TitleContent['focus']

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const within = (value: number) => Math.round(Math.min(100, Math.max(0, value)))

/** What stays in sight wherever the image is cropped. */
function Focus({ name }: { name: FocusName }) {
  const text = useText('consoleTitle')
  const { content, set } = useEditor()
  const pad = useRef<HTMLButtonElement>(null)
  const point = content.focus[name] ?? DEFAULTS[name]
  const src = `/i/${content.images[name]}`
  const label = text.images[name]
  const place = (x: number, y: number) =>
    set((now) => ({ focus: { ...now.focus, [name]: { x: within(x), y: within(y) } } }))
  const onPointer = ({ clientX, clientY, buttons }: PointerEvent) => {
    const box = pad.current?.getBoundingClientRect()
    if (!box || buttons !== 1 || box.width === 0) return
    place(((clientX - box.left) / box.width) * 100, ((clientY - box.top) / box.height) * 100)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const size = event.shiftKey ? 10 : 1
    place(point.x + step[0] * size, point.y + step[1] * size)
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
          {CROPS[name].map(([crop, ratio]) => (
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
        {content.focus[name] ? (
          <Button size="s" look="text" onClick={() => set((now) => ({ focus: { ...now.focus, [name]: null } }))}>
            {text.focusReset}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
