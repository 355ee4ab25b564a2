import { logOut } from '#web/viewer/session/log-out.ts'
import { showToast } from '#web/kit/toast-store.ts'

/** Logs out, or shows why the server refused. */
export async function leave(): Promise<void> {
  const problem = await logOut()
  if (problem) showToast({ text: problem })
}
