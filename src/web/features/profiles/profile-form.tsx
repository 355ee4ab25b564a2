import { PROFILE_NAME_MAX } from '#contract/fields.ts'
import type { Profile } from '#contract/profiles.ts'
import { useForm } from '#web/kit/use-form.ts'
import { useText } from '#web/kit/text.ts'
import { paths } from '#web/viewer/navigation/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form/field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { AvatarGrid, type AvatarIcon } from './avatar-grid.tsx'
import { DeleteProfile } from './delete-profile.tsx'
import { FavouriteGenres } from './favourite-genres.tsx'
import { NameField } from './name-field.tsx'
import { firstAvatar, type ProfileDraft, profileDraft } from './profile-form.rules.ts'
import { useSaveProfile } from './use-save-profile.ts'
import styles from './profile-form.module.css'

export interface ProfileFormProps {
  /** Undefined: creates a profile. */
  profile: Profile | undefined
  /** All profiles of the account, including this one. */
  profiles: readonly Profile[]
  icons: readonly AvatarIcon[]
  forKids: boolean
}

/** Edits or creates a profile: name, avatar, kids or not. An existing one can be deleted. */
export function ProfileForm({ profile, profiles, icons, forKids }: ProfileFormProps) {
  const { edit, busy } = useText('profiles')
  const form = useForm({
    schema: profileDraft,
    initial: draftOf(profile, { profiles, icons, forKids }),
    messageOf: ({ message }) => (message === 'empty' ? edit.nameMissing : edit.nameTooLong(PROFILE_NAME_MAX)),
    submit: useSaveProfile(profile),
  })
  const draft = form.values
  const isFirst = profile?.deletable === false
  const toggleKids = (kids: boolean) => {
    const taken = profiles.map(({ avatarId }) => avatarId)
    // A new profile's default avatar follows the kids switch until one is chosen.
    const isUntouched = !profile && draft.avatarId === firstAvatar(icons, taken, draft.childrenModel)
    form.set({ childrenModel: kids, ...(isUntouched ? { avatarId: firstAvatar(icons, taken, kids) } : {}) })
  }

  return (
    <form className={styles.form} {...form.form}>
      <div className={styles.head}>
        <Avatar
          src={icons.find(({ avatarId }) => avatarId === draft.avatarId)?.imageURL ?? profile?.avatar ?? ''}
          name={draft.name}
          size={112}
        />
        <div className={styles.name}>
          <NameField {...form.field('name')} takesFocus={!profile} />
        </div>
      </div>
      <div className={styles.panel}>
        <Switch
          label={edit.kids}
          checked={draft.childrenModel}
          disabled={isFirst}
          hint={isFirst ? edit.kidsFirst : edit.kidsHint}
          onChange={toggleKids}
        />
      </div>
      <AvatarGrid
        icons={icons}
        kidsFirst={draft.childrenModel}
        value={draft.avatarId}
        onChange={(avatarId) => form.set({ avatarId })}
      />
      {profile?.current && !profile.childrenModel ? <FavouriteGenres profile={profile} /> : null}
      <FormError>{form.formError}</FormError>
      <div className={styles.actions}>
        <Button look="primary" size="l" type="submit" busy={form.pending} busyText={busy}>
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
