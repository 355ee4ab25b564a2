import { find, SWITCHES } from '#contract/admin/settings.ts'
import { useText } from '#web/kit/text.ts'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Loading } from '../../shell/waiting.tsx'
import { Page } from '../../widgets/page.tsx'
import { FailedState } from '../../widgets/state.tsx'
import type { Setting } from './setting.ts'
import { SettingPanel } from './setting-panel.tsx'
import styles from './settings.module.css'

/** What the operator's roles may change: switches, and for administrators the settings. */
export function Settings() {
  const text = useText('consoleSettings')
  const shell = useShellText()
  const settings = useRead(find, {})
  return (
    <Page title={shell.screens.settings} note={text.note}>
      {settings.data ? (
        <>
          <Group title={text.switches} note={text.switchesNote} settings={settings.data.list.filter(isSwitch)} />
          <Group title={text.others} settings={settings.data.list.filter((setting) => !isSwitch(setting))} />
        </>
      ) : settings.error ? (
        <FailedState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

const isSwitch = ({ name }: Setting): boolean => (SWITCHES as readonly string[]).includes(name)

function Group({ title, note, settings }: { title: string; note?: string; settings: readonly Setting[] }) {
  if (settings.length === 0) return null
  return (
    <>
      <p className={styles.group}>
        {title}
        {note === undefined ? null : <span className={styles.text}>{note}</span>}
      </p>
      {settings.map((setting) => (
        <SettingPanel key={setting.name} setting={setting} />
      ))}
    </>
  )
}
