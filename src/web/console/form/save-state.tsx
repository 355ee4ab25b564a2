import { useCallContext } from '#web/kit/call-context.ts'
import { formatInstant } from '#web/kit/format.ts'
import { useText } from '#web/kit/text.ts'
import type { DraftState } from './drafts.ts'
import styles from './form.module.css'

/** What has become of what was typed. */
export function SaveState({
  state: { status, savedAt, message },
}: {
  state: Pick<DraftState<unknown>, 'status' | 'savedAt' | 'message'>
}) {
  const text = useText('consoleTitle')
  const { language } = useCallContext()
  const sentences = {
    saved: savedAt ? text.saved(formatInstant(savedAt, language)) : text.clean,
    unsaved: text.unsaved,
    saving: text.saving,
    offline: text.offline,
    failed: text.notSaved(message),
    overtaken: text.saveOvertaken,
  }
  return (
    <output className={styles.saved} data-status={status}>
      {sentences[status]}
    </output>
  )
}
