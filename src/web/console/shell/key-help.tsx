import { Fragment } from 'react'
import { useStore } from '#web/kit/use-store.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Key } from '../widgets/key.tsx'
import styles from './key-help.module.css'
import { letterKeys, setLetterKeys } from './key-preference.ts'
import { screenKeys } from './screen-keys.ts'
import { RAIL } from './rail-items.ts'
import { useShellText } from './shell-text.ts'

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const text = useShellText()
  const isOn = useStore(letterKeys, (value) => value)
  const own = useStore(screenKeys, ({ keys }) => keys)
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ...own.flatMap(({ label, key, shown }) =>
      label === undefined ? [] : [[label, shown === undefined ? keysOf(key) : [shown]] as const],
    ),
    [text.keys.search, ['/']],
    ...RAIL.flatMap(({ name, letter }) =>
      letter === undefined ? [] : [[text.keys.goTo(text.screens[name]), ['g', letter]] as const],
    ),
    [text.keys.rows, ['j', 'k']],
    [text.keys.select, ['x']],
    [text.keys.open, ['Enter']],
    [text.keys.help, ['?']],
  ]
  return (
    <Dialog title={text.keys.title} closeLabel={text.close} onClose={onClose}>
      <dl className={styles.list}>
        {rows.map(([label, keys]) => (
          <div key={label} className={styles.row}>
            <dt>{label}</dt>
            <dd>
              {keys.map((key, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- the letter after g may be g
                <Fragment key={at}>
                  {at > 0 && keys[0] === 'g' ? <span>{text.keys.thenKey}</span> : null}
                  <Key>{key}</Key>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{text.keys.resting}</p>
      <Switch label={text.keys.letters} hint={text.keys.lettersHint} checked={isOn} onChange={setLetterKeys} />
    </Dialog>
  )
}

const keysOf = (key: string): readonly string[] => (/^[A-Z]$/.test(key) ? ['Shift', key.toLowerCase()] : [key])
