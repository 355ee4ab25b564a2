import { useEffect, useRef } from 'react'

/** Ctrl+S and Ctrl+Enter of a page with a draft. */
export function useEditorKeys({ onSave, onPublish }: { onSave: () => void; onPublish: () => void }): void {
  const handlers = useRef({ onSave, onPublish })
  useEffect(() => {
    handlers.current = { onSave, onPublish }
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.isComposing || document.querySelector('dialog[open]')) return
      if (event.key !== 's' && event.key !== 'Enter') return
      event.preventDefault()
      if (event.key === 's') handlers.current.onSave()
      else handlers.current.onPublish()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
