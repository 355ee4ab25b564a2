import { type DragEvent, useContext, useRef, useState } from 'react'
import { frames as listFrames } from '#contract/admin/images.ts'
import { IMAGE_UPLOAD_TYPES } from '#contract/admin/uploads.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ImageIcon } from '#web/ui/feature-icons.tsx'
import { FieldNotes } from '#web/ui/form/field.tsx'
import { ResponsiveImage } from '#web/ui/image.tsx'
import { useImageUpload } from '../../client/use-image-upload.ts'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { FailedState, State } from '../../widgets/state.tsx'
import styles from './artwork.module.css'
import { EditorContext } from './editor-context.ts'

interface ImageSlotProps {
  name: string
  ratio: '2 / 3' | '16 / 9'
  /** `{hash}/{name}`, or empty. */
  image: string
  /** Of the film whose frames are offered. */
  programGuid: string | undefined
  onChange: (image: string) => void
}

/** One image: uploaded, dropped, or chosen from the film. */
export function ImageSlot({ name, ratio, image, programGuid, onChange }: ImageSlotProps) {
  const text = useText('consoleTitle')
  const isReadOnly = useContext(EditorContext)?.isReadOnly ?? false
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [isChoosing, setChoosing] = useState(false)
  const { send, pending, problem } = useImageUpload({ ...text, uploaded: text.uploaded(name) }, onChange)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way beside the button
    <div
      className={styles.slot}
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!isReadOnly)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={isReadOnly ? undefined : drop}
    >
      <span className={styles.frame} style={{ aspectRatio: ratio }}>
        {image ? (
          <ResponsiveImage src={`/i/${image}`} alt={name} sizes="320px" to={640} />
        ) : (
          <span className={styles.none}>
            <ImageIcon size={22} />
            {text.noImage}
            <small>{text.dropHere}</small>
          </span>
        )}
      </span>
      <span className={styles.name}>{name}</span>
      <span className={styles.buttons}>
        <input
          ref={input}
          hidden
          type="file"
          aria-label={`${text.upload} ${name}`}
          accept={IMAGE_UPLOAD_TYPES.join(',')}
          onChange={({ target }) => {
            void send(target.files?.[0])
            target.value = ''
          }}
        />
        <Button
          size="s"
          busy={pending}
          busyText={text.uploading}
          aria-label={`${image ? text.replace : text.upload} ${name}`}
          onClick={() => input.current?.click()}
        >
          {image ? text.replace : text.upload}
        </Button>
        {programGuid ? (
          <Button size="s" aria-label={`${text.fromFilm} ${name}`} onClick={() => setChoosing(true)}>
            {text.fromFilm}
          </Button>
        ) : null}
        {image ? (
          <Button size="s" look="text" aria-label={text.remove(name)} onClick={() => onChange('')}>
            {text.removeImage}
          </Button>
        ) : null}
      </span>
      <FieldNotes id={`image-${name}`} error={problem} isAlert />
      {isChoosing && programGuid ? (
        <Frames
          programGuid={programGuid}
          onPick={(frame) => {
            onChange(frame)
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </div>
  )
}

interface FramesProps {
  programGuid: string
  onPick: (image: string) => void
  onClose: () => void
}

function Frames({ programGuid, onPick, onClose }: FramesProps) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { data, error, refetch } = useRead(listFrames, { programGuid })
  return (
    <Dialog title={text.frames} className={styles.dialog} closeLabel={shell.close} onClose={onClose}>
      {error && !data ? <FailedState error={error} onRetry={() => void refetch()} /> : null}
      {data?.list.length === 0 ? <State icon={<ImageIcon size={22} />} title={text.noFrames} /> : null}
      <ul className={styles.frames} aria-busy={!data && !error}>
        {data?.list.map(({ image }, at) => (
          <li key={image}>
            <button type="button" className={styles.pick} onClick={() => onPick(image)}>
              <ResponsiveImage src={`/i/${image}`} alt={text.frameOf(at + 1)} sizes="220px" to={480} priority="eager" />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
