import { useState } from 'react'
import { PROFILE_NAME_MAX } from '#contract/fields.ts'
import type { Profile } from '#contract/profiles.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { AvatarGrid, type AvatarIcon } from './avatar-grid.tsx'
import { DeleteProfile } from './delete-profile.tsx'
import { FavouriteGenres } from './favourite-genres.tsx'
import { NameField } from './name-field.tsx'
import { firstAvatar, type ProfileDraft, readName } from './profile-form.rules.ts'
import { useProfilesText } from './profiles-text.ts'
import { type SaveRefusal, useSaveProfile } from './use-save-profile.ts'
import styles from './profile-form.module.css'

export interface ProfileFormProps {
  /** None: a new one. */
  profile: Profile | undefined
  /** All of the account, this one too. */
  profiles: readonly Profile[]
  icons: readonly AvatarIcon[]
  forKids: boolean
}

/** Name, picture, for children or not; a profile that exists can also be deleted. */
export function ProfileForm({ profile, profiles, icons, forKids }: ProfileFormProps) {
  const { edit, busy } = useProfilesText()
  const [draft, setDraft] = useState<ProfileDraft>(() => draftOf(profile, { profiles, icons, forKids }))
  const [refusal, setRefusal] = useState<SaveRefusal>({})
  const { save, isSaving } = useSaveProfile(profile)
  const isFirst = profile?.deletable === false
  const change = (part: Partial<ProfileDraft>) => {
    setDraft((was) => ({ ...was, ...part }))
    setRefusal({})
  }
  const turn = (kids: boolean) => {
    const taken = profiles.map(({ avatarId }) => avatarId)
    // A new profile's picture follows, as long as nobody chose one.
    const isUntouched = !profile && draft.avatarId === firstAvatar(icons, taken, draft.childrenModel)
    change({ childrenModel: kids, ...(isUntouched ? { avatarId: firstAvatar(icons, taken, kids) } : {}) })
  }
  const submit = async () => {
    const { state } = readName(draft.name)
    if (state === 'empty') return setRefusal({ name: edit.nameMissing })
    if (state === 'too-long') return setRefusal({ name: edit.nameTooLong(PROFILE_NAME_MAX) })
    setRefusal((await save(draft)) ?? {})
  }

  return (
    <form
      className={styles.form}
      noValidate
      aria-busy={isSaving || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <div className={styles.head}>
        <Avatar
          src={icons.find(({ avatarId }) => avatarId === draft.avatarId)?.imageURL ?? profile?.avatar ?? ''}
          name={draft.name}
          size={112}
        />
        <div className={styles.name}>
          <NameField
            value={draft.name}
            onChange={(name) => change({ name })}
            error={refusal.name}
            takesFocus={!profile}
          />
        </div>
      </div>
      <div className={styles.panel}>
        <Switch
          label={edit.kids}
          checked={draft.childrenModel}
          disabled={isFirst}
          hint={isFirst ? edit.kidsFirst : edit.kidsHint}
          onChange={turn}
        />
      </div>
      <AvatarGrid
        icons={icons}
        kidsFirst={draft.childrenModel}
        value={draft.avatarId}
        onChange={(avatarId) => change({ avatarId })}
      />
      {profile?.current && !profile.childrenModel ? <FavouriteGenres profile={profile} /> : null}
      <FormError>{refusal.form}</FormError>
      <div className={styles.actions}>
        <Button look="primary" size="l" type="submit" busy={isSaving} busyText={busy}>
          {profile ? edit.save : edit.create}
        </Button>
        <Button size="l" href={paths.profiles()}>
          {edit.cancel}
        </Button>
        {profile ? <DeleteProfile profile={profile} /> : null}
      </div>
    </form>
  )
}

function draftOf(
  profile: Profile | undefined,
  { profiles, icons, forKids }: Omit<ProfileFormProps, 'profile'>,
): ProfileDraft {
  if (profile) return { name: profile.name, avatarId: profile.avatarId, childrenModel: profile.childrenModel }
  const taken = profiles.map(({ avatarId }) => avatarId)
  return { name: '', avatarId: firstAvatar(icons, taken, forKids), childrenModel: forKids }
}
