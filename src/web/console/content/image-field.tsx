import { type ReactNode, useId, useRef } from 'react'
import { IMAGE_UPLOAD_TYPES } from '#contract/admin/uploads.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { type FieldProps, FieldNotes } from '#web/ui/form/field.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { useImageUpload } from '../client/use-image-upload.ts'
import styles from './content.module.css'

type ImageFieldProps = FieldProps & { label: ReactNode; hint?: string; isOptional?: boolean | undefined }

/** An image of its own: `{hash}/{name}`. */
export function ImageField({ label, hint, value, error, onChange }: ImageFieldProps) {
  const { image: text } = useText('consoleContent')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { send, pending, problem } = useImageUpload(text, onChange)
  return (
    <div className={styles.imageField}>
      <span className={styles.fieldName}>{label}</span>
      <span className={styles.image}>
        {value ? (
          <span className={styles.thumb}>
            <ResponsiveImage src={`/i/${value}`} alt="" title=" " sizes="120px" to={320} />
          </span>
        ) : null}
        <input
          ref={input}
          hidden
          type="file"
          aria-label={text.upload}
          accept={IMAGE_UPLOAD_TYPES.join(',')}
          onChange={({ target }) => {
            void send(target.files?.[0])
            target.value = ''
          }}
        />
        <Button size="s" busy={pending} busyText={text.uploading} onClick={() => input.current?.click()}>
          {value ? text.replace : text.upload}
        </Button>
        {value ? (
          <Button size="s" look="text" onClick={() => onChange('')}>
            {text.remove}
          </Button>
        ) : null}
      </span>
      <FieldNotes id={id} hint={hint} error={problem ?? error} />
    </div>
  )
}
