import type { Plan } from '#contract/plans.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { useText } from '#web/kit/text.ts'
import { useShellText } from '#web/viewer/text/shell-text.ts'
import { ArticleDialog } from '#web/ui/article-dialog.tsx'
import { useConditions } from './use-conditions.ts'

export type TermsKind = 'terms' | 'privacy'

/** What is agreed to when subscribing: the conditions of the plan, by its data, above the general terms; or the privacy statement. */
export function TermsDialog({ kind, plan, onClose }: { kind: TermsKind; plan: Plan; onClose: () => void }) {
  const { site } = useShellText()
  const { title, sections } = useText('agreements')[kind]
  const conditions = useConditions(plan)
  const between = useCallContext().language === 'zh_HK' ? '' : ' '
  const own = kind === 'terms' ? [{ heading: plan.name, text: conditions.join(between) }] : []
  return <ArticleDialog title={title} sections={[...own, ...sections]} close={site.close} onClose={onClose} />
}
