import { showToast } from './toast-store.ts'

export async function copyText(text: string, said: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ text: said.done })
  } catch {
    showToast({ text: said.failed })
  }
}
