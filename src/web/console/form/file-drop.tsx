import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import styles from './file-drop.module.css'

type OnFiles = (files: readonly File[]) => unknown

interface FileDropProps {
  text: { drop: string; dropNow: string; dropHint: string }
  icon: ReactNode
  onFiles: OnFiles
}

/** Files dropped anywhere in the window. */
export function FileDrop({ text, icon, onFiles }: FileDropProps) {
  const isOver = useDrop(onFiles)
  return (
    <div className={styles.drop} data-over={isOver ? '' : undefined}>
      <span className={styles.icon}>{icon}</span>
      <p>
        <strong>{isOver ? text.dropNow : text.drop}</strong>
        <span>{text.dropHint}</span>
      </p>
    </div>
  )
}

interface ChooseFilesProps extends Pick<ComponentProps<typeof Button>, 'look' | 'size' | 'icon'> {
  accept: string
  label: string
  onFiles: OnFiles
}

export function ChooseFiles({ accept, label, onFiles, ...button }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={accept}
        data-testid="files"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false

/** Anywhere on the page. @returns whether files are held over it */
function useDrop(onFiles: OnFiles): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      onFiles([...(event.dataTransfer?.files ?? [])])
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [onFiles])
  return isOver
}
