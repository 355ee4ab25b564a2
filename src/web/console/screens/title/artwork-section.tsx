import type { TitleContent } from '#contract/admin/titles.ts'
import { useText } from '#web/kit/text.ts'
import { FieldNotes } from '#web/ui/form/field.tsx'
import styles from './artwork.module.css'
import { useEditor, useFieldError } from './editor-context.ts'
import { FocusField } from './focus-field.tsx'
import { ImageSlot } from './image-slot.tsx'
import { Section } from './section.tsx'

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

/** What stays in sight wherever the image is cropped. */
function Focus({ name }: { name: keyof TitleContent['focus'] }) {
  const text = useText('consoleTitle')
  const { content, set } = useEditor()
  return (
    <FocusField
      label={text.images[name]}
      image={content.images[name]}
      point={content.focus[name]}
      fallback={DEFAULTS[name]}
      crops={CROPS[name]}
      onChange={(point) => set((now) => ({ focus: { ...now.focus, [name]: point } }))}
    />
  )
}
