import { find } from '#contract/admin/settings.ts'
import { useText } from '#web/kit/text.ts'
import { useRead } from '../../client/use-read.ts'
import { useShellText } from '../../shell/shell-text.ts'
import { Loading } from '../../shell/waiting.tsx'
import { Page } from '../../widgets/page.tsx'
import { FailedState } from '../../widgets/state.tsx'
import { SettingPanel } from './setting-panel.tsx'

export function Settings() {
  const text = useText('consoleSettings')
  const shell = useShellText()
  const settings = useRead(find, {})
  return (
    <Page title={shell.screens.settings} note={text.note}>
      {settings.data ? (
        settings.data.list.map((setting) => <SettingPanel key={setting.name} setting={setting} />)
      ) : settings.error ? (
        <FailedState error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}
