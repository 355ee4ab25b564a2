import { useEffect, useRef } from 'react'

interface EditorKeys {
  onSave: () => void
  onPublish?: () => void
  onPreview?: () => void
}

/** Ctrl+S, Ctrl+Enter and Ctrl+Shift+Enter of a page, wherever its focus is. */
export function useEditorKeys(keys: EditorKeys): void {
  const handlers = useRef(keys)
  useEffect(() => {
    handlers.current = keys
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.isComposing || document.querySelector('dialog[open]')) return
      if (event.key !== 's' && event.key !== 'Enter') return
      if (event.key === 'Enter' && !(event.shiftKey ? handlers.current.onPreview : handlers.current.onPublish)) return
      event.preventDefault()
      if (event.key === 's') handlers.current.onSave()
      else if (event.shiftKey) handlers.current.onPreview?.()
      else handlers.current.onPublish?.()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
