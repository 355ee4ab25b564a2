import { Dialog } from '#web/ui/dialog.tsx'
import { usePlayer } from '../controls/player-context.ts'
import { shortcutsFor } from '../controls/shortcuts.rules.ts'
import styles from './player-overlays.module.css'

/** The list of keyboard shortcuts: those that do something for this viewer. */
export function ShortcutsDialog({ hasEpisodes, onClose }: { hasEpisodes: boolean; onClose: () => void }) {
  const { room, text } = usePlayer()
  const isGuest = room?.locked !== undefined
  return (
    <Dialog title={text.shortcuts} closeLabel={text.close} onClose={onClose}>
      <dl className={styles.keys}>
        {shortcutsFor({ hasEpisodes, isRoom: room !== undefined, isGuest }).map(({ keys, means }) => (
          <div key={means}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key === 'space' ? text.keys.space : key}</kbd>
              ))}
            </dt>
            <dd>{text.keys[means]}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
