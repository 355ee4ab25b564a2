import { useEffect } from 'react'
import { profileList, type Profile } from '#contract/profiles.ts'
import { useCall } from '#web/kit/use-call.ts'
import { useText } from '#web/kit/text.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import styles from './leave-to.module.css'

export interface LeaveToProps {
  chosen: Pick<Profile, 'profileId'> | undefined
  onChoose: (profile: Profile) => void
}

/** Chooses the profile that kids mode is left for: all but kids profiles, the last used first. */
export function LeaveTo({ chosen, onChoose }: LeaveToProps) {
  const { dialog } = useText('parental')
  const profiles = useCall(profileList, {})
  const adults = profiles.data?.data.profiles.filter(({ childrenModel }) => !childrenModel)
  const first = adults?.[0]
  useEffect(() => {
    if (first && !chosen) onChoose(first)
  }, [first, chosen, onChoose])

  if (profiles.isLoadingError) {
    return (
      <div className={styles.failed} role="alert">
        <p>{profiles.error.message}</p>
        <Button size="s" onClick={() => void profiles.refetch()}>
          {dialog.retry}
        </Button>
      </div>
    )
  }
  if (!adults) return <Spinner size={36} label={dialog.loading} />
  return (
    <fieldset className={styles.choice}>
      <legend className={adults.length > 1 ? styles.legend : 'visually-hidden'}>{dialog.leaveTo}</legend>
      {adults.map((profile) => (
        <label key={profile.profileId} className={styles.profile} title={profile.name}>
          <input
            type="radio"
            className={classNames('visually-hidden', styles.input)}
            name="leave-to"
            checked={chosen?.profileId === profile.profileId}
            onChange={() => onChoose(profile)}
          />
          <span className={styles.face}>
            <Avatar src={profile.avatar} name={profile.name} size={56} />
            <span className={styles.name}>{profile.name}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
