import { ArticleDialog } from '#web/ui/article-dialog.tsx'
import { useText } from '#web/kit/text.ts'

export type AgreementKind = 'terms' | 'privacy'

/** The text of an agreement, in a dialog over the form. */
export function AgreementDialog({ kind, close, onClose }: { kind: AgreementKind; close: string; onClose: () => void }) {
  return <ArticleDialog {...useText('agreements')[kind]} close={close} onClose={onClose} />
}
