import { useLayoutEffect, useRef } from 'react'

interface EditorKeys {
  onSave: () => void
  onPublish?: () => void
  onPreview?: () => void
}

/** Ctrl+S, Ctrl+Enter and Ctrl+Shift+Enter of a page, wherever its focus is. */
export function useEditorKeys({ onSave, onPublish, onPreview }: EditorKeys): void {
  useControlKeys((event) => {
    if (document.querySelector('dialog[open]')) return
    const run = event.key === 's' ? onSave : event.key !== 'Enter' ? undefined : event.shiftKey ? onPreview : onPublish
    if (!run) return
    event.preventDefault()
    run()
  })
}

/** Ctrl+Enter, wherever in the dialog the focus is. */
export function useSubmitKey(onSubmit: () => void): void {
  useControlKeys((event) => {
    if (event.key !== 'Enter' || event.repeat) return
    event.preventDefault()
    onSubmit()
  })
}

/** In effects of the layout: keys count from the moment in which the button can be seen. */
function useControlKeys(onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey)
  useLayoutEffect(() => {
    latest.current = onKey
  })
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && !event.isComposing) latest.current(event)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
