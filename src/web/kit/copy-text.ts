import { showToast } from './toast-store.ts'

/** Copies a text, and says whether that was possible. */
export async function copyText(text: string, said: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ text: said.done })
  } catch {
    showToast({ text: said.failed })
  }
}
