import { Suspense } from 'react'
import { lazyScreen } from '#web/kit/lazy-screen.tsx'
import { useHistoryStep } from '#web/kit/use-history-step.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { SearchIcon } from '#web/ui/icons.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'

const DIALOG = lazyScreen(async () => (await import('./search-dialog.tsx')).SearchDialog)

/** Back closes the dialog first. */
export function SearchButton() {
  const text = useText('search')
  const { errors } = useShellText()
  const { isOpen, open, close } = useHistoryStep('search')
  return (
    <>
      <IconButton
        label={text.open}
        icon={<SearchIcon size={22} />}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={DIALOG.preload}
        onFocus={DIALOG.preload}
        onClick={(event) => {
          takeFocus(event)
          open()
        }}
      />
      <ErrorBoundary
        resetKey={isOpen ? 'open' : 'closed'}
        onError={() => {
          showToast({ text: errors.chunkText })
          close()
        }}
      >
        <Suspense fallback={null}>{isOpen ? <DIALOG.Screen onClose={close} /> : null}</Suspense>
      </ErrorBoundary>
    </>
  )
}
