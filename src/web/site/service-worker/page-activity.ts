import { plainPath } from '../navigation/routes.tsx'
import type { PageActivity } from './notice.rules.ts'

/** Events after which the page may be doing something else. `play` and `pause` do not bubble: they are captured. */
const EVENTS = ['input', 'focusin', 'focusout', 'click', 'play', 'pause', 'ended', 'volumechange'] as const
const TEXT_FIELDS =
  'form :is(textarea, input:not([type=hidden], [type=checkbox], [type=radio], [type=search], [type=button]))'

/** What the page is doing now. */
export function pageActivity(): PageActivity {
  const { activeElement, documentElement } = document
  return {
    path: plainPath(location.hash.replace(/^#/, '').split('?')[0] ?? ''),
    isPlaying: [...document.querySelectorAll('video')].some(({ paused, muted, ended }) => !paused && !muted && !ended),
    isEditing:
      activeElement instanceof HTMLInputElement ||
      activeElement instanceof HTMLTextAreaElement ||
      activeElement instanceof HTMLSelectElement ||
      [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT_FIELDS)].some(
        ({ value }) => value !== '',
      ),
    isInDialog: documentElement.dataset.locked !== undefined,
  }
}

/** Calls back whenever the page may be doing something else. Returns the end of it. */
export function watchActivity(onChange: () => void): () => void {
  // After the event's own handlers: a dialog that it opens is then open.
  const soon = () => void setTimeout(onChange)
  for (const name of EVENTS) document.addEventListener(name, soon, true)
  addEventListener('hashchange', soon)
  return () => {
    for (const name of EVENTS) document.removeEventListener(name, soon, true)
    removeEventListener('hashchange', soon)
  }
}
