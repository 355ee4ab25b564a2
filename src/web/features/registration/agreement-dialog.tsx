import { ArticleDialog } from '#web/ui/article-dialog.tsx'
import { useAgreementsText } from './agreements-text.ts'

export type AgreementKind = 'terms' | 'privacy'

/** The text of an agreement, in a dialog over the form. */
export function AgreementDialog({ kind, close, onClose }: { kind: AgreementKind; close: string; onClose: () => void }) {
  return <ArticleDialog {...useAgreementsText()[kind]} close={close} onClose={onClose} />
}
