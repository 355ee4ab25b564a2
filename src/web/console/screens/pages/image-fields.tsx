import type { PageBanner } from '#contract/admin/pages.ts'
import { useText } from '#web/kit/text.ts'
import { FieldNotes } from '#web/ui/form/field.tsx'
import { FocusField } from '../title/focus-field.tsx'
import { ImageSlot } from '../title/image-slot.tsx'
import { useFieldError } from './page-context.ts'
import styles from './pages.module.css'

type Images = Pick<PageBanner, 'image' | 'imagePortrait' | 'focus' | 'focusPortrait'>

interface ImageFieldsProps {
  /** `banners/{id}` */
  field: string
  value: Images
  onChange: (change: Partial<Images>) => void
}

const CENTRE = { x: 50, y: 50 }
const CROPS = {
  image: [
    ['wide', '21 / 9'],
    ['screen', '16 / 9'],
  ],
  imagePortrait: [['phone', '4 / 5']],
} as const
const FOCUS = { image: 'focus', imagePortrait: 'focusPortrait' } as const

/** The images of a banner, landscape and portrait, each with what stays in sight. */
export function ImageFields({ field, value, onChange }: ImageFieldsProps) {
  const text = useText('consolePages')
  const errorOf = useFieldError()
  const names = ['image', 'imagePortrait'] as const
  return (
    <>
      <div className={styles.slots}>
        {names.map((name) => (
          <div key={name}>
            <ImageSlot
              name={text.fields[name]}
              ratio={name === 'image' ? '16 / 9' : '2 / 3'}
              image={value[name]}
              programGuid={undefined}
              onChange={(image) => onChange({ [name]: image, ...(image === '' && { [FOCUS[name]]: null }) })}
            />
            <FieldNotes id={`${field}-${name}`} error={errorOf(`${field}/${name}`)} />
          </div>
        ))}
      </div>
      {names.map((name) =>
        value[name] ? (
          <FocusField
            key={name}
            label={text.fields[name]}
            image={value[name]}
            point={value[FOCUS[name]]}
            fallback={CENTRE}
            crops={CROPS[name]}
            onChange={(point) => onChange({ [FOCUS[name]]: point })}
          />
        ) : null,
      )}
    </>
  )
}
