import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { ImageIcon } from '../feature-icons.tsx'
import { CheckIcon, WarningIcon } from '../icons.tsx'
import { Spinner } from '../spinner.tsx'
import { FieldFrame, type FieldLook, noteIds } from './field.tsx'
import styles from './image-field.module.css'

export type ImageState =
  | { readonly kind: 'none' }
  /** `share` is sent, from 0 to 1. */
  | { readonly kind: 'sending'; readonly name: string; readonly share: number; readonly note: string }
  | { readonly kind: 'failed'; readonly name: string; readonly note: string }
  | {
      readonly kind: 'kept'
      readonly name: string
      readonly url: string
      readonly note: string
      readonly extra: string | undefined
    }

export interface ImageFieldProps extends FieldLook {
  name: string
  /** Content types, as the browser takes them. */
  accept: string
  state: ImageState
  labels: {
    choose: string
    replace: string
    remove: string
    removed: string
    cancel: string
    retry: string
    alt: string
  }
  onChoose: (file: File) => void
  onStop: () => void
  onRemove: () => void
  onRetry: () => void
  /** The kept image is no longer there. */
  onMissing: () => void
}

export function ImageField(props: ImageFieldProps) {
  const { label, hint, error, className, name, accept, state, labels, onChoose, onRemove, onStop } = props
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { isOver, ...drop } = useDrop(onChoose)
  const said = useSaid(state, labels.removed)
  /** The button is gone after its click; the focus goes to the input. */
  const andFocus = (act: () => void) => () => {
    act()
    input.current?.focus()
  }
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} isAlert className={className}>
      <div className={classNames(styles.field, isOver && styles.over, error && styles.wrong)} {...drop}>
        <input
          ref={input}
          id={id}
          name={name}
          className={styles.input}
          type="file"
          accept={accept}
          aria-invalid={error ? true : undefined}
          aria-describedby={noteIds(id, { hint, error })}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            // The same file can be chosen again.
            currentTarget.value = ''
            if (file) onChoose(file)
          }}
        />
        {state.kind === 'none' ? (
          <label className={styles.choose} htmlFor={id}>
            <ImageIcon size={22} />
            {labels.choose}
          </label>
        ) : (
          <Row state={state} labels={labels} onMissing={props.onMissing}>
            {state.kind === 'kept' ? (
              <label className={styles.replace} htmlFor={id}>
                {labels.replace}
              </label>
            ) : null}
            {state.kind === 'failed' ? (
              <Button size="s" onClick={andFocus(props.onRetry)}>
                {labels.retry}
              </Button>
            ) : null}
            <Button look="text" size="s" onClick={andFocus(state.kind === 'kept' ? onRemove : onStop)}>
              {state.kind === 'sending' ? labels.cancel : labels.remove}
            </Button>
          </Row>
        )}
      </div>
      <output className="visually-hidden">{said}</output>
    </FieldFrame>
  )
}

interface RowProps extends Pick<ImageFieldProps, 'labels' | 'onMissing'> {
  state: Exclude<ImageState, { kind: 'none' }>
  children: ReactNode
}

function Row({ state, labels, onMissing, children }: RowProps) {
  return (
    <div className={styles.row}>
      {state.kind === 'kept' ? (
        <img className={styles.thumb} src={state.url} alt={labels.alt} onError={onMissing} />
      ) : (
        <span className={styles.thumb}>
          {state.kind === 'sending' ? <Spinner size={22} /> : <WarningIcon size={22} />}
        </span>
      )}
      <div className={styles.about}>
        <p className={styles.name} title={state.name}>
          {state.name}
        </p>
        <p className={styles.note} data-state={state.kind}>
          {state.kind === 'kept' ? <CheckIcon size={16} /> : null}
          <span>{state.note}</span>
        </p>
        {state.kind === 'kept' && state.extra ? <p className={styles.extra}>{state.extra}</p> : null}
        {state.kind === 'sending' ? (
          <progress className={styles.bar} max={1} value={state.share} aria-label={state.name} />
        ) : null}
      </div>
      <div className={styles.actions}>{children}</div>
    </div>
  )
}

function useSaid(state: ImageState, removed: string): string {
  const kept = state.kind === 'kept' ? [state.name, state.note, state.extra].filter(Boolean).join(' ') : ''
  const former = useRef(kept)
  const [said, say] = useState('')
  useEffect(() => {
    if (former.current === kept) return
    say(kept || (state.kind === 'none' ? removed : ''))
    former.current = kept
  }, [kept, removed, state.kind])
  return said
}

function useDrop(onChoose: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) onChoose(file)
    },
  }
}
