import { logOut } from '#web/viewer/session/log-out.ts'
import { showToast } from '#web/kit/toast-store.ts'

/** Logs out, or says why that cannot be done now. */
export async function leave(): Promise<void> {
  const problem = await logOut()
  if (problem) showToast({ text: problem })
}
