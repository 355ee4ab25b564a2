import { useShellText } from '#web/viewer/text/shell-text.ts'
import { hideToast, toastStore } from '#web/kit/toast-store.ts'
import { useStore } from '#web/kit/use-store.ts'
import { ToastHost } from '#web/ui/toast-host.tsx'

/** The toasts of the site. */
export function Toasts() {
  const { site } = useShellText()
  return <ToastHost toast={useStore(toastStore, ({ toast }) => toast)} onHide={hideToast} closeLabel={site.close} />
}
