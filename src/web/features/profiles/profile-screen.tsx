import { useLocation } from 'react-router'
import { profileIcons, profileList, PROFILES_MAX } from '#contract/profiles.ts'
import { usePageTitle } from '#web/kit/use-page-title.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ProfileForm } from './profile-form.tsx'
import styles from './profile-screen.module.css'

/** /profile: one profile to edit (`?profileId`), or a new one. */
export function ProfileScreen() {
  const { edit } = useText('profiles')
  const { profileId, forKids } = readProfileQuery(useLocation().search)
  const title = profileId ? edit.editTitle : edit.createTitle
  usePageTitle(title)
  return (
    <div className={styles.screen}>
      <h1 className={styles.title}>{title}</h1>
      <ProfileToEdit key={profileId ?? ''} profileId={profileId} forKids={forKids} />
    </div>
  )
}

function ProfileToEdit({ profileId, forKids }: ReturnType<typeof readProfileQuery>) {
  const { edit, who, retry, loading } = useText('profiles')
  const list = useCall(profileList, {})
  const icons = useCall(profileIcons, {})
  const toList = { label: edit.toList, href: paths.profiles() }

  const failed = [list, icons].filter(({ isLoadingError }) => isLoadingError)
  if (failed.length > 0) {
    const again = () => void Promise.all(failed.map((one) => one.refetch()))
    return (
      <ErrorPanel
        title={list.isLoadingError ? who.failed : edit.avatarsFailed}
        text={failed[0]!.error?.message}
        action={{ label: retry, onClick: again }}
      />
    )
  }
  if (!list.data || !icons.data) {
    return (
      <div className={styles.awaited} data-awaited="">
        <Spinner size={40} label={loading} />
      </div>
    )
  }
  const profiles = list.data.data.profiles
  const profile = profiles.find((one) => one.profileId === profileId)
  if (profileId && !profile) return <ErrorPanel tone="plain" title={edit.gone} text={edit.goneText} action={toList} />
  if (!profile && profiles.length >= PROFILES_MAX)
    return <ErrorPanel tone="plain" title={edit.full(PROFILES_MAX)} text={edit.fullText} action={toList} />
  return <ProfileForm profile={profile} profiles={profiles} icons={icons.data.list} forKids={forKids} />
}

/** Reads the form's address: a profile's id, or a new one and whether it is for kids. */
function readProfileQuery(search: string): { profileId: string | undefined; forKids: boolean } {
  const query = new URLSearchParams(search)
  return { profileId: query.get('profileId') || undefined, forKids: query.get('kids') === '1' }
}
