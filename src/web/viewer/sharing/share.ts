import type { Language } from '#contract/languages.ts'
import { copyText } from '#web/kit/copy-text.ts'

interface Shared {
  readonly title: string
  readonly text?: string
  readonly url: string
}

export async function share(shared: Shared, copied: { done: string; failed: string }): Promise<void> {
  if (!('share' in navigator)) return copyText(shared.url, copied)
  try {
    await navigator.share(shared)
  } catch (error) {
    // Closed by the viewer.
    if (error instanceof DOMException && error.name === 'AbortError') return
    await copyText(shared.url, copied)
  }
}

export const sharedPageOf = (programId: string, language: Language): string =>
  `${location.origin}/s/${encodeURIComponent(programId)}${language === 'en_US' ? '?lang=en_US' : ''}`
