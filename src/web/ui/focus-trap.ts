const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), video[controls], [tabindex]:not([tabindex="-1"])'

/** Puts focus inside and keeps Tab there; returns how to let go. The first heading takes focus when nothing asks for it. */
export function trapFocus(box: HTMLElement): () => void {
  const preferred =
    box.querySelector<HTMLElement>('[autofocus], [data-autofocus]') ?? box.querySelector<HTMLElement>('h2[tabindex]')
  ;(preferred ?? reachable(box)[0])?.focus({ preventScroll: true })
  const onTab = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return
    const focusable = reachable(box)
    const first = focusable[0]
    const last = focusable[focusable.length - 1]
    if (!first || !last) return
    const at = document.activeElement
    if (event.shiftKey && (at === first || !focusable.includes(at as HTMLElement))) {
      event.preventDefault()
      last.focus()
    } else if (!event.shiftKey && at === last) {
      event.preventDefault()
      first.focus()
    }
  }
  box.addEventListener('keydown', onTab)
  return () => box.removeEventListener('keydown', onTab)
}

function reachable(box: HTMLElement): HTMLElement[] {
  return [...box.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((element) => element.getClientRects().length > 0)
}
