import type { AdminOutputOf } from '#contract/admin/endpoint.ts'
import { history, type SettingName } from '#contract/admin/settings.ts'
import { useText } from '#web/kit/text.ts'
import { Button } from '#web/ui/button.tsx'
import { useRead } from '../../client/use-read.ts'
import { Loading } from '../../shell/waiting.tsx'
import { actorName, ChangedFields } from '../../widgets/changes.tsx'
import { Pill } from '../../widgets/pill.tsx'
import { FailedState } from '../../widgets/state.tsx'
import { When } from '../../widgets/when.tsx'
import styles from './settings.module.css'

type Version = AdminOutputOf<typeof history>['list'][number]

interface SettingHistoryProps {
  name: SettingName
  title: string
  isBusy: boolean
  onChoose: (version: Version) => void
}

/** Who changed what and when; any version can be used again, which makes a new one. */
export function SettingHistory({ name, title, isBusy, onChoose }: SettingHistoryProps) {
  const text = useText('consoleSettings')
  const versions = useRead(history, { name })
  if (versions.error) return <FailedState error={versions.error} onRetry={() => void versions.refetch()} />
  if (!versions.data) return <Loading />
  const [current] = versions.data.list
  if (!current) return <p className={styles.text}>{text.neverChanged}</p>
  return (
    <ol className={styles.versions} aria-label={text.historyOf(title)}>
      {versions.data.list.map((version) => (
        <li key={version.version} className={styles.version}>
          <p className={styles.head}>
            <strong>{actorName(version.by)}</strong>
            <When at={version.at} />
            <span>{text.version(String(version.version))}</span>
            {version.isDefault ? <Pill tone="plain">{text.isDefault}</Pill> : null}
            {version === current ? null : (
              <Button
                size="s"
                className={styles.use}
                disabled={isBusy}
                aria-label={text.chooseOf(String(version.version))}
                onClick={() => onChoose(version)}
              >
                {text.choose}
              </Button>
            )}
          </p>
          <ChangedFields before={version.before} after={version.after} />
        </li>
      ))}
    </ol>
  )
}
