import { navigateBelowLayer } from '#web/kit/history-step.ts'
import { useText } from '#web/kit/text.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchStart } from './search-start.tsx'
import { useChoose } from './use-choose.ts'
import type { Option } from './suggestions.rules.ts'
import styles from './search-dialog.module.css'

export function SearchDialog({ onClose }: { onClose: () => void }) {
  const text = useText('search')
  const choose = useChoose()
  // Closing is a step back in the history.
  const closeAndChoose = (option: Option) => navigateBelowLayer(() => choose(option))
  return (
    <Dialog
      title={text.title}
      hideTitle
      look="sheet"
      className={styles.dialog}
      closeLabel={text.close}
      onClose={onClose}
    >
      <SearchBox
        keyword=""
        look="dialog"
        takesFocus
        onChoose={closeAndChoose}
        start={
          <div className={styles.start}>
            <SearchStart onSearch={(keyword) => closeAndChoose({ kind: 'all', keyword })} />
          </div>
        }
      />
    </Dialog>
  )
}
