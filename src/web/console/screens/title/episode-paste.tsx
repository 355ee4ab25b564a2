import { useState } from 'react'
import { useText } from '#web/kit/text.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextAreaField } from '#web/ui/form/text-area-field.tsx'
import formStyles from '../../form/form.module.css'
import { useGuardedClose } from '../../form/use-leave-warning.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { useEditor } from './editor-context.ts'
import { readPasted, withPasted } from './episode-paste.rules.ts'
import episodeStyles from './episodes.module.css'

const EPISODES_MAX = 2_000

export function EpisodePaste({ season, onClose }: { season: number; onClose: () => void }) {
  const text = useText('consoleTitle')
  const shell = useShellText()
  const { content, set } = useEditor()
  const [typed, setTyped] = useState('')
  const close = useGuardedClose(typed !== '', onClose)
  const lines = readPasted(typed, season)
  const read = lines.flatMap(({ episode }) => episode ?? [])
  const wrong = lines.filter(({ episode }) => !episode).map(({ line }) => line)
  const { episodes, added, changed } = withPasted(content.episodes, read)
  return (
    <Dialog title={text.paste} className={episodeStyles.dialog} closeLabel={shell.close} onClose={close}>
      <div className={formStyles.form}>
        <p className={formStyles.text}>{text.pasteText}</p>
        <TextAreaField
          name="pasted"
          label={text.pasteField}
          value={typed}
          error={wrong.length > 0 ? text.pasteBad(wrong.join(shell.comma)) : undefined}
          rows={10}
          onChange={setTyped}
        />
        <output className={formStyles.text}>{read.length > 0 ? text.pasteAdd(added, changed) : ''}</output>
        <DialogActions
          main={{
            label: text.add,
            disabled: read.length === 0 || episodes.length > EPISODES_MAX,
            onClick: () => {
              set((now) => ({ episodes: withPasted(now.episodes, read).episodes }))
              onClose()
            },
          }}
          cancel={{ label: shell.cancel, onClick: close }}
        />
      </div>
    </Dialog>
  )
}
