import type { ReactNode } from 'react'
import { useText } from '#web/kit/text.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useStore } from '#web/kit/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import titleStyles from '../screens/title/title.module.css'
import { useShellText } from '../shell/shell-text.ts'
import { MergeIcon } from '../widgets/icons.ts'
import { Notice } from '../widgets/notice.tsx'
import type { Draft } from './drafts.ts'

export function OvertakenNotice({ onChoose }: { onChoose: () => void }) {
  const { overtaken: text } = useText('consoleTitle')
  return (
    <Notice
      icon={<MergeIcon size={18} />}
      tone="warn"
      action={
        <Button size="s" onClick={onChoose}>
          {text.choose}
        </Button>
      }
    >
      {text.notice}
    </Notice>
  )
}

export interface MergedVersions<C> {
  readonly title?: string
  readonly contents: { readonly base: C; readonly mine: C; readonly theirs: C }
  readonly by: string
  readonly at: string
  readonly onSave: (content: C) => void
  readonly onDiscard: () => void
}

interface OvertakenDialogProps<C> {
  draft: Draft<C>
  onClose: () => void
  children: (versions: MergedVersions<C>) => ReactNode
}

/** What this window and another one of the same operator have made of one draft. */
export function OvertakenDialog<C>({ draft, onClose, children }: OvertakenDialogProps<C>) {
  const shell = useShellText()
  const { overtaken: text } = useText('consoleTitle')
  const { newer, known, content, baseVersion } = useStore(draft, (value) => value)
  if (!newer) return null
  return (
    <Dialog title={text.title} className={titleStyles.wide} closeLabel={shell.close} onClose={onClose}>
      {children({
        title: text.title,
        contents: { base: known, mine: content, theirs: newer.content },
        by: text.by,
        at: newer.at,
        onSave: (merged) => {
          const { revision } = newer
          const base = Math.max(baseVersion, newer.baseVersion)
          draft.replace({ content: merged, baseVersion: base, revision, isSaved: false })
          showToast({ text: text.merged })
          onClose()
        },
        onDiscard: () => {
          draft.replace({ ...newer, isSaved: true })
          const restoreOwn = () => draft.replace({ content, baseVersion, isSaved: false })
          showToast({ text: text.taken, action: { label: text.undo, onClick: restoreOwn } })
          onClose()
        },
      })}
    </Dialog>
  )
}
